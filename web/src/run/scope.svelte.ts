import { api } from '../api/client';
import type { Scopes } from '../api/types';
import { FLEET } from '../fleet/places';

/** What was set in a run of a fleet by scope, and the scope for which parameters are shown. */
export class ScopeState {
  scope: string = $state(FLEET);
  scopes: Scopes = $state.raw({ scopes: [], nodes: [] });

  constructor(private readonly run: string) {}

  /** Whether the scope is a part of the fleet. */
  get isPart(): boolean {
    return this.scope !== FLEET;
  }

  async load(): Promise<void> {
    try {
      this.scopes = await api.scopes(this.run);
    } catch {
      // Keeps what is shown: the next change, or the next look, loads it.
    }
  }

  /** Undoes everything that was set for a scope. */
  async clear(scope: string): Promise<void> {
    this.scopes = await api.clearScope(this.run, scope);
  }
}
