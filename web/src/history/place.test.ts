import { describe, expect, it } from 'vitest';
import type { IntervalQuery } from '../api/client';
import type { NodeIntervals } from '../api/types';
import { columnsOf } from './columns';
import { historyOf, PlaceSeconds } from './place';

const RATE = 'series/throughputPerSecond';

/** Points that end a little after a multiple of the step; the value is the number of the point. */
function intervals(from: number, to: number, step = 1, more: Partial<NodeIntervals['latency']> = {}): NodeIntervals {
  const numbers: number[] = [];
  for (let i = Math.floor(from / step) + 1; i * step <= to; i++) numbers.push(i);
  const cells = (value: number) => numbers.map(() => value);
  return {
    nodes: ['node-3'],
    at: numbers.map((i) => i * step + 0.004),
    lengthSeconds: cells(step),
    phase: numbers.map(() => 'measure'),
    targetPerSecond: cells(2_000),
    throughputPerSecond: numbers,
    errorsPerSecond: cells(0),
    inFlight: cells(1),
    backlog: cells(0),
    lagP99Nanos: cells(9e4),
    latency: {
      measure: numbers.map(() => 'response'),
      p50Nanos: cells(1e6),
      p90Nanos: cells(2e6),
      p95Nanos: cells(3e6),
      p99Nanos: cells(4e6),
      p999Nanos: cells(5e6),
      maxNanos: cells(6e6),
      unanswered: cells(0),
      ...more,
    },
  };
}

function rig(oldest = 0) {
  const asked: IntervalQuery[] = [];
  const server = { oldest };
  const place = new PlaceSeconds(async (query) => {
    asked.push(query);
    return intervals(Math.max(query.from ?? 0, server.oldest), Math.min(query.to ?? Infinity, 5_000), query.step);
  });
  return { asked, place, server };
}

describe('the seconds of a node', () => {
  it('are laid over a run point by point', async () => {
    const { place } = rig();
    await place.show({ from: 0, to: 20, step: 1 }, 20);
    expect(place.at(RATE, [0.998, 2, 3.01, 20.3, 900])).toEqual([1, 2, 3, 20, null]);
    expect(place.at('series/absent', [1])).toEqual([null]);
    expect([place.has(RATE), place.has('operation/all/serviceNanos/p50')]).toEqual([true, false]);
  });

  it('have the point of a late node also where points of others end before it', async () => {
    const late = intervals(0, 10);
    late.at.splice(4, 3, 6.9, 7.1);
    late.lengthSeconds.splice(4, 3, 0.4, 3.1);
    late.throughputPerSecond.splice(4, 3, 1, 2);
    const place = new PlaceSeconds(async () => late);
    await place.show({ from: 0, to: Infinity, step: 1 }, 10);
    expect(place.at(RATE, [5, 6])).toEqual([2, 2]);
  });

  it('have one point for the seconds in which the node was late', async () => {
    const late = intervals(0, 10);
    // The seconds that ended at 5.004 and 6.004 arrived as a part of the one after them.
    for (const column of [late.at, late.lengthSeconds, late.throughputPerSecond]) column.splice(4, 2);
    late.lengthSeconds[4] = 3;
    const place = new PlaceSeconds(async () => late);
    await place.show({ from: 0, to: 10, step: 1 }, 10);
    expect(place.at(RATE, [3, 4, 5, 6, 7, 8])).toEqual([3, 4, 7, 7, 7, 8]);
    const gap = intervals(0, 10);
    for (const column of [gap.at, gap.lengthSeconds, gap.throughputPerSecond]) column.splice(4, 2);
    const other = new PlaceSeconds(async () => gap);
    await other.show({ from: 0, to: 10, step: 1 }, 10);
    expect(other.at(RATE, [4, 5, 6, 7])).toEqual([4, null, null, 7]);
  });

  it('follow a live run: only what came since is loaded, with the last ones again', async () => {
    const { asked, place } = rig();
    for (const now of [20, 20.1, 21, 22]) await place.show({ from: 0, to: now, step: 1 }, now);
    expect(asked.map(({ from }) => from)).toEqual([0, 15, 16]);
    expect(place.columns.at.length).toBe(23);
    expect(new Set(place.columns.at).size).toBe(23);
    place.stale();
    await place.show({ from: 0, to: 22, step: 1 }, 22);
    expect(asked.length).toBe(4);
  });

  it('stay when the server has forgotten them', async () => {
    const { place, server } = rig();
    await place.show({ from: 0, to: 100, step: 1 }, 100);
    server.oldest = 90;
    await place.show({ from: 10, to: 110, step: 1 }, 110);
    await place.show({ from: 0, to: 110, step: 1 }, 110);
    expect(place.at(RATE, [1, 50, 109])).toEqual([1, 50, 109]);
  });

  it('are loaded again for another step, whole points only', async () => {
    const { asked, place } = rig();
    await place.show({ from: 0, to: 100, step: 1 }, 100);
    await place.show({ from: 1_203, to: 4_803, step: 10 }, 4_803);
    expect(asked.at(-1)).toMatchObject({ from: 1_200, step: 10 });
    expect(place.columns.at[0]).toBeCloseTo(1_210, 1);
    await place.show({ from: 1_210, to: 4_810, step: 10 }, 4_810);
    expect(asked.length).toBe(2);
    await place.show({ from: 1_214, to: 4_814, step: 10 }, 4_814);
    expect(asked.at(-1)).toMatchObject({ from: 4_750 });
    expect(place.at(RATE, [4_800])).toEqual([480]);
  });

  it('have no high percentile of few operations, as a run has none', () => {
    const few = columnsOf(historyOf(intervals(0, 60), 1));
    const p99 = few.values.get('operation/all/responseNanos/p99');
    expect([p99?.[19], p99?.[59]]).toEqual([null, null]);
    expect(few.values.get('operation/all/responseNanos/p90')?.[0]).toBe(2e6);
    expect(few.values.get('operation/all/responseNanos/max')?.[0]).toBe(6e6);
    expect(columnsOf(historyOf(intervals(0, 60), 10)).values.get('operation/all/responseNanos/p99')?.[9]).toBe(4e6);
  });

  it('are response or service times, never both in one line', () => {
    const both = columnsOf(historyOf(intervals(0, 2, 1, { measure: ['service', 'response'] }), 1));
    expect(both.values.get('operation/all/responseNanos/p50')).toEqual([null, 1e6]);
    expect(both.values.get('operation/all/serviceNanos/p50')).toEqual([1e6, null]);
    expect(both.values.get('operation/all/responseNanos/unanswered')).toEqual([null, 0]);
  });
});
