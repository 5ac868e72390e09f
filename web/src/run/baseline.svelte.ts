import { api } from '../api/client';
import type { Run } from '../api/types';
import { BaselineRun } from '../history/baseline';
import type { RunHistory } from '../history/history';
import { notices } from '../shell/notices.svelte';

/** The baseline of a run's target, and whether it is the run itself. */
export class BaselineState {
  /** The baseline to compare with; null if there is none, or if it is this run. */
  found: BaselineRun | null = $state.raw(null);
  isMine = $state(false);

  constructor(private readonly history: RunHistory, private readonly changed: () => void) {}

  /** Loads the baseline of the target, if there is one. */
  async load({ id, target }: Run): Promise<void> {
    const { baselines } = await api.baselines();
    const mine = baselines.find((each) => each.target === target);
    this.isMine = mine?.run === id;
    if (!mine || this.isMine) {
      this.found = null;
      return;
    }
    const run = await api.run(mine.run);
    this.found = new BaselineRun(mine, run, (query) => api.history(mine.run, query));
    await this.show();
  }

  /** Loads the part of the baseline that the displayed range needs. */
  async show(): Promise<void> {
    const step = this.history.columns.stepSeconds;
    const isLoaded = await this.found?.show({ ...this.history.bounds(), step }).catch(() => false);
    if (isLoaded) this.changed();
  }

  /** Makes a run the baseline of its target, or removes the baseline. */
  async mark(run: Run, isOn: boolean): Promise<void> {
    try {
      await (isOn ? api.markBaseline(run.id) : api.unmarkBaseline(run.id));
      notices.done(isOn ? 'This run is the baseline of its target.' : 'The target has no baseline.');
      await this.load(run);
    } catch (error) {
      notices.failed(error);
    }
  }
}
