import { describe, expect, it } from 'vitest';
import { highest, roundLogs } from './axes';
import { channels, ramp } from './colors';
import { heatColumns, heatExtent, nearest, onCurve, percentileOfTail, tailOf } from './reduce';
import type { HeatCells } from '../api/types';

describe('columns of a heat map', () => {
  const at = Array.from({ length: 100 }, (_, i) => i + 1);
  const cells: (HeatCells | null)[] = at.map((second) => [
    [3, 10],
    [second % 2 === 0 ? 5 : 6, 1],
  ]);

  it('are summed without losing an operation', () => {
    const columns = heatColumns(at, cells, 1, 7);
    const total = columns.reduce(
      (sum, column) => sum + [...column.counts.values()].reduce((a, b) => a + b, 0),
      0,
    );
    expect(total).toBe(1100);
    expect(columns).toHaveLength(15);
    expect(columns[0]).toMatchObject({ from: 0, to: 7 });
    expect(columns[0]!.counts.get(3)).toBe(70);
  });

  it('leave gaps where there is nothing', () => {
    const columns = heatColumns([1, 2, 50, 51], [[[1, 1]], [[1, 1]], [[1, 1]], [[1, 1]]], 1, 10);
    expect(columns.map((column) => [column.from, column.to])).toEqual([
      [0, 2],
      [49, 51],
    ]);
  });

  it('of the fill are separate and do not set the scale', () => {
    const columns = heatColumns([1, 2, 3], [[[9, 900]], [[1, 5]], [[1, 7]]], 1, 9, [
      'fill',
      'measure',
      'measure',
    ]);
    expect(columns).toHaveLength(2);
    expect(heatExtent(columns)).toEqual({ low: 1, high: 1, most: 6 });
    expect(heatExtent(columns.slice(0, 1)).most).toBe(900);
  });

  it('report their extent', () => {
    expect(heatExtent(heatColumns(at, cells, 1, 1))).toEqual({ low: 3, high: 6, most: 10 });
    expect(heatExtent([]).low).toBe(Infinity);
  });
});

describe('the axis of a percentile curve', () => {
  it('has the nines at powers of ten', () => {
    expect(tailOf(90)).toBeCloseTo(10);
    expect(tailOf(99.9)).toBeCloseTo(1000);
    expect(tailOf(100)).toBe(Infinity);
    expect(percentileOfTail(1)).toBe('0 %');
    expect(percentileOfTail(1000)).toBe('99.9 %');
    expect(percentileOfTail(100_000)).toBe('99.999 %');
  });
});

describe('the nearest point', () => {
  it('is found at the ends and between', () => {
    expect(nearest([], 1)).toBe(-1);
    expect(nearest([1, 2, 4], 0)).toBe(0);
    expect(nearest([1, 2, 4], 3.1)).toBe(2);
    expect(nearest([1, 2, 4], 2.9)).toBe(1);
    expect(nearest([1, 2, 4], 99)).toBe(2);
  });
});

describe('colors', () => {
  it('are interpolated', () => {
    expect(channels('rgb(1, 2, 3)')).toEqual([1, 2, 3]);
    expect(ramp(['rgb(0,0,0)', 'rgb(100,0,0)', 'rgb(100,200,0)'], 5)).toEqual([
      'rgb(0, 0, 0)',
      'rgb(50, 0, 0)',
      'rgb(100, 0, 0)',
      'rgb(100, 100, 0)',
      'rgb(100, 200, 0)',
    ]);
  });
});

describe('a log axis', () => {
  it('has round labels, and no more than fit', () => {
    expect(roundLogs(1.3e5, 3e6, 5)).toEqual([2e5, 5e5, 1e6, 2e6]);
    expect(roundLogs(1.7e4, 2.4e4, 5)).toEqual([2e4]);
    expect(roundLogs(1.3e5, 3e8, 7)).toEqual([3e5, 1e6, 3e6, 1e7, 3e7, 1e8, 3e8]);
    expect(roundLogs(1.3e5, 3e8, 4)).toEqual([1e6, 1e7, 1e8]);
  });
});

describe('the height of a chart', () => {
  it('is the maximum of the measurement, or else of the fill', () => {
    expect(highest([[90, 2, null], undefined], ['fill', 'measure', 'measure'])).toBe(2);
    expect(highest([[90, 80]], ['fill', 'fill'])).toBe(90);
    expect(highest([[null]], ['measure'])).toBeNull();
  });
});

describe('the value of a percentile curve', () => {
  const curve: [number, number][] = [
    [50, 1e6],
    [98.75, 1.1e9],
    [99, 1.25e9],
    [99.0625, 1.37e9],
    [100, 2e9],
  ];

  it('is that of the percentile itself, not of the nearest point', () => {
    expect(onCurve(curve, 100)).toBe(1.25e9);
    expect(onCurve(curve, tailOf(98.75))).toBe(1.1e9);
  });

  it('lies between its neighbors elsewhere', () => {
    const value = onCurve(curve, tailOf(98.9))!;
    expect(value).toBeGreaterThan(1.1e9);
    expect(value).toBeLessThan(1.25e9);
    expect(onCurve(curve, 1e9)).toBe(2e9);
  });

  it('does not exist outside the curve', () => {
    expect(onCurve(curve, 1.5)).toBeNull();
    expect(onCurve([[50, 1]], 100)).toBeNull();
    expect(onCurve([], 100)).toBeNull();
  });
});
