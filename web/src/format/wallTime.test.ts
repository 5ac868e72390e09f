import { describe, expect, it } from 'vitest';
import { axisLabels, bothTimes, wallAt, wallTime, zoneName } from './wallTime';

const START = Date.parse('2026-11-23T18:29:58.400Z');
const utc = { startMillis: START, zone: 'UTC' };
const india = { startMillis: START, zone: 'Asia/Kolkata' };

describe('the wall-clock time', () => {
  it('is shown with the time of the run, in the chosen zone', () => {
    expect(bothTimes(utc, 62)).toBe('1:02 · 18:31:00');
    expect(bothTimes(india, 1)).toBe('0:01 · 23:59:59');
    expect(bothTimes(null, 62)).toBe('1:02');
    expect(wallTime(START, 'UTC')).toBe('18:29:58');
    expect(wallTime(START + 500, 'UTC')).toBe('18:29:58');
    expect(wallTime(START + 599, 'UTC')).toBe('18:29:59');
  });

  it('has the day if it is not that of the start', () => {
    expect(wallAt(utc, 6 * 3600)).toBe('24 Nov 00:29:58');
    expect(wallAt(india, 120)).toBe('24 Nov 00:01:58');
  });

  it('names its zone', () => {
    expect(zoneName(START, 'UTC')).toBe('UTC');
    expect(zoneName(START, 'Asia/Kolkata')).toMatch(/^(IST|GMT\+5:30)$/);
  });

  it('is the second line of an axis, with the day where it changes', () => {
    expect(axisLabels(utc, [0, 60], 60)).toEqual(['0:00\n18:29:58', '1:00\n18:30:58']);
    expect(axisLabels(utc, [0, 21_600, 43_200], 21_600)).toEqual([
      '0:00\n18:29',
      '6:00:00\n24 Nov 00:29',
      '12:00:00\n06:29',
    ]);
    expect(axisLabels(null, [0, 60], 60)).toEqual(['0:00', '1:00']);
  });
});
