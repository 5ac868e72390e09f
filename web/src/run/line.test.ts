import { describe, expect, it } from 'vitest';
import type { Line, Trial } from '../api/types';
import { boundOf, curveOf, figureOf, figureShown, markOf, objectivesOf, withStep } from './line';

function trial(number: number, load: number, p99: number | null, more: Partial<Trial> = {}): Trial {
  return {
    number,
    stage: 'find',
    load,
    lengthNanos: 2e9,
    throughputPerSecond: load,
    outcome: 'passed',
    objective: 'p99<10ms',
    stress: 0.5,
    isClose: false,
    reason: '',
    latencyNanos: { p99 },
    ...more,
  };
}
const answer = { kind: 'found', load: 1, low: 1, high: 2, throughputPerSecond: 1, text: '' } as const;
const line = (trials: Trial[]): Line => ({
  method: 'search',
  unit: '/s',
  objectives: [],
  slo: 'undecided',
  line: answer,
  knee: null,
  trials,
  isEnded: false,
});

describe('a line', () => {
  it('adds each trial once, and is reloaded after a gap', () => {
    const one = line([trial(1, 100, 1e6)]);
    const step = (number: number) => ({ line: answer, knee: null, trial: trial(number, 200, 2e6) });
    expect(withStep(one, step(2))?.trials.map(({ number }) => number)).toEqual([1, 2]);
    expect(withStep(one, step(1))?.trials).toHaveLength(1);
    expect(withStep(one, step(3))).toBeNull();
    expect(withStep(null, step(1))).toBeNull();
  });

  it('keeps as many trials as the server does', () => {
    const many = line(Array.from({ length: 2_000 }, (_, i) => trial(i + 1, 100, 1e6)));
    const next = withStep(many, { line: answer, knee: null, trial: trial(2_001, 100, 1e6) });
    expect(next?.trials).toHaveLength(2_000);
    expect(next?.trials.at(-1)?.number).toBe(2_001);
  });

  it('shows the figure of the first latency objective, with its bound', () => {
    expect(figureOf(['errors<0.1%', 'read.p999<20ms'])).toBe('p999');
    expect(boundOf(['errors<0.1%', 'read.p999<20ms'])).toBe(20e6);
    expect(boundOf(['mean<1.5 s'])).toBe(1.5e9);
    expect(figureOf(['throughput>9k'])).toBe('p99');
    expect(boundOf(['throughput>9k'])).toBeNull();
  });

  it('shows a lower percentile if most trials were too short', () => {
    const short = { latencyNanos: { p50: 1e6, p90: 2e6, p99: null } };
    const trials = [trial(1, 100, null, short), trial(2, 200, null, short), trial(3, 300, 5e6)];
    expect(figureShown(['p99<10ms'], trials)).toBe('p90');
    expect(figureShown(['p99<10ms'], [trials[2]!])).toBe('p99');
    expect(figureShown(['p99<10ms'], [])).toBe('p99');
  });

  it('has the longest unspoiled trial of each load on its curve', () => {
    const trials = [
      trial(1, 200, 2e6),
      trial(2, 100, 1e6),
      trial(3, 200, 3e6, { lengthNanos: 4e9 }),
      trial(4, 200, 9e6, { lengthNanos: 9e9, outcome: 'spoiled' }),
      trial(5, 300, null),
    ];
    expect(curveOf(trials, 'p99')).toEqual([
      [100, 1e6],
      [200, 3e6],
    ]);
  });
});

describe('the objectives of a search', () => {
  it('say which of them nobody gave', () => {
    expect(objectivesOf({ objectives: ['p99<10ms', 'errors<1%'], defaults: ['errors<1%'] })).toEqual([
      'p99<10ms',
      'errors<1% (default)',
    ]);
    expect(objectivesOf({ objectives: ['errors<1%'] })).toEqual(['errors<1%']);
  });

  it('mark trials of which more than a tenth failed', () => {
    expect(markOf(trial(1, 100, 1e6))).toBe('');
    expect(markOf(trial(1, 100, 1e6, { latencyNanos: { p99: 1e6, failedShare: 0.95 } }))).toBe('*');
  });
});
