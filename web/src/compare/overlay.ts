import type { Column } from '../api/types';
import { columnIn, type Columns } from '../history/columns';
import { bridged } from '../history/readings';

/** A column of a run; `factor` converts seconds to nanoseconds. */
export interface Of {
  columns: Columns | null;
  name: string;
  factor?: number;
}

/** Two runs on one axis: seconds since the start of each. */
export function overlaid(
  a: Columns | null,
  b: Columns | null,
  name: string,
): [number[], Column, Column] {
  const [at, ofA, ofB] = onOneAxis([
    { columns: a, name },
    { columns: b, name },
  ]);
  return [at, ofA!, ofB!];
}

/** Columns of several runs on one axis: seconds since the start of each. */
export function onOneAxis(all: Of[]): [number[], ...Column[]] {
  const points = all.map(pointsOf);
  const at = [...new Set(points.flatMap((each) => [...each.keys()]))].sort((x, y) => x - y);
  return [at, ...points.map((each) => onAxis(at, each))];
}

function pointsOf({ columns, name, factor = 1 }: Of): Map<number, number | null | undefined> {
  const cells = columns ? columnIn(columns, name) : undefined;
  if (!columns || !cells) return new Map();
  const scaled = cells.map((cell) => (cell === null || cell === undefined ? null : cell * factor));
  // Telemetry is read every few seconds, so the line skips the points between two readings.
  const line = name.startsWith('telemetry/') ? bridged(columns.at, scaled) : scaled;
  return new Map(columns.at.map((at, i) => [Math.round(at * 10) / 10, line[i]]));
}

/**
 * One run's cells on the common axis. A point that only the other run has is undefined, and the line
 * skips it; a null of this run is a gap.
 */
function onAxis(at: number[], points: Map<number, number | null | undefined>): Column {
  return at.map((second) => points.get(second)) as Column;
}

/** A relative difference, such as `+12.3 %`. Error shares differ in percentage points. */
export function shiftText(shift: number, figure: string): string {
  if (!Number.isFinite(shift)) return '–';
  const percent = shift * 100;
  const text = `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent).toFixed(Math.abs(percent) < 10 ? 2 : 1)}`;
  return figure === 'errors' ? `${text} points` : `${text} %`;
}
