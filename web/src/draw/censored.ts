import type uPlot from 'uplot';
import type { Columns } from '../history/columns';
import { AXIS_FONT } from './axes';
import type { Colors } from './colors';

/** From and to, in seconds. */
export type Span = [number, number];

const LATENCY = /^(.*\/(?:response|service)Nanos)\/(?:p\d+|mean|max)$/;

/**
 * Whether a percentile falls among operations that were never answered, which rank above every
 * number. Such a value is null, like a gap; the count of unanswered operations tells them apart.
 */
export function isCensored(columns: Columns, name: string, i: number): boolean {
  const of = LATENCY.exec(name)?.[1];
  if (!of || i < 0 || i >= columns.at.length) return false;
  const value = columns.values.get(name)?.[i];
  return (value === null || value === undefined) && (columns.values.get(`${of}/unanswered`)?.[i] ?? 0) > 0;
}

/** Operations beyond a percentile from which on it is a number and not an accident. */
const SUPPORT = 10;

/** Whether at least 10 operations of a second lie beyond a percentile; true for other figures. */
export function isSupported(columns: Columns, name: string, i: number): boolean {
  const [, of, digits] = /^(.*)\/(?:response|service)Nanos\/p(\d+)$/.exec(name) ?? [];
  if (of === undefined || digits === undefined) return true;
  const measure = name.slice(0, name.lastIndexOf('/'));
  const answered = (columns.values.get(`${of}/throughputPerSecond`)?.[i] ?? 0) * columns.stepSeconds;
  const operations = answered + (columns.values.get(`${measure}/unanswered`)?.[i] ?? 0);
  const beyond = 1 - Number(`0.${digits}`);
  return operations * beyond >= SUPPORT * (1 - 1e-3);
}

/** The spans in which {@link isCensored} holds. */
export function censoredSpans(columns: Columns, name: string): Span[] {
  return LATENCY.test(name) ? spansWhere(columns, (i) => isCensored(columns, name, i)) : [];
}

/** The spans with at least one unanswered operation. */
export function unansweredSpans(columns: Columns): Span[] {
  const counts = columns.values.get(`operation/all/${columns.heatMeasure}Nanos/unanswered`);
  return spansWhere(columns, (i) => (counts?.[i] ?? 0) > 0);
}

function spansWhere(columns: Columns, isSo: (i: number) => boolean): Span[] {
  const spans: Span[] = [];
  columns.at.forEach((at, i) => {
    if (!isSo(i)) return;
    const from = at - columns.stepSeconds;
    const last = spans.at(-1);
    if (last && from - last[1] < columns.stepSeconds / 2) last[1] = at;
    else spans.push([from, at]);
  });
  return spans;
}

/** Draws spans as bars along the top, one row per color, with a label. */
export function drawBars(
  u: uPlot,
  colors: Colors,
  bars: { spans: Span[]; color: string }[],
  text: string,
): void {
  const { ctx, bbox } = u;
  const scale = devicePixelRatio;
  const right = bbox.left + bbox.width;
  let row = 0;
  let labelled = Infinity;
  ctx.save();
  for (const { spans, color } of bars) {
    const seen = spans.filter(([, to]) => u.valToPos(to, 'x', true) > bbox.left);
    if (seen.length === 0) continue;
    ctx.fillStyle = colors.of(color);
    for (const [from, to] of seen) {
      const left = Math.max(bbox.left, u.valToPos(from, 'x', true));
      const end = Math.min(right, u.valToPos(to, 'x', true));
      if (end <= left) continue;
      ctx.fillRect(left, bbox.top + row * 5 * scale, Math.max(end - left, scale), 3.5 * scale);
      labelled = Math.min(labelled, left);
    }
    row++;
  }
  if (labelled < right) {
    ctx.font = AXIS_FONT.replace('11px', `${Math.round(10.5 * scale)}px`);
    ctx.textBaseline = 'top';
    const { width } = ctx.measureText(text);
    const x = Math.min(labelled, right - width - 4 * scale) + 2 * scale;
    const top = bbox.top + (row * 5 + 3) * scale;
    // Keeps the label readable over the cells of a heat map.
    ctx.fillStyle = colors.soft('surface', 0.85);
    ctx.fillRect(x, top - scale, width, 13 * scale);
    ctx.fillStyle = colors.of('bad');
    ctx.textAlign = 'left';
    ctx.fillText(text, x, top);
  }
  ctx.restore();
}
