import { api } from '../api/client';
import type { Line, LineStep } from '../api/types';
import { withStep } from './line';

/** The trials of a search. */
export class SearchState {
  /** The trials so far; null before the first one, or for a run that is no search. */
  line: Line | null = $state.raw(null);

  /** Creates the state of a run. Nothing is loaded for a run that is no search. */
  constructor(
    private readonly run: string,
    private readonly isSearch: () => boolean,
  ) {}

  async load(): Promise<void> {
    if (!this.isSearch()) return;
    try {
      this.line = await api.line(this.run);
    } catch {
      // Keeps the current line, since a search that was killed early has none.
    }
  }

  /** Adds a step of the stream. */
  add(step: LineStep): void {
    this.line = withStep(this.line, step) ?? this.line;
    if (this.line?.trials.at(-1)?.number !== step.trial.number) void this.load();
  }
}
