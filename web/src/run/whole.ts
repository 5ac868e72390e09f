import type { LatencySummary, Run } from '../api/types';

/**
 * The value of a history column for the whole measurement, from the summary. Null if it is not in
 * the summary, or if there is no summary.
 */
export function ofWhole(run: Run, column: string): number | null {
  if (column === 'series/throughputPerSecond') return run.throughputPerSecond;
  if (column === 'series/goodputPerSecond') return run.summary?.goodputPerSecond ?? null;
  if (column === 'series/offeredPerSecond') return run.summary?.offeredPerSecond ?? null;
  if (column === 'series/targetPerSecond') return run.targetPerSecond;
  const [kind, operation, measure, percentile] = column.split('/');
  const of = kind === 'operation' ? run.summary?.operations[operation ?? ''] : undefined;
  if (!of || measure === undefined) return null;
  if (measure === 'throughputPerSecond') return of.throughputPerSecond;
  const latency = measure === 'responseNanos' ? of.responseNanos : of.serviceNanos;
  const value = latency?.[percentile as keyof LatencySummary];
  return typeof value === 'number' ? value : null;
}
