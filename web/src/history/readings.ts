import type { Column } from '../api/types';

/** A gap longer than this many usual intervals between readings interrupts the line. */
const GAP = 2.5;

/**
 * The usual interval between the readings of a column, in seconds; 0 if there are fewer than two.
 */
export function usualDistance(at: number[], cells: Column): number {
  const distances: number[] = [];
  let last: number | null = null;
  for (let i = 0; i < at.length; i++) {
    if (cells[i] === null || cells[i] === undefined) continue;
    if (last !== null) distances.push(at[i]! - last);
    last = at[i]!;
  }
  distances.sort((a, b) => a - b);
  return distances[distances.length >> 1] ?? 0;
}

/**
 * A line for a column with fewer readings than points: cells between two readings are undefined,
 * and the line skips them. A longer gap remains null, and interrupts the line.
 */
export function bridged(at: number[], cells: Column): Column {
  const reach = GAP * usualDistance(at, cells);
  const line: (number | null | undefined)[] = cells.slice();
  let last = -1;
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] === null || cells[i] === undefined) continue;
    if (last >= 0 && at[i]! - at[last]! <= reach) line.fill(undefined, last + 1, i);
    last = i;
  }
  return line as Column;
}

/** The reading at a point, or the last one before it if it is not too old. */
export function readingAt(at: number[], cells: Column | undefined, index: number): number | null {
  if (!cells || index < 0) return null;
  const reach = GAP * Math.max(usualDistance(at, cells), 1);
  for (let i = Math.min(index, cells.length - 1); i >= 0 && at[index]! - at[i]! <= reach; i--) {
    if (cells[i] !== null && cells[i] !== undefined) return cells[i]!;
  }
  return null;
}

/** The mean of a column in the measurement; null if it has no value there. */
export function meanMeasured(cells: Column | undefined, phases: (string | null)[]): number | null {
  let sum = 0;
  let count = 0;
  cells?.forEach((cell, i) => {
    if (cell === null || cell === undefined || phases[i] !== 'measure') return;
    sum += cell;
    count++;
  });
  return count > 0 ? sum / count : null;
}
