import type { LatencySummary, Run } from '../api/types';

/**
 * What the summary says of a column of the history: the figure of the whole measurement. Nothing
 * where it says nothing, and in a run without a summary.
 */
export function ofWhole(run: Run, column: string): number | null {
  if (column === 'series/throughputPerSecond') return run.throughputPerSecond;
  if (column === 'series/targetPerSecond') return run.targetPerSecond;
  const [kind, operation, measure, percentile] = column.split('/');
  const of = kind === 'operation' ? run.summary?.operations[operation ?? ''] : undefined;
  if (!of || measure === undefined) return null;
  if (measure === 'throughputPerSecond') return of.throughputPerSecond;
  const latency = measure === 'responseNanos' ? of.responseNanos : of.serviceNanos;
  const value = latency?.[percentile as keyof LatencySummary];
  return typeof value === 'number' ? value : null;
}
