import type { Column } from '../api/types';
import { nearest } from '../draw/reduce';
import type { Columns } from './columns';

/** The column with the lengths of the points in seconds; without it, each has that of a step. */
const LENGTH = 'series/lengthSeconds';

/**
 * The values of a column at the points of a run: that of the nearest point, if it is at most half a
 * step away, otherwise that of a longer point which contains the middle of the run's point, and
 * null if there is none. The ends of intervals differ by milliseconds between runs and between
 * nodes, and a node that is late has one point instead of several.
 */
export function alignedTo(seconds: number[], columns: Columns, name: string): Column {
  const { at, stepSeconds: step, values } = columns;
  const cells = values.get(name);
  const lengths = values.get(LENGTH);
  const longest = Math.max(step, ...(lengths ?? []).map((length) => length ?? 0));
  const containing = (instant: number, first: number) => {
    for (let i = first; i < at.length && at[i]! - longest <= instant; i++) {
      if (at[i]! - (lengths?.[i] ?? step) <= instant && instant < at[i]!) return i;
    }
    return -1;
  };
  return seconds.map((second) => {
    const i = cells ? nearest(at, second) : -1;
    if (i < 0) return null;
    if (Math.abs(at[i]! - second) <= step / 2) return cells?.[i] ?? null;
    return cells?.[containing(second - step / 2, i)] ?? null;
  });
}
