import type { History } from '../api/types';
import type { HistoryQuery } from '../api/client';
import { append, columnsOf, cut, emptyColumns, trim, type Columns } from './columns';
import { ASKED_POINTS, MOST_POINTS, boundsOf, stepFor, type Range } from './range';

export type Fetch = (query: HistoryQuery, signal: AbortSignal) => Promise<History>;

/**
 * The displayed part of a run's history. It loads a range and appends points from the stream. It
 * reloads the range when its step changes, and loads the gap after a lost connection. It contains
 * at most {@link MOST_POINTS} points per series.
 */
export class RunHistory {
  columns: Columns = emptyColumns();
  /** The last second received from the stream, whatever range is displayed. */
  latest: Columns = emptyColumns();
  range: Range = { kind: 'last', seconds: 300 };
  scenario: string | undefined;
  elapsed = 0;
  isLoading = false;
  error: unknown = null;
  private asked: AbortController | null = null;
  private tail = false;

  constructor(
    private readonly fetch: Fetch,
    private readonly changed: () => void,
  ) {}

  /** The bounds of the time axis in seconds: the requested range, up to the elapsed time. */
  bounds(): { from: number; to: number } {
    const at = this.columns.at;
    const last = Math.max(this.elapsed, at.length > 0 ? at[at.length - 1]! : 0);
    const { from, to } = boundsOf(this.range, last);
    return { from, to: Math.max(to ?? last, from + 10) };
  }

  async show(range: Range, scenario: string | undefined = this.scenario): Promise<void> {
    this.range = range;
    this.scenario = scenario;
    await this.load();
  }

  async load(): Promise<void> {
    this.asked?.abort();
    const control = new AbortController();
    this.asked = control;
    this.isLoading = true;
    this.tail = false;
    this.changed();
    try {
      const { from, to } = boundsOf(this.range, this.elapsed);
      const step = stepFor((to ?? this.elapsed) - from);
      const history = await this.fetch(
        { from, to, step, points: ASKED_POINTS, scenario: this.scenario },
        control.signal,
      );
      if (control !== this.asked) return;
      this.columns = columnsOf(history);
      // The server may answer with more points than requested.
      trim(this.columns, MOST_POINTS, -Infinity);
      const at = this.columns.at;
      if (at.length > 0) this.elapsed = Math.max(this.elapsed, at[at.length - 1]!);
      this.error = null;
    } catch (error) {
      if (control !== this.asked) return;
      this.error = error;
    }
    this.isLoading = false;
    this.asked = null;
    this.changed();
  }

  /** Adds one second from the stream. */
  add(history: History): void {
    const point = columnsOf(history);
    const at = point.at[point.at.length - 1];
    if (at === undefined) return;
    this.latest = point;
    const before = this.elapsed;
    this.elapsed = Math.max(this.elapsed, at);
    if (this.range.kind !== 'fixed' && !this.isLoading && !this.tail) this.follow(point, before);
    this.changed();
  }

  /** Loads the points missed during a lost connection. */
  async heal(): Promise<void> {
    if (this.range.kind === 'fixed') return;
    if (this.columns.at.length === 0) await this.load();
    else await this.loadTail();
  }

  private follow(point: Columns, before: number): void {
    const held = this.columns.at;
    const last = held.length > 0 ? held[held.length - 1]! : this.elapsed - 1;
    const from = boundsOf(this.range, this.elapsed).from;
    const step = this.columns.stepSeconds;
    if (held.length > 0 && stepFor(this.elapsed - from) > step) {
      void this.load();
      return;
    }
    if (step === 1 && point.at[0]! - last > 2.5 && before > 0) {
      void this.loadTail();
    } else if (step === 1) {
      append(this.columns, point);
    } else if (this.elapsed - last >= step + 1) {
      void this.loadTail();
    }
    trim(this.columns, MOST_POINTS, from);
  }

  private async loadTail(): Promise<void> {
    if (this.isLoading || this.tail) return;
    this.tail = true;
    const columns = this.columns;
    const held = columns.at.length;
    // The last coarse point was incomplete when it was sent, so it is loaded again.
    const last = columns.stepSeconds > 1 ? (columns.at[held - 2] ?? 0) : columns.at[held - 1]!;
    const from = columns.stepSeconds > 1 ? last : Math.floor(last);
    const control = new AbortController();
    try {
      const step = columns.stepSeconds;
      const history = await this.fetch(
        { from, step, points: ASKED_POINTS, scenario: this.scenario },
        control.signal,
      );
      if (columns !== this.columns) return; // another range was requested in the meantime
      const more = columnsOf(history);
      if (more.at.length > 0 && more.stepSeconds !== step) {
        this.tail = false;
        await this.load();
        return;
      }
      if (more.at.length > 0) cut(columns, last);
      append(columns, more);
      trim(columns, MOST_POINTS, boundsOf(this.range, this.elapsed).from);
    } catch (error) {
      this.error = error;
    } finally {
      this.tail = false;
    }
    this.changed();
  }
}
