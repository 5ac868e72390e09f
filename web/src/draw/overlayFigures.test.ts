import { describe, expect, it } from 'vitest';
import type { NodeIntervals } from '../api/types';
import { duration } from '../format/figures';
import { PlaceSeconds } from '../history/place';
import { figuresOver } from './overlayFigures';
import { overlayOf } from './timePlot';

const P99 = 'operation/all/responseNanos/p99';
const RATE = 'series/throughputPerSecond';

async function rig() {
  const cells = (...values: (number | null)[]) => values;
  const its: NodeIntervals = {
    nodes: ['node-3'],
    at: [1, 2, 3],
    lengthSeconds: cells(1, 1, 1),
    phase: ['measure', 'measure', 'measure'],
    targetPerSecond: cells(500, 500, 500),
    throughputPerSecond: cells(500, 480, 250),
    errorsPerSecond: cells(0, 0, 9),
    inFlight: cells(1, 1, 1),
    backlog: cells(0, 0, 0),
    lagP99Nanos: cells(1, 1, 1),
    latency: {
      measure: ['response', 'response', 'response'],
      p50Nanos: cells(1e6, 1e6, 1e6),
      p90Nanos: cells(1e6, 1e6, 1e6),
      p95Nanos: cells(1e6, 1e6, 1e6),
      p99Nanos: cells(2e6, 3e6, null),
      p999Nanos: cells(2e6, 3e6, null),
      maxNanos: cells(2e6, 3e6, null),
      unanswered: cells(0, 0, 9),
    },
  };
  const seconds = new PlaceSeconds(async () => its);
  await seconds.show({ from: 0, to: 3, step: 1 }, 3);
  const lines = overlayOf(
    [
      { name: P99, label: 'p99', color: 'p-p99' },
      { name: RATE, label: 'throughput', color: 'series-1' },
    ],
    'node-3',
  );
  return (second: number | null, isLive: boolean) =>
    figuresOver(
      seconds,
      lines,
      [
        { name: P99, label: 'p99', value: 2e6 },
        { name: RATE, label: 'throughput', value: 1_000 },
      ],
      { second, isLive, format: (value) => (value! > 1e5 ? duration(value) : String(value)), beyond: '> 5 s' },
    ).map(({ label, text, against }) => [label, text, against]);
}

describe('the figures of an overlay', () => {
  it('are at the crosshair, against those of the whole run', async () => {
    const figures = await rig();
    expect(figures(2.01, false)).toEqual([
      ['p99', '3.00 ms', '+50 %'],
      ['throughput', '480', '48 %'],
    ]);
  });

  it('are of the last second of a live run, and none of a run that has ended', async () => {
    const figures = await rig();
    expect(figures(null, true)[1]).toEqual(['throughput', '250', '25 %']);
    expect(figures(null, false)).toEqual([
      ['p99', '', ''],
      ['throughput', '', ''],
    ]);
  });

  it('say when a percentile falls among operations without an answer', async () => {
    const figures = await rig();
    expect(figures(3, true)[0]).toEqual(['p99', '> 5 s', '']);
    expect(figures(null, true)[0]).toEqual(['p99', '> 5 s', '']);
    expect(figures(9, true)[0]).toEqual(['p99', '–', '']);
  });
});
