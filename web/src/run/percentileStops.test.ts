import { describe, expect, it } from 'vitest';
import { percentileOfTail, tailOf } from '../draw/reduce';
import { stopAfter } from './percentileStops';

const go = (key: string, now: number | null, end = 1000) => {
  const to = stopAfter(key, now, end);
  return to === null ? null : percentileOfTail(to);
};

describe('the arrow keys on a percentile curve', () => {
  it('start at p99, and stop at the usual percentiles', () => {
    expect(go('ArrowRight', null)).toBe('99 %');
    expect(go('ArrowRight', tailOf(99))).toBe('99.5 %');
    expect(go('ArrowLeft', tailOf(99))).toBe('95 %');
    expect(go('ArrowLeft', tailOf(99.2))).toBe('99 %');
  });

  it('do not stop at the place of the crosshair again, which is rounded to a pixel', () => {
    expect(go('ArrowRight', 99.99)).toBe('99.5 %');
    expect(go('ArrowLeft', 100.01)).toBe('95 %');
  });

  it('end with the axis', () => {
    expect(go('End', null)).toBe('99.9 %');
    expect(go('ArrowRight', tailOf(99.9))).toBe('99.9 %');
    expect(go('Home', null)).toBe('0 %');
    expect(go('ArrowLeft', 1)).toBe('0 %');
  });

  it('leave other keys to the page', () => expect(go('p', null)).toBeNull());
});
