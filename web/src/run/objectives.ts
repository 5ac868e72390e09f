import type { Objective } from '../api/types';
import { isCensored } from '../draw/censored';
import type { Columns } from '../history/columns';
import type { Period } from './periods';

/** The properties of a run that determine which column an objective bounds. */
export interface Shown {
  isClosed: boolean;
  /** The displayed scenario, or `all`. */
  scenario: string;
}

/** A line across a chart at the bound of an objective. */
export interface Bound {
  value: number;
  text: string;
}

/** The seconds of a range in which an objective could be judged, and in which it was missed. */
export interface Burn {
  judged: number;
  missed: number;
  /** Start of the first missed second; null if there is none. */
  first: number | null;
}

const LATENCY = /^(?:mean|max|p\d+)$/;
const ERRORS = ['failed', 'timedOut', 'notSent', 'shed'].map((name) => `series/${name}`);
const ANSWERS = ['succeeded', 'notFound'].map((name) => `series/${name}`);

/**
 * The name of an objective's operation in the displayed scenario; null if it belongs to another
 * one.
 */
function operationOf(objective: Objective, scenario: string): string | null {
  const slash = objective.operation.lastIndexOf('/');
  const its = slash < 0 ? 'all' : objective.operation.slice(0, slash);
  return its === scenario ? objective.operation.slice(slash + 1) : null;
}

/** The column of the history that an objective bounds; null if there is none. */
export function columnOf(objective: Objective, { isClosed, scenario }: Shown): string | null {
  const operation = operationOf(objective, scenario);
  if (operation === null || operation === 'consistency' || operation === 'staleness') return null;
  if (LATENCY.test(objective.metric)) {
    return `operation/${operation}/${isClosed ? 'service' : 'response'}Nanos/${objective.metric}`;
  }
  if (objective.metric === 'throughput') {
    return operation === 'all' && scenario === 'all'
      ? 'series/throughputPerSecond'
      : `operation/${operation}/throughputPerSecond`;
  }
  if (objective.metric === 'goodput' && operation === 'all' && scenario === 'all') return 'series/goodputPerSecond';
  return null;
}

/** Whether the share of errors in a second can be computed for an objective. */
function boundsErrors(objective: Objective, shown: Shown): boolean {
  return objective.metric === 'errors' && objective.operation === 'all' && shown.scenario === 'all';
}

/** The share of operations that ended with an error; null if none has ended. */
export function errorShare(columns: Columns, i: number): number | null {
  const sum = (names: string[]) => names.reduce((all, name) => all + (columns.values.get(name)?.[i] ?? 0), 0);
  const bad = sum(ERRORS);
  const all = bad + sum(ANSWERS);
  return all > 0 ? bad / all : null;
}

function isMissed(objective: Objective, value: number): boolean {
  return objective.comparison === 'below' ? value >= objective.bound : value <= objective.bound;
}

/**
 * The seconds of the measurement in which an objective was missed. Seconds that the generator made
 * invalid are left out, except during a stall. A percentile among unanswered operations exceeds
 * every bound. The same holds for a second without answers in a stall. Null if there is no column
 * for the objective.
 */
export function burnOf(objective: Objective, columns: Columns, shown: Shown, periods: Period[]): Burn | null {
  const column = columnOf(objective, shown);
  if (column === null && !boundsErrors(objective, shown)) return null;
  const cells = column === null ? undefined : columns.values.get(column);
  const stalls = periods.filter(({ kind }) => kind === 'stall');
  const isLatency = LATENCY.test(objective.metric);
  const burn: Burn = { judged: 0, missed: 0, first: null };
  columns.at.forEach((at, i) => {
    if (columns.phase[i] !== 'measure') return;
    const value = column === null ? errorShare(columns, i) : (cells?.[i] ?? null);
    const from = at - columns.stepSeconds;
    const isStalled = stalls.some((stall) => overlap(from, at, stall) >= columns.stepSeconds / 2);
    if (columns.validity[i] === 'invalid' && !isStalled) return;
    let missed: boolean;
    if (value !== null) missed = isMissed(objective, value);
    else if (!isLatency) return;
    else if (isCensored(columns, column!, i)) missed = true;
    else if (isStalled) missed = true;
    else return;
    burn.judged += columns.stepSeconds;
    if (!missed) return;
    burn.missed += columns.stepSeconds;
    burn.first ??= Math.max(0, from);
  });
  return burn;
}

function overlap(from: number, to: number, period: Period): number {
  return Math.min(to, period.to) - Math.max(from, period.from);
}

/** The bounds of the objectives on some columns, as lines of a chart of these columns. */
export function boundsOn(names: string[], objectives: Objective[], shown: Shown): Bound[] {
  return objectives
    .filter((objective) => {
      const column = columnOf(objective, shown);
      if (column === null) return false;
      // An objective on a percentile that is switched off is still an objective on this latency.
      const measure = LATENCY.test(objective.metric) ? column.slice(0, column.lastIndexOf('/') + 1) : column;
      return names.some((name) => name.startsWith(measure));
    })
    .map(({ bound, objective }) => ({ value: bound, text: objective }));
}
