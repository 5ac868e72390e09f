import { describe, expect, it } from 'vitest';
import type { TargetHealth } from '../api/types';
import { observedText, verdictsOf, type Judged } from './verdict';

const RUN: Judged = {
  id: 'a',
  name: 'a',
  target: 'sim:',
  state: 'running',
  phase: 'measure',
  startedAt: '2026-11-21T10:00:00Z',
  elapsedNanos: 60e9,
  validity: 'valid',
  slo: 'none',
  health: null,
  targetPerSecond: 100,
  throughputPerSecond: 100,
  p99Nanos: 1e6,
  p99AboveNanos: null,
  errorShare: 0,
  tags: [],
  notes: null,
  isLive: true,
  generators: [],
  problem: null,
};
const ANSWERS: TargetHealth = { state: 'answers', slos: [] };
const tones = (run: Judged) => Object.fromEntries(verdictsOf(run).map(({ kind, state, tone }) => [kind, `${state} ${tone}`]));

describe('the badges of a run', () => {
  it('are the verdict of the generator and the health of the target', () => {
    expect(tones({ ...RUN, health: ANSWERS })).toEqual({ generator: 'valid good', target: 'answers good' });
    expect(tones({ ...RUN, health: ANSWERS, errorShare: 0.2 })).toMatchObject({ target: 'answers warn' });
  });

  it('are never green with 100 % errors or without answers', () => {
    const bad: Judged[] = [
      { ...RUN, health: { state: 'failing', slos: [] }, errorShare: 1 },
      { ...RUN, health: { state: 'stalled', noAnswerSinceNanos: 42e9, slos: [] }, errorShare: null },
      { ...RUN, isLive: false, state: 'finished', errorShare: 1 },
      { ...RUN, isLive: false, state: 'killed', errorShare: 0.93 },
    ];
    for (const run of bad) {
      expect(Object.values(tones(run)).join()).not.toContain('good');
      expect(tones(run)).toHaveProperty('target');
    }
  });

  it('say what they are of, and why', () => {
    const findings = [{ code: 'saturated', text: 'The generator used 2.0 of 2 cores.' }];
    const [live] = verdictsOf({ ...RUN, validity: 'suspect', findings });
    expect(live).toMatchObject({ state: 'suspect', tone: 'warn', why: ['The generator used 2.0 of 2 cores.'] });
    expect(live!.of).toMatch(/^Of the measurement so far\./);
    const stalled = verdictsOf({ ...RUN, health: { state: 'stalled', noAnswerSinceNanos: 42e9, slos: [] } })[1]!;
    expect(stalled.why).toContain('No answer since 0:42.');
  });

  it('have each objective with what was seen', () => {
    const slos = [
      { objective: 'p99<20ms', result: 'failed' as const, observedAbove: 2.3e9, missedSinceNanos: 42e9 },
      { objective: 'errors<1%', result: 'passed' as const, observed: 0 },
    ];
    const slo = verdictsOf({ ...RUN, slo: 'failed', health: { ...ANSWERS, slos } }).find(({ kind }) => kind === 'SLO')!;
    expect(slo.tone).toBe('bad');
    expect(slo.why).toEqual(['p99<20ms: failed (> 2.30 s), since 0:42', 'errors<1%: passed (0 %)']);
  });

  it('are few for a run that has ended well', () => {
    expect(tones({ ...RUN, isLive: false, state: 'finished' })).toEqual({ generator: 'valid good' });
  });
});

it('formats what an objective bounds in its unit', () => {
  expect(observedText('search/read.p999≤20ms', { observed: 1.5e6 })).toBe('1.50 ms');
  expect(observedText('throughput>9.5k', { observed: 12_000 })).toBe('12.0k/s');
  expect(observedText('driver.restarts<1', { observed: 3 })).toBe('3');
  expect(observedText('redis.used_memory_bytes<10m', { observed: 1_140_000 })).toBe('1.14 MB');
  expect(observedText('sim.queue_seconds<1s', { observed: 0.25 })).toBe('250 ms');
  expect(observedText('p99<1ms', {})).toBe('');
});
