import { api } from '../api/client';
import type { Change, Parameter, Schedule } from '../api/types';
import { notices } from '../shell/notices.svelte';
import { ScopeState } from './scope.svelte';

/** The parameters of a run, their scheduled changes, and the changes that were made. */
export class ParameterState {
  list: Parameter[] = $state.raw([]);
  scheduled: Schedule[] = $state.raw([]);
  changes: Change[] = $state.raw([]);
  readonly scoped: ScopeState;
  private requests = 0;

  /** Creates the state of a run. Scopes are only loaded while the run has any. */
  constructor(
    private readonly run: string,
    private readonly hasScopes: () => boolean,
  ) {
    this.scoped = new ScopeState(run);
  }

  /** The value of a parameter; undefined if it is not known. */
  valueOf(name: string): string | null | undefined {
    return this.list.find(({ path }) => path === name)?.value;
  }

  async load(): Promise<void> {
    const number = ++this.requests;
    try {
      const [list, changes] = await Promise.all([
        api.parameters(this.run),
        api.changes(this.run),
        this.hasScopes() ? this.scoped.load() : null,
      ]);
      if (number !== this.requests) return; // a later request has a newer answer
      this.list = list.parameters;
      this.scheduled = list.scheduled ?? [];
      this.changes = changes.changes;
    } catch (error) {
      if (this.list.length === 0) notices.failed(error);
    }
  }
}
