import { api } from '../api/client';
import { sentenceOf } from '../api/problem';
import type { RunRow } from '../api/types';

export const PAGE = 50;

/** One page of the list of runs, with the search that selected it. */
export class RunListState {
  rows: RunRow[] = $state.raw([]);
  total = $state(0);
  tags: string[] = $state.raw([]);
  isLoading = $state(true);
  isAnswered = $state(false);
  problem = $state('');
  query = $state('');
  state = $state('');
  tag = $state('');
  sort = $state('started');
  offset = $state(0);
  private asked: AbortController | null = null;

  get isFiltered(): boolean {
    return this.query !== '' || this.state !== '' || this.tag !== '';
  }

  async load(): Promise<void> {
    this.asked?.abort();
    const control = new AbortController();
    this.asked = control;
    this.isLoading = true;
    const { query, state, tag, sort, offset } = this;
    try {
      const list = await api.runs({ query, state, tag, sort, offset, limit: PAGE }, control.signal);
      if (control !== this.asked) return;
      this.rows = list.runs;
      this.total = list.total;
      const seen = new Set([...this.tags, ...(list.tags ?? []), ...list.runs.flatMap((r) => r.tags)]);
      this.tags = [...seen].sort().slice(0, 200);
      this.problem = '';
      this.isAnswered = true;
    } catch (error) {
      if (control !== this.asked) return;
      this.problem = sentenceOf(error);
    }
    this.isLoading = false;
  }

  /** The rows, with live rows replaced by their latest state from the stream. */
  merged(live: RunRow[]): RunRow[] {
    const now = new Map(live.map((run) => [run.id, run]));
    return this.rows.map((row) => {
      const current = now.get(row.id);
      return current ? { ...current, tags: row.tags, notes: row.notes } : row;
    });
  }
}
