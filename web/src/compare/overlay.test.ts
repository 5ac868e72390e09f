import { describe, expect, it } from 'vitest';
import { emptyColumns, type Columns } from '../history/columns';
import { overlaid, shiftText } from './overlay';

const columns = (at: number[], cells: (number | null)[]): Columns => ({
  ...emptyColumns(),
  at,
  values: new Map([['x', cells]]),
});

describe('two runs on one axis', () => {
  it('keep their own points and gaps, and skip the points of the other', () => {
    const [at, a, b] = overlaid(columns([1, 2, 3], [10, null, 30]), columns([10, 2.02], [5, 6]), 'x');
    expect(at).toEqual([1, 2, 3, 10]);
    expect(a).toEqual([10, null, 30, undefined]);
    expect(b).toEqual([undefined, 6, undefined, 5]);
  });
  it('may have only one run, or none', () => {
    expect(overlaid(null, null, 'x')).toEqual([[], [], []]);
    expect(overlaid(columns([1], [1]), null, 'x')[2]).toEqual([undefined]);
  });
});

it('formats shifts with their sign', () => {
  expect(shiftText(0.1234, 'p99')).toBe('+12.3 %');
  expect(shiftText(-0.01, 'p99')).toBe('−1.00 %');
  expect(shiftText(0.001, 'errors')).toBe('+0.10 points');
  expect(shiftText(NaN, 'p99')).toBe('–');
});
