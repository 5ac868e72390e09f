import type { HeatCells } from '../api/types';

/** A column of a heat map: its bounds in seconds, and the operation count of each cell. */
export interface HeatColumn {
  from: number;
  to: number;
  counts: Map<number, number>;
  isFill: boolean;
}

/**
 * Columns of a heat map that are wide enough to be seen. Adjacent histograms are summed until each
 * column covers `least` seconds.
 */
export function heatColumns(
  at: number[],
  cells: (HeatCells | null)[],
  stepSeconds: number,
  least: number,
  phases: (string | null)[] = [],
): HeatColumn[] {
  const columns: HeatColumn[] = [];
  let open: HeatColumn | null = null;
  for (let i = 0; i < at.length; i++) {
    const to = at[i]!;
    const from = to - stepSeconds;
    const isFill = phases[i] === 'fill';
    if (open && open.isFill !== isFill) {
      columns.push(open);
      open = null;
    }
    if (open && (from - open.to > stepSeconds / 2 || open.to - open.from >= least - 1e-9)) {
      columns.push(open);
      open = null;
    }
    open ??= { from, to, counts: new Map(), isFill };
    open.to = to;
    for (const [cell, count] of cells[i] ?? []) {
      open.counts.set(cell, (open.counts.get(cell) ?? 0) + count);
    }
  }
  if (open) columns.push(open);
  return columns;
}

/**
 * The lowest and the highest cell with an operation, and the highest count per second. The fill
 * phase counts only if there are no other phases.
 */
export function heatExtent(columns: HeatColumn[]): { low: number; high: number; most: number } {
  let low = Infinity;
  let high = -Infinity;
  let most = 0;
  const isAllFill = columns.every(({ isFill }) => isFill);
  for (const { counts, from, to, isFill } of columns) {
    if (isFill && !isAllFill) continue;
    for (const [cell, count] of counts) {
      if (count <= 0) continue;
      low = Math.min(low, cell);
      high = Math.max(high, cell);
      most = Math.max(most, count / (to - from));
    }
  }
  return { low, high, most };
}

/** Position of a percentile on the log axis of a percentile curve: 1 / (1 - p). */
export function tailOf(percentile: number): number {
  return 1 / (1 - percentile / 100);
}

/** The percentile of a tick on that axis: 10 is 90 %, and 1000 is 99.9 %. */
export function percentileOfTail(tail: number): string {
  const percent = 100 - 100 / tail;
  return `${Number(percent.toFixed(6))} %`;
}

/**
 * The value of a percentile curve at a position on that axis, interpolated between the adjacent
 * points. Null before the first point and after the last.
 */
export function onCurve(points: [number, number][], tail: number): number | null {
  for (let i = 0; i < points.length; i++) {
    const at = points[i]![0] >= 100 ? Infinity : tailOf(points[i]![0]);
    const value = points[i]![1];
    if (Math.abs(at - tail) <= 1e-6 * tail) return value;
    if (at < tail) continue;
    if (i === 0) return null;
    const before = tailOf(points[i - 1]![0]);
    const share = at === Infinity ? 1 : (Math.log(tail) - Math.log(before)) / (Math.log(at) - Math.log(before));
    return points[i - 1]![1] + (value - points[i - 1]![1]) * share;
  }
  return null;
}

/** Index of the value nearest to `wanted` in an ascending list; -1 if it is empty. */
export function nearest(ascending: ArrayLike<number>, wanted: number): number {
  let low = 0;
  let high = ascending.length - 1;
  if (high < 0) return -1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= wanted) low = middle;
    else high = middle;
  }
  return Math.abs(ascending[low]! - wanted) <= Math.abs(ascending[high]! - wanted) ? low : high;
}
