import type { Column } from '../api/types';
import { nearest } from '../draw/reduce';
import type { Columns } from './columns';

/**
 * The values of a column at the points of a run: that of the nearest point, if it is at most half a
 * step away, otherwise null. The ends of intervals differ by milliseconds between runs and between
 * nodes.
 */
export function alignedTo(seconds: number[], columns: Columns, name: string): Column {
  const cells = columns.values.get(name);
  return seconds.map((second) => {
    const i = cells ? nearest(columns.at, second) : -1;
    const isNear = i >= 0 && Math.abs(columns.at[i]! - second) <= columns.stepSeconds / 2;
    return isNear ? (cells?.[i] ?? null) : null;
  });
}
