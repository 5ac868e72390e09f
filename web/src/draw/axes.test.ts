import { describe, expect, it } from 'vitest';
import { axisRange } from './axes';

const plain = { isLog: true, bounds: [], beyond: null };

describe('a value axis', () => {
  it('shows its values, from zero unless it is logarithmic', () => {
    const [foot, top] = axisRange(1e6, 5e6, plain);
    expect(foot).toBeLessThan(1e6);
    expect(top).toBeGreaterThan(5e6);
    expect(axisRange(1e6, 5e6, { ...plain, isLog: false })[0]).toBe(0);
    expect(axisRange(null, null, { ...plain, isLog: false })).toEqual([0, 1]);
  });

  it('shows the bound of an objective, unless a linear axis would be flat', () => {
    expect(axisRange(1e5, 3e5, { ...plain, bounds: [20e6] })[1]).toBeGreaterThan(20e6);
    expect(axisRange(1e5, 3e5, { isLog: false, bounds: [20e6], beyond: null })[1]).toBeLessThan(1e6);
    expect(axisRange(1e5, 9e6, { isLog: false, bounds: [20e6], beyond: null })[1]).toBeGreaterThan(20e6);
  });

  it('has the place of unanswered operations, with room above it', () => {
    for (const isLog of [true, false]) {
      const [foot, top] = axisRange(1e6, 1e8, { isLog, bounds: [], beyond: 2e9 });
      const place = isLog ? Math.log(2e9 / foot) / Math.log(top / foot) : 2e9 / top;
      expect(place).toBeCloseTo(0.78, 1);
    }
    expect(axisRange(null, null, { ...plain, beyond: 2e9 })[0]).toBeLessThan(2e9);
  });
});
