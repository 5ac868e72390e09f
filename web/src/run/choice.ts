export const PERCENTILES = ['mean', 'p50', 'p90', 'p95', 'p99', 'p999', 'p9999', 'max'] as const;
export type Percentile = (typeof PERCENTILES)[number];
export type Measure = 'responseNanos' | 'serviceNanos';

/** The series that the charts of a run show. */
export interface SeriesChoice {
  percentiles: Percentile[];
  operation: string;
  /** The percentile of the chart by operation. */
  perOperation: Percentile;
  isLog: boolean;
}

/** The series on a first visit. */
export const DEFAULTS: SeriesChoice = {
  percentiles: ['p50', 'p99', 'p999'],
  operation: 'all',
  perOperation: 'p99',
  isLog: true,
};
