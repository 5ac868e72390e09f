import { describe, expect, it } from 'vitest';
import type { Column, History, RunRow } from '../api/types';
import { NO_SPARK, SPARK_POINTS, withHistory, withSecond } from './spark';

const row = (throughput: number, p99: number | null = 1e6) =>
  ({ throughputPerSecond: throughput, p99Nanos: p99 }) as RunRow;
const history = (response: Column, service: Column): History => ({
  stepSeconds: 1,
  startedAt: '2026-11-21T10:00:00Z',
  at: response.map((_, i) => i + 1),
  phase: response.map(() => 'measure'),
  validity: response.map(() => 'valid'),
  series: { throughputPerSecond: response.map((_, i) => (i + 1) * 10) },
  operations: {
    all: { throughputPerSecond: [], responseNanos: { p99: response }, serviceNanos: { p99: service } },
  },
  failures: {},
});

describe('the sparkline of a run', () => {
  it('is a new one each second, so that the page draws it', () => {
    const first = withSecond(NO_SPARK, row(10));
    const second = withSecond(first, row(20));
    expect(second).not.toBe(first);
    expect(first.throughput).toEqual([10]);
    expect(second.throughput).toEqual([10, 20]);
  });

  it('has the last seconds only', () => {
    let spark = NO_SPARK;
    for (let i = 0; i < 200; i++) spark = withSecond(spark, row(i));
    expect(spark.throughput.length).toBe(SPARK_POINTS);
    expect(spark.throughput.at(-1)).toBe(199);
  });

  it('starts with the history before the page was opened', () => {
    const spark = withSecond(NO_SPARK, row(33, 3e6));
    expect(withHistory(spark, history([1e6, 2e6, 2.9e6], [null, null, null]))).toEqual({
      throughput: [10, 20, 33],
      p99: [1e6, 2e6, 3e6],
    });
  });

  it('has the service times of a closed run, which has no response times', () => {
    const spark = withSecond(NO_SPARK, row(33, 3e6));
    const closed = history([null, null, null], [1e5, 2e5, 3e5]);
    expect(withHistory(spark, closed).p99).toEqual([1e5, 2e5, 3e6]);
  });
});
