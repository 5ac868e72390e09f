import type uPlot from 'uplot';
import type { Columns } from '../history/columns';
import { AXIS_FONT } from './axes';
import type { Colors } from './colors';

const LATENCY = /^(.*\/(?:response|service)Nanos)\/(?:p\d+|mean|max)$/;

/**
 * Whether a latency is above every number there is: it falls among operations that were never
 * answered, which rank above all. It is null then, as a gap is; what tells them apart is that some
 * were not answered.
 */
export function isCensored(columns: Columns, name: string, i: number): boolean {
  const of = LATENCY.exec(name)?.[1];
  if (!of || i < 0 || i >= columns.at.length) return false;
  const value = columns.values.get(name)?.[i];
  return (value === null || value === undefined) && (columns.values.get(`${of}/unanswered`)?.[i] ?? 0) > 0;
}

/** The stretches in which it is, from and to in seconds. */
export function censoredSpans(columns: Columns, name: string): [number, number][] {
  const spans: [number, number][] = [];
  if (!LATENCY.test(name)) return spans;
  columns.at.forEach((at, i) => {
    if (!isCensored(columns, name, i)) return;
    const from = at - columns.stepSeconds;
    const last = spans.at(-1);
    if (last && from - last[1] < columns.stepSeconds / 2) last[1] = at;
    else spans.push([from, at]);
  });
  return spans;
}

/** Draws them as bars along the top, one for each line, with what they are above. */
export function drawCensored(
  u: uPlot,
  colors: Colors,
  columns: Columns,
  lines: { name: string; color: string }[],
  text: string,
): void {
  const { ctx, bbox } = u;
  const scale = devicePixelRatio;
  const right = bbox.left + bbox.width;
  let row = 0;
  let labelled = Infinity;
  ctx.save();
  for (const { name, color } of lines) {
    const spans = censoredSpans(columns, name).filter(([, to]) => u.valToPos(to, 'x', true) > bbox.left);
    if (spans.length === 0) continue;
    ctx.fillStyle = colors.of(color);
    for (const [from, to] of spans) {
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
    ctx.textAlign = labelled > right - 60 * scale ? 'right' : 'left';
    ctx.fillStyle = colors.of('bad');
    const x = ctx.textAlign === 'right' ? right - 2 * scale : labelled + 2 * scale;
    ctx.fillText(text, x, bbox.top + (row * 5 + 3) * scale);
  }
  ctx.restore();
}
