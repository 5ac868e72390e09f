import { describe, expect, it } from 'vitest';
import type { History } from '../api/types';
import type { HistoryQuery } from '../api/client';
import { append, columnsOf, latest, namesUnder, trim } from './columns';
import { RunHistory } from './history';
import { boundsOf, stepFor } from './range';

function history(at: number[], step = 1, more: Partial<History> = {}): History {
  return {
    stepSeconds: step,
    startedAt: '2026-11-21T10:00:00Z',
    at,
    phase: at.map(() => 'measure'),
    validity: at.map(() => 'valid'),
    series: { throughputPerSecond: at.map((second) => second * 10) },
    operations: {
      all: {
        throughputPerSecond: at.map(() => 1),
        responseNanos: { p99: at.map((second) => second * 1000) },
        serviceNanos: null,
      },
    },
    failures: {},
    ...more,
  };
}

const seconds = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) }, (_, i) => from + (i + 1) * step);

/** A server with every second of a run up to now. */
function served() {
  const asked: HistoryQuery[] = [];
  const server = { now: 0 };
  const fetch = async (query: HistoryQuery) => {
    asked.push(query);
    const step = query.step ?? 1;
    const from = Math.ceil((query.from ?? 0) / step) * step;
    const end = Math.min(query.to ?? server.now, server.now);
    const at = seconds(from, end, step);
    // The last point is incomplete.
    if (step > 1 && end > (at.at(-1) ?? from) && end > from) at.push(end);
    return history(at, step);
  };
  return { asked, server, fetch };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('columns', () => {
  it('stay of equal length when one failure code appears and another disappears', () => {
    const columns = columnsOf(history([1, 2], 1, { failures: { timeout: [1, 2] } }));
    append(columns, columnsOf(history([3], 1, { failures: { refused: [7] } })));
    expect(columns.values.get('failure/timeout')).toEqual([1, 2, 0]);
    expect(columns.values.get('failure/refused')).toEqual([0, 0, 7]);
    expect(namesUnder(columns, 'failure')).toEqual(['timeout', 'refused']);
  });

  it('ignore a second that they have', () => {
    const columns = columnsOf(history([1, 2, 3]));
    expect(append(columns, columnsOf(history([2, 3, 4])))).toBe(1);
    expect(columns.at).toEqual([1, 2, 3, 4]);
    expect(columns.values.get('series/throughputPerSecond')).toEqual([10, 20, 30, 40]);
  });

  it('drop codes whose last point was trimmed', () => {
    const columns = columnsOf(history([1, 2], 1, { failures: { old: [5, 0] } }));
    trim(columns, 1, -Infinity);
    expect(columns.at).toEqual([2]);
    expect(namesUnder(columns, 'failure')).toEqual([]);
  });

  it('return the latest value, not an old one', () => {
    const columns = columnsOf(history([1, 2, 3, 4, 5]));
    columns.values.set('x', [1, null, null, null, null]);
    expect(latest(columns, 'x')).toBeNull();
    columns.values.set('x', [null, null, null, 4, null]);
    expect(latest(columns, 'x')).toBe(4);
  });
});

describe('ranges', () => {
  it('never ask for more than 1,800 points', () => {
    for (const span of [60, 1800, 1801, 90_000, 604_800, 2_600_000]) {
      expect(span / stepFor(span)).toBeLessThanOrEqual(1800);
    }
  });

  it('of the last minute follow the run', () => {
    expect(boundsOf({ kind: 'last', seconds: 60 }, 100.4)).toEqual({ from: 40, to: undefined });
    expect(boundsOf({ kind: 'last', seconds: 60 }, 10)).toEqual({ from: 0, to: undefined });
  });
});

describe('the history of a run', () => {
  it('appends points from the stream', async () => {
    const { server, fetch, asked } = served();
    const run = new RunHistory(fetch, () => {});
    server.now = 30;
    run.elapsed = 30;
    await run.load();
    run.add(history([31]));
    expect(run.columns.at.at(-1)).toBe(31);
    expect(asked).toHaveLength(1);
  });

  it('asks for the gap when a second is missing', async () => {
    const { server, fetch, asked } = served();
    const run = new RunHistory(fetch, () => {});
    server.now = 30;
    run.elapsed = 30;
    await run.load();
    server.now = 40;
    run.add(history([40]));
    await settled();
    expect(asked[1]).toMatchObject({ from: 30, step: 1 });
    expect(run.columns.at).toEqual(seconds(0, 40));
  });

  it('loads the missed points after a lost connection', async () => {
    const { server, fetch } = served();
    const run = new RunHistory(fetch, () => {});
    server.now = 30;
    run.elapsed = 30;
    await run.load();
    server.now = 95;
    await run.heal();
    expect(run.columns.at).toEqual(seconds(0, 95));
  });

  it('of a day holds at most 2,000 points and changes its step automatically', async () => {
    const { server, fetch } = served();
    const run = new RunHistory(fetch, () => {});
    await run.show({ kind: 'whole' });
    const steps = new Set<number>();
    for (let second = 1; second <= 86_400; second++) {
      server.now = second;
      run.add(history([second]));
      if (run.isLoading || second % 10 === 0) await settled0();
      steps.add(run.columns.stepSeconds);
      expect(run.columns.at.length).toBeLessThanOrEqual(2000);
    }
    expect([...steps]).toEqual([1, 10, 60]);
    expect(run.columns.at.at(-1)!).toBeGreaterThan(86_400 - 121);
    for (const cells of run.columns.values.values()) {
      expect(cells).toHaveLength(run.columns.at.length);
    }
    const partial = run.columns.at.slice(0, -1).filter((at) => at % 60 !== 0);
    expect(partial).toEqual([]);
  }, 60_000); // 86,400 steps take seconds on a busy machine

  it('drops points that leave the window', async () => {
    const { server, fetch } = served();
    const run = new RunHistory(fetch, () => {});
    await run.show({ kind: 'last', seconds: 60 });
    for (let second = 1; second <= 500; second++) {
      server.now = second;
      run.add(history([second]));
    }
    await settled();
    expect(run.columns.at[0]).toBeGreaterThanOrEqual(439);
    expect(run.columns.at.at(-1)).toBe(500);
  });

  it('does not move a fixed range, but still has the latest second', async () => {
    const { server, fetch } = served();
    const run = new RunHistory(fetch, () => {});
    server.now = 100;
    run.elapsed = 100;
    await run.show({ kind: 'fixed', from: 10, to: 20 });
    run.add(history([101]));
    expect(run.columns.at).toEqual(seconds(10, 20));
    expect(run.latest.at).toEqual([101]);
    expect(run.elapsed).toBe(101);
  });

  it('keeps its points and reports the error when the server does not answer', async () => {
    const { server, fetch } = served();
    let isDown = false;
    const run = new RunHistory((query) => {
      if (isDown) return Promise.reject(new Error('down'));
      return fetch(query);
    }, () => {});
    server.now = 10;
    run.elapsed = 10;
    await run.load();
    isDown = true;
    await run.heal();
    expect(run.columns.at).toHaveLength(10);
    expect(run.error).toBeInstanceOf(Error);
  });
});

async function settled0(): Promise<void> {
  for (let i = 0; i < 6; i++) await Promise.resolve();
}

describe('the heat map of a page that was opened before the load began', () => {
  const heat = (measure: 'response' | 'service', cells: [number, number][][]) => ({
    heat: { edgesNanos: [1, 2, 3], measure, cells },
  });

  it('is of response times as soon as there are some', () => {
    const columns = columnsOf(history([], 1, heat('service', [])));
    append(columns, columnsOf(history([1], 1, heat('service', [[]]))));
    append(columns, columnsOf(history([2], 1, heat('response', [[[0, 5]]]))));
    expect(columns.heatMeasure).toBe('response');
    // A second without answers.
    append(columns, columnsOf(history([3], 1, heat('service', [[]]))));
    expect(columns.heatMeasure).toBe('response');
  });
});
