import type { LatencySummary, OperationSummary, Summary } from '../api/types';
import { isCensored, isSupported } from '../draw/censored';
import { latest, namesUnder, type Columns } from '../history/columns';

export const LATENCIES = ['p50', 'p90', 'p99', 'p999', 'max'] as const;
export type LatencyName = (typeof LATENCIES)[number];
export type Sort = 'operation' | 'rate' | 'errors' | LatencyName;

/** A latency of an operation: a number, a lower bound (the timeout), or none. */
export type Latency = { nanos: number } | 'beyond' | null;

/** An operation in the table of a run. */
export interface OperationRow {
  operation: string;
  perSecond: number | null;
  /** The share of operations that ended with an error; null if none ended. */
  errors: number | null;
  latency: Record<LatencyName, Latency>;
  /** Whether the latencies represent few operations, because more than a tenth failed. */
  isOfFew?: boolean;
}

/** The share of errors above which the latencies represent few operations. */
const FEW_FAILED = 0.1;

type Measure = 'responseNanos' | 'serviceNanos';

function shareOf(errors: number, answered: number): number | null {
  return errors + answered > 0 ? errors / (errors + answered) : null;
}

/**
 * These operations in the last second of the columns; without names, all operations of the columns.
 */
export function rowsNow(
  columns: Columns,
  measure: Measure,
  names: string[] = namesUnder(columns, 'operation'),
): OperationRow[] {
  const last = columns.at.length - 1;
  return names.map((operation) => {
    const perSecond = latest(columns, `operation/${operation}/throughputPerSecond`, 1);
    const errors = latest(columns, `operation/${operation}/errorsPerSecond`, 1);
    const latency = (name: LatencyName): Latency => {
      const column = `operation/${operation}/${measure}/${name}`;
      if (isCensored(columns, column, last)) return 'beyond';
      const nanos = isSupported(columns, column, last) ? latest(columns, column, 1) : null;
      return nanos === null ? null : { nanos };
    };
    return {
      operation,
      perSecond,
      errors: errors === null || perSecond === null ? null : shareOf(errors, perSecond),
      latency: eachLatency(latency),
      isOfFew: errors !== null && perSecond !== null && (shareOf(errors, perSecond) ?? 0) > FEW_FAILED,
    };
  });
}

/** The operations of a whole measurement, for one scenario or for `all`. */
export function rowsOfWhole(summary: Summary, measure: Measure, scenario: string): OperationRow[] {
  const of = scenario === 'probe' ? summary.probe : summary.scenarios?.[scenario];
  const operations = scenario === 'all' ? summary.operations : (of?.operations ?? {});
  return Object.entries(operations)
    .filter(([name]) => !name.includes('/'))
    .map(([operation, its]) => ({
      operation,
      perSecond: its.throughputPerSecond,
      errors: shareOf(errorsOf(its), its.count),
      latency: eachLatency((name) => latencyOf(its[measure], name)),
      isOfFew: its[measure]?.failedShare != null,
    }));
}

/** The share of errors among the operations that ended; null if none did. */
export function errorShareOf(of: OperationSummary): number | null {
  return shareOf(errorsOf(of), of.count);
}

/** Unfinished operations have no outcome, so they are not errors. */
function errorsOf({ failures }: OperationSummary): number {
  return Object.entries(failures).reduce((sum, [code, n]) => sum + (code === 'unfinished' ? 0 : n), 0);
}

function latencyOf(of: LatencySummary | null | undefined, name: LatencyName): Latency {
  if (of?.censored?.includes(name)) return 'beyond';
  const nanos = of?.[name];
  return typeof nanos === 'number' ? { nanos } : null;
}

function eachLatency(of: (name: LatencyName) => Latency): Record<LatencyName, Latency> {
  return Object.fromEntries(LATENCIES.map((name) => [name, of(name)])) as Record<LatencyName, Latency>;
}

/**
 * The sum of all operations first, then the operations by a column. Those without a value are last.
 */
export function sorted(rows: OperationRow[], by: Sort, isDescending: boolean): OperationRow[] {
  const sign = isDescending ? -1 : 1;
  const key = (row: OperationRow): number | null => {
    if (by === 'rate') return row.perSecond;
    if (by === 'errors') return row.errors;
    const latency = row.latency[by as LatencyName];
    return latency === 'beyond' ? Infinity : (latency?.nanos ?? null);
  };
  return rows.toSorted((a, b) => {
    if (a.operation === 'all' || b.operation === 'all') return a.operation === 'all' ? -1 : 1;
    if (by === 'operation') return sign * a.operation.localeCompare(b.operation);
    const [x, y] = [key(a), key(b)];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    return x === y ? a.operation.localeCompare(b.operation) : sign * (x < y ? -1 : 1);
  });
}
