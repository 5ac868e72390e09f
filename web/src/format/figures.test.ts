import { describe, expect, it } from 'vitest';
import { bytes, clock, count, duration, latency, percent, percentileName, rate, secondsOf, short, tick } from './figures';

describe('figures', () => {
  it.each([
    [0, '0 ns'],
    [999.4, '999 ns'],
    [1_230, '1.23 µs'],
    [27_800_000, '27.8 ms'],
    [999_499_999, '999 ms'],
    [999_600_000, '1.00 s'],
    [5e9, '5.00 s'],
    [125e9, '2.08 min'],
    [3 * 3600e9, '3.00 h'],
  ])('write %d ns as the terminal does', (nanos, text) => {
    expect(duration(nanos)).toBe(text);
  });

  it('never round to 0 or 100 percent', () => {
    expect(percent(0.99996)).toBe('99.99 %');
    expect(percent(0.00001)).toBe('< 0.01 %');
    expect(percent(1)).toBe('100 %');
    expect(percent(0)).toBe('0 %');
    expect(percent(0.0123)).toBe('1.23 %');
  });

  it('show a lower bound for a percentile among unanswered operations', () => {
    expect(latency(1_230, null)).toBe('1.23 µs');
    expect(latency(null, 5e9)).toBe('> 5 s');
    expect(latency(null, 100e6)).toBe('> 100 ms');
    expect(latency(null, null)).toBe('–');
  });

  it('are short', () => {
    expect(short(9990)).toBe('9.99k');
    expect(short(1_200_000)).toBe('1.20M');
    expect(short(42)).toBe('42');
    expect(rate(12_345)).toBe('12.3k/s');
    expect(count(1234567)).toBe('1,234,567');
    expect(bytes(1500)).toBe('1.50 kB');
  });

  it('show a missing value as a dash', () => {
    for (const format of [duration, percent, short, rate, bytes, count]) {
      expect(format(null)).toBe('–');
      expect(format(NaN)).toBe('–');
    }
  });

  it('show the elapsed time of a run', () => {
    expect(clock(7)).toBe('0:07');
    expect(clock(750)).toBe('12:30');
    expect(clock(11_250)).toBe('3:07:30');
    expect(clock(184_050)).toBe('2d 03:07:30');
  });

  it('are round on an axis', () => {
    expect(tick('10.0 ms')).toBe('10 ms');
    expect(tick('1.50 ms')).toBe('1.5 ms');
    expect(tick('0.25')).toBe('0.25');
  });

  it('name percentiles in the usual notation', () => {
    expect(percentileName('p999')).toBe('p99.9');
    expect(percentileName('p9999')).toBe('p99.99');
    expect(percentileName('p50')).toBe('p50');
    expect(percentileName('max')).toBe('max');
  });

  it('reads the time of a run as it is written', () => {
    for (const seconds of [0, 7, 62, 3723]) expect(secondsOf(clock(seconds))).toBe(seconds);
    expect(secondsOf(' 90.5 ')).toBe(90.5);
    for (const text of ['', 'soon', '1:', '1:2:3:4', '-3']) expect(secondsOf(text)).toBe(null);
  });
});
