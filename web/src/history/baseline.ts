import type { Baseline, Column, Run } from '../api/types';
import type { HistoryQuery } from '../api/client';
import type { History } from '../api/types';
import { alignedTo } from './aligned';
import { columnsOf, emptyColumns, type Columns } from './columns';
import { ASKED_POINTS, type Window } from './range';

/** The prefix of the baseline's columns, which are stored with those of the run. */
export const BASELINE = 'baseline/';

/** Seconds to load beyond the end of a moving range, so that not every second needs a request. */
const AHEAD = 600;

/** The baseline of a run's target: an ended run. Its seconds count from its own start. */
export class BaselineRun {
  private columns: Columns = emptyColumns();
  private held: Window | null = null;
  private asked: Window | null = null;

  constructor(
    readonly baseline: Baseline,
    readonly run: Run,
    private readonly fetch: (query: HistoryQuery) => Promise<History>,
  ) {}

  /** Loads a range unless it is already loaded; returns whether it was loaded. */
  async show({ from, to, step }: Window): Promise<boolean> {
    const covers = (window: Window | null) =>
      window !== null && window.step === step && window.from <= from && window.to >= to;
    if (covers(this.held) || covers(this.asked)) return false;
    const asked = { from: Math.max(0, Math.floor(from)), to: Math.ceil(to) + Math.max(AHEAD, step), step };
    this.asked = asked;
    try {
      const history = await this.fetch({ ...asked, points: ASKED_POINTS * 2, heat: false });
      if (this.asked !== asked) return false;
      this.columns = columnsOf(history);
      this.held = asked;
    } finally {
      if (this.asked === asked) this.asked = null;
    }
    return true;
  }

  /** The values of a column at these seconds; null if the baseline has none. */
  at(name: string, seconds: number[]): Column {
    return alignedTo(seconds, this.columns, name);
  }
}

/** The relative difference between a value and that of the baseline; null if it is unknown. */
export function deltaOf(value: number | null | undefined, base: number | null | undefined): number | null {
  if (value === null || value === undefined || base === null || base === undefined || base === 0) return null;
  return value / base - 1;
}

/** A difference in percent with its sign: `+2.1 %`, `-13 %`, `±0 %`. */
export function deltaText(delta: number | null): string {
  if (delta === null || !Number.isFinite(delta)) return '';
  const percent = delta * 100;
  const size = Math.abs(percent);
  if (size < 0.05) return '±0 %';
  const shown = size < 9.95 ? size.toFixed(1) : Math.round(size).toString();
  return `${percent > 0 ? '+' : '−'}${shown} %`;
}
