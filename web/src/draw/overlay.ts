import type uPlot from 'uplot';
import type { Validity } from '../api/types';
import { AXIS_FONT } from './axes';
import type { Colors } from './colors';
import type { Bound } from '../run/objectives';
import type { Period } from '../run/periods';
import { colorOf, type Mark } from './marks';

/** Draws suspect and invalid intervals behind the lines: a tint, and a strip at the bottom. */
export function drawValidity(
  u: uPlot,
  colors: Colors,
  at: number[],
  validity: (Validity | null)[],
  stepSeconds: number,
): void {
  const { ctx, bbox } = u;
  const strip = 3 * devicePixelRatio;
  ctx.save();
  let i = 0;
  while (i < at.length) {
    const state = validity[i];
    let end = i;
    while (end + 1 < at.length && validity[end + 1] === state) end++;
    if (state === 'suspect' || state === 'invalid') {
      const name = state === 'invalid' ? 'bad' : 'warn';
      const from = Math.max(bbox.left, u.valToPos(at[i]! - stepSeconds, 'x', true));
      const to = Math.min(bbox.left + bbox.width, u.valToPos(at[end]!, 'x', true));
      const width = Math.max(to - from, devicePixelRatio);
      ctx.fillStyle = colors.soft(name, 0.09);
      ctx.fillRect(from, bbox.top, width, bbox.height);
      ctx.fillStyle = colors.of(name);
      ctx.fillRect(from, bbox.top + bbox.height - strip, width, strip);
    }
    i = end + 1;
  }
  ctx.restore();
}

const HATCH = 7;

/** Shades stalls (with stripes), missed objectives, and actions of the run. */
export function drawPeriods(u: uPlot, colors: Colors, periods: Period[]): void {
  const { ctx, bbox } = u;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const { kind, from, to } of periods) {
    const isOutage = kind === 'stall' || kind === 'outage';
    const left = Math.max(bbox.left, u.valToPos(from, 'x', true));
    const right = Math.min(bbox.left + bbox.width, u.valToPos(to, 'x', true));
    if (right < bbox.left || left > bbox.left + bbox.width) continue;
    const width = Math.max(right - left, 1.5 * scale);
    ctx.fillStyle = kind === 'action' ? colors.soft('accent', 0.09) : colors.soft('bad', isOutage ? 0.16 : 0.07);
    ctx.fillRect(left, bbox.top, width, bbox.height);
    if (!isOutage) continue;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, bbox.top, width, bbox.height);
    ctx.clip();
    ctx.strokeStyle = colors.soft('bad', 0.4);
    ctx.lineWidth = scale;
    ctx.beginPath();
    for (let x = left - bbox.height; x < left + width; x += HATCH * scale) {
      ctx.moveTo(x, bbox.top + bbox.height);
      ctx.lineTo(x + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
  }
  ctx.restore();
}

/**
 * Draws the bounds of objectives as lines with their text. A bound above the axis is a text at the
 * top.
 */
export function drawBounds(u: uPlot, colors: Colors, bounds: Bound[]): void {
  const { ctx, bbox } = u;
  const scale = devicePixelRatio;
  const right = bbox.left + bbox.width;
  const most = u.scales['y']?.max;
  if (typeof most !== 'number') return;
  ctx.save();
  ctx.font = AXIS_FONT.replace('11px', `${Math.round(10.5 * scale)}px`);
  ctx.textBaseline = 'bottom';
  ctx.textAlign = 'right';
  ctx.lineWidth = 1.25 * scale;
  for (const { value, text } of bounds) {
    const isAbove = value > most;
    const y = isAbove ? bbox.top : Math.round(u.valToPos(value, 'y', true)) + 0.5;
    if (y > bbox.top + bbox.height) continue;
    if (!isAbove) {
      ctx.strokeStyle = colors.soft('bad', 0.85);
      ctx.setLineDash([6 * scale, 3 * scale]);
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(right, y);
      ctx.stroke();
    }
    const shown = isAbove ? `${text} ↑` : text;
    const { width } = ctx.measureText(shown);
    const foot = y - bbox.top < 15 * scale ? y + 15 * scale : y - 2 * scale;
    ctx.fillStyle = colors.soft('surface', 0.82);
    ctx.fillRect(right - width - 6 * scale, foot - 12 * scale, width + 4 * scale, 13 * scale);
    ctx.fillStyle = colors.of('bad');
    ctx.fillText(shown, right - 4 * scale, foot);
  }
  ctx.restore();
}

/** Draws events as dashed lines, with their text if there is space. */
export function drawMarks(u: uPlot, colors: Colors, marks: Mark[], withText: boolean): void {
  const { ctx, bbox } = u;
  const scale = devicePixelRatio;
  const right = bbox.left + bbox.width;
  ctx.save();
  ctx.font = AXIS_FONT.replace('11px', `${Math.round(10.5 * scale)}px`);
  ctx.textBaseline = 'top';
  ctx.textAlign = 'left';
  ctx.lineWidth = scale;
  marks.forEach((mark, i) => {
    const x = Math.round(u.valToPos(mark.at, 'x', true)) + 0.5;
    if (x < bbox.left || x > right) return;
    const color = colors.of(colorOf(mark.kind));
    ctx.strokeStyle = color;
    ctx.globalAlpha = 0.75;
    ctx.setLineDash([3 * scale, 3 * scale]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.globalAlpha = 1;
    if (!withText) return;
    const next = marks[i + 1];
    const end = next ? Math.min(right, u.valToPos(next.at, 'x', true)) : right;
    const text = fitted(ctx, mark.label, end - x - 9 * scale);
    if (!text) return;
    ctx.fillStyle = colors.soft('surface', 0.82);
    ctx.fillRect(x + 2 * scale, bbox.top, ctx.measureText(text).width + 5 * scale, 14 * scale);
    ctx.fillStyle = color;
    ctx.fillText(text, x + 4 * scale, bbox.top + 2 * scale);
  });
  ctx.restore();
}

function fitted(ctx: CanvasRenderingContext2D, text: string, width: number): string {
  if (width < 18 * devicePixelRatio) return '';
  if (ctx.measureText(text).width <= width) return text;
  let length = text.length;
  while (length > 2 && ctx.measureText(`${text.slice(0, length)}…`).width > width) length--;
  return length > 2 ? `${text.slice(0, length)}…` : '';
}
