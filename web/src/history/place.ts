import type { IntervalQuery } from '../api/client';
import type { Column, History, NodeIntervals } from '../api/types';
import { alignedTo } from './aligned';
import { append, columnsOf, cut, emptyColumns, trim, type Columns } from './columns';
import { MOST_POINTS, type Window } from './range';

/** The prefix of the columns of a part of the fleet, which are stored with those of the run. */
export const PLACE = 'place/';

/**
 * Number of points that are loaded again, because late results of a node are added to earlier
 * seconds.
 */
const AGAIN = 5;

const QUANTILES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99, p999: 0.999, max: 1 } as const;
type Name = keyof typeof QUANTILES;

/**
 * The rule for the run's own points: a high percentile with less than one operation beyond it is
 * not a number.
 */
function isNumber(quantile: number, operations: number): boolean {
  return quantile < 0.95 || quantile === 1 || operations * (1 - quantile) >= 1 - 1e-9;
}

/**
 * Converts the seconds of some nodes to a run's history, so that charts find them by the same
 * names.
 */
export function historyOf(its: NodeIntervals, stepSeconds: number): History {
  const { latency } = its;
  const isOf = (measure: string, i: number) => latency.measure[i] === measure;
  const latencies = (measure: 'response' | 'service'): Record<string, Column> => {
    const of: Record<string, Column> = {
      unanswered: latency.unanswered.map((count, i) => (isOf(measure, i) ? count : null)),
    };
    for (const name of Object.keys(QUANTILES) as Name[]) {
      of[name] = latency[`${name}Nanos`].map((nanos, i) => {
        const ended = (its.throughputPerSecond[i] ?? 0) * stepSeconds + (latency.unanswered[i] ?? 0);
        return isOf(measure, i) && isNumber(QUANTILES[name], ended) ? nanos : null;
      });
    }
    return of;
  };
  const { at, lengthSeconds, phase, targetPerSecond, throughputPerSecond, errorsPerSecond } = its;
  const { inFlight, backlog, lagP99Nanos } = its;
  return {
    stepSeconds,
    startedAt: '',
    at,
    phase,
    validity: at.map(() => null),
    series: { lengthSeconds, targetPerSecond, throughputPerSecond, inFlight, backlog, lagP99Nanos },
    operations: {
      all: {
        throughputPerSecond,
        errorsPerSecond,
        responseNanos: latencies('response'),
        serviceNanos: latencies('service'),
      },
    },
    failures: {},
  };
}

/**
 * The seconds of a node, a rack or a datacenter of a run. The server stores only the latest ones.
 * Loaded seconds remain here, up to the number of points of a run.
 */
export class PlaceSeconds {
  columns: Columns = emptyColumns();
  private held: Window | null = null;
  private isAsked = false;

  constructor(private readonly fetch: (query: IntervalQuery) => Promise<NodeIntervals>) {}

  /**
   * Loads a range: the whole range if another one was loaded before, otherwise only later points.
   * @param now the time of the run
   * @returns whether anything was loaded
   */
  async show({ from, to, step }: Window, now: number): Promise<boolean> {
    const { held } = this;
    const end = Math.min(to, now);
    const isNext = held !== null && held.step === step && held.from <= from && from <= held.to;
    if (this.isAsked || (isNext && end < held.to + (step > 1 ? step : 0.5))) return false;
    this.isAsked = true;
    try {
      const wanted = isNext ? Math.max(from, held.to - AGAIN * step) : from;
      const first = Math.max(0, Math.floor(wanted / step) * step);
      const more = columnsOf(historyOf(await this.fetch({ from: first, to: Math.ceil(end) + step, step }), step));
      // The first point may cover only a part of its time.
      trim(more, MOST_POINTS, first > 0 ? first + step / 2 : 0);
      this.take(more, from, isNext);
      this.held = { from, to: end, step };
    } finally {
      this.isAsked = false;
    }
    return true;
  }

  /**
   * Makes the next {@link show} load the last points again, since those of an ended run are
   * complete.
   */
  stale(): void {
    if (this.held) this.held = { ...this.held, to: this.held.to - AGAIN * this.held.step };
  }

  private take(more: Columns, from: number, isNext: boolean): void {
    const first = more.at[0] ?? Infinity;
    const last = this.columns.at.at(-1) ?? -Infinity;
    const isSameStep = this.columns.stepSeconds === more.stepSeconds && this.columns.at.length > 0;
    // The server may have dropped seconds of this range that are still here.
    const isOlder = last >= from && this.columns.at[0]! < first;
    if (isSameStep && (isNext || isOlder)) {
      cut(this.columns, Math.min(first - more.stepSeconds / 2, last));
      append(this.columns, more);
    } else {
      this.columns = more;
    }
    trim(this.columns, MOST_POINTS, -Infinity);
  }

  /** Whether a column has any value. */
  has(name: string): boolean {
    return this.columns.values.get(name)?.some((cell) => cell !== null) === true;
  }

  /** The values of a column at these seconds; null if there is none. */
  at(name: string, seconds: number[]): Column {
    return alignedTo(seconds, this.columns, name);
  }
}
