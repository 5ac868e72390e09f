import { describe, expect, it } from 'vitest';
import type { HistoryQuery } from '../api/client';
import type { History, Run } from '../api/types';
import { BaselineRun, deltaOf, deltaText } from './baseline';

const RATE = 'series/throughputPerSecond';

function rig() {
  const asked: HistoryQuery[] = [];
  const fetch = async (query: HistoryQuery): Promise<History> => {
    asked.push(query);
    const step = query.step ?? 1;
    const at = [1, 2, 3, 4].map((i) => i * step + 0.004);
    return {
      stepSeconds: step,
      startedAt: '2026-11-23T10:00:00Z',
      at,
      phase: at.map(() => 'measure'),
      validity: at.map(() => 'valid'),
      series: { throughputPerSecond: at.map((_, i) => 100 + i) },
      operations: {},
      failures: {},
    };
  };
  return { asked, baseline: new BaselineRun({ target: 'sim:', run: 'b', name: 'b' }, {} as Run, fetch) };
}

describe('the baseline of a target', () => {
  it('is laid over a run second by second, each from its own start', async () => {
    const { baseline } = rig();
    await baseline.show({ from: 0, to: 4, step: 1 });
    expect(baseline.at(RATE, [0.998, 2, 3.01, 9])).toEqual([100, 101, 102, null]);
    expect(baseline.at('series/absent', [1])).toEqual([null]);
  });

  it('is loaded again for another step or range, and not each second', async () => {
    const { asked, baseline } = rig();
    for (const to of [4, 5, 6, 300]) await baseline.show({ from: 0, to, step: 1 });
    expect(asked.length).toBe(1);
    expect(asked[0]).toMatchObject({ from: 0, step: 1, heat: false });
    await baseline.show({ from: 0, to: 3600, step: 10 });
    expect(asked.length).toBe(2);
    expect(baseline.at(RATE, [10, 20])).toEqual([100, 101]);
  });

  it('gives a difference with a sign', () => {
    expect(deltaText(deltaOf(102.1, 100))).toBe('+2.1 %');
    expect(deltaText(deltaOf(87, 100))).toBe('−13 %');
    expect(deltaText(deltaOf(100.01, 100))).toBe('±0 %');
    expect(deltaText(deltaOf(5, 0))).toBe('');
    expect(deltaText(deltaOf(null, 100))).toBe('');
  });
});
