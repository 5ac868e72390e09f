import type { Column } from '../api/types';
import { columnIn, type Columns } from '../history/columns';
import { bridged } from '../history/readings';

/** Two runs on one axis: seconds since the start of each. */
export function overlaid(
  a: Columns | null,
  b: Columns | null,
  name: string,
): [number[], Column, Column] {
  const pointsOf = (columns: Columns | null): Map<number, number | null | undefined> => {
    const cells = columns ? columnIn(columns, name) : undefined;
    if (!columns || !cells) return new Map();
    // Telemetry is read every few seconds: the line skips the points between two readings.
    const line = name.startsWith('telemetry/') ? bridged(columns.at, cells) : cells.map((cell) => cell ?? null);
    return new Map(columns.at.map((at, i) => [Math.round(at * 10) / 10, line[i]]));
  };
  const [ofA, ofB] = [pointsOf(a), pointsOf(b)];
  const at = [...new Set([...ofA.keys(), ...ofB.keys()])].sort((x, y) => x - y);
  return [at, onAxis(at, ofA), onAxis(at, ofB)];
}

/**
 * One run's cells on the common axis. A point that only the other run has is undefined, and the line
 * skips it; a null of this run is a gap.
 */
function onAxis(at: number[], points: Map<number, number | null | undefined>): Column {
  return at.map((second) => points.get(second)) as Column;
}

/** A relative shift, such as `+12.3 %`. Error shares shift in percentage points. */
export function shiftText(shift: number, figure: string): string {
  if (!Number.isFinite(shift)) return '–';
  const percent = shift * 100;
  const text = `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent).toFixed(Math.abs(percent) < 10 ? 2 : 1)}`;
  return figure === 'errors' ? `${text} points` : `${text} %`;
}
