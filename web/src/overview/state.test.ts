import { describe, expect, it } from 'vitest';
import type { Run, RunRow } from '../api/types';
import { isPaused, stateOf } from './state';

const ROW = { state: 'running', isLive: true, isPaused: false } as RunRow;

describe('the state of a run', () => {
  it('is paused while reads and writes are off', () => {
    expect(stateOf(ROW)).toBe('running');
    expect(stateOf({ ...ROW, isPaused: true })).toBe('paused');
    const run = { ...ROW, switches: { fill: false, reads: false, writes: false } } as Run;
    expect(stateOf(run)).toBe('paused');
    expect(stateOf({ ...run, switches: { fill: false, reads: true, writes: false } })).toBe('running');
  });

  it('is that of its end once it has ended, or is stopping', () => {
    const switches = { fill: false, reads: false, writes: false };
    expect(stateOf({ ...ROW, isLive: false, state: 'finished', switches } as Run)).toBe('finished');
    expect(isPaused({ ...ROW, isLive: false, switches } as Run)).toBe(false);
    expect(stateOf({ ...ROW, isPaused: true, state: 'stopping' })).toBe('stopping');
  });

  it('is not known without a connection', () => {
    expect(stateOf(ROW, false)).toBe('no connection');
    expect(stateOf({ ...ROW, isLive: false, state: 'killed' }, false)).toBe('killed');
  });
});
