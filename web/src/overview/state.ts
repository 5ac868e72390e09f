import type { Run, RunRow } from '../api/types';

/** Whether a live run sends no operations, because its reads and writes are switched off. */
export function isPaused(run: RunRow | Run): boolean {
  if (!run.isLive) return false;
  if ('switches' in run) return !run.switches.reads && !run.switches.writes;
  return run.isPaused ?? false;
}

/**
 * The state of a run for its badge.
 * @param isConnected whether the state of a live run is known to be current
 */
export function stateOf(run: RunRow | Run, isConnected = true): string {
  if (!run.isLive) return run.state;
  if (!isConnected) return 'no connection';
  return run.state === 'running' && isPaused(run) ? 'paused' : run.state;
}
