import type uPlot from 'uplot';
import type { Columns } from '../history/columns';
import { AXIS_FONT } from './axes';
import type { Colors } from './colors';

/** A time span: start and end in seconds. */
export type Span = [number, number];

const LATENCY = /^(.*\/(?:response|service)Nanos)\/(?:p\d+|mean|max)$/;

/** Whether a column has latencies. */
export function isLatency(name: string): boolean {
  return LATENCY.test(name);
}

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

/** Minimum number of operations beyond a percentile for it to be meaningful. */
const SUPPORT = 10;

/** Whether at least 10 operations of a second are beyond a percentile; true for other figures. */
export function isSupported(columns: Columns, name: string, i: number): boolean {
  const [, of, digits] = /^(.*)\/(?:response|service)Nanos\/p(\d+)$/.exec(name) ?? [];
  if (of === undefined || digits === undefined) return true;
  const measure = name.slice(0, name.lastIndexOf('/'));
  const answered = (columns.values.get(`${of}/throughputPerSecond`)?.[i] ?? 0) * columns.stepSeconds;
  const operations = answered + (columns.values.get(`${measure}/unanswered`)?.[i] ?? 0);
  const beyond = 1 - Number(`0.${digits}`);
  return operations * beyond >= SUPPORT * (1 - 1e-3);
}

/** The spans in which {@link isCensored} is true. */
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

const ROW = 5;

/**
 * Draws spans as labeled bars above the value that they exceed, one row per color. Without a value,
 * the bars are at the top.
 */
export function drawBars(
  u: uPlot,
  colors: Colors,
  bars: { spans: Span[]; color: string }[],
  text: string,
  above: number | null,
): void {
  const { ctx, bbox } = u;
  const scale = devicePixelRatio;
  const right = bbox.left + bbox.width;
  const rows = bars
    .map(({ spans, color }) => ({ color, seen: spans.filter(([from, to]) => isSeen(u, from, to)) }))
    .filter(({ seen }) => seen.length > 0);
  if (rows.length === 0) return;
  const hasAxis = typeof u.scales['y']?.max === 'number';
  const place = above !== null && hasAxis ? u.valToPos(above, 'y', true) - rows.length * ROW * scale : 0;
  const top = Math.max(bbox.top, place);
  let labelled = Infinity;
  ctx.save();
  rows.forEach(({ seen, color }, row) => {
    ctx.fillStyle = colors.of(color);
    for (const [from, to] of seen) {
      const left = Math.max(bbox.left, u.valToPos(from, 'x', true));
      const end = Math.min(right, u.valToPos(to, 'x', true));
      ctx.fillRect(left, top + row * ROW * scale, Math.max(end - left, scale), 3.5 * scale);
      labelled = Math.min(labelled, left);
    }
  });
  ctx.font = AXIS_FONT.replace('11px', `${Math.round(10.5 * scale)}px`);
  ctx.textBaseline = 'top';
  const { width } = ctx.measureText(text);
  const x = Math.min(labelled, right - width - 4 * scale) + 2 * scale;
  const hasRoom = top - bbox.top >= 14 * scale;
  const y = hasRoom ? top - 14 * scale : top + (rows.length * ROW + 3) * scale;
  // Keeps the label readable over the cells of a heat map.
  ctx.fillStyle = colors.soft('surface', 0.85);
  ctx.fillRect(x, y - scale, width, 13 * scale);
  ctx.fillStyle = colors.of('bad');
  ctx.textAlign = 'left';
  ctx.fillText(text, x, y);
  ctx.restore();
}

function isSeen(u: uPlot, from: number, to: number): boolean {
  const { left, width } = u.bbox;
  return u.valToPos(to, 'x', true) > left && u.valToPos(from, 'x', true) < left + width;
}
