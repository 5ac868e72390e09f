import { api } from '../api/client';
import type { Scopes } from '../api/types';
import { FLEET } from '../fleet/places';

/**
 * The values that were set in a fleet's run, by scope, and the scope for which parameters are
 * displayed.
 */
export class ScopeState {
  scope: string = $state(FLEET);
  scopes: Scopes = $state.raw({ scopes: [], nodes: [] });

  constructor(private readonly run: string) {}

  /** Whether the scope is only a part of the fleet. */
  get isPart(): boolean {
    return this.scope !== FLEET;
  }

  async load(): Promise<void> {
    try {
      this.scopes = await api.scopes(this.run);
    } catch {
      // Keeps the displayed values; the next change or request loads them.
    }
  }

  /** Removes all values that were set for a scope. */
  async clear(scope: string): Promise<void> {
    this.scopes = await api.clearScope(this.run, scope);
  }
}
