import type { Column, History, RunRow } from '../api/types';

export const SPARK_POINTS = 90;

/** The last seconds of a run, for the overview. It is immutable: each second creates a new one. */
export interface Spark {
  readonly throughput: Column;
  readonly p99: Column;
}

export const NO_SPARK: Spark = { throughput: [], p99: [] };

/** The line with one more second. */
export function withSecond(spark: Spark, run: RunRow): Spark {
  return {
    throughput: [...spark.throughput.slice(1 - SPARK_POINTS), run.throughputPerSecond],
    p99: [...spark.p99.slice(1 - SPARK_POINTS), run.p99Nanos],
  };
}

/** The line with earlier seconds from the history. A closed run has no response times. */
export function withHistory(spark: Spark, history: History): Spark {
  const all = history.operations['all'];
  const has = (cells: Column | undefined) => cells?.some((cell) => cell !== null) ?? false;
  const response = all?.responseNanos?.['p99'];
  const latency = has(response) ? response : all?.serviceNanos?.['p99'];
  const length = history.at.length;
  const column = (cells: Column | undefined, known: Column): Column => {
    const past = cells ?? Array<null>(length).fill(null);
    return [...past.slice(0, Math.max(0, length - known.length)), ...known].slice(-SPARK_POINTS);
  };
  return {
    throughput: column(history.series['throughputPerSecond'], spark.throughput),
    p99: column(latency, spark.p99),
  };
}
