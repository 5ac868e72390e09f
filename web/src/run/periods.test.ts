import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../api/types';
import { around, listed, periodsOf } from './periods';

const stall = (since: number, length?: number): RunEvent => ({
  atNanos: (since + (length ?? 0)) * 1e9,
  kind: 'stall',
  text: length === undefined ? 'the target has not answered since 0:42' : `the target answers again after ${length} s`,
  period: { sinceNanos: since * 1e9, ...(length === undefined ? {} : { lengthNanos: length * 1e9 }) },
});
const slo = (objective: string, since: number, length?: number): RunEvent => ({
  atNanos: (since + (length ?? 0)) * 1e9,
  kind: 'slo',
  text: `${objective} is ${length === undefined ? 'missed: > 2 s' : `met again after ${length} s`}`,
  period: { sinceNanos: since * 1e9, ...(length === undefined ? {} : { lengthNanos: length * 1e9 }) },
});
const phase: RunEvent = { atNanos: 1e9, kind: 'phase', text: 'measure begins' };

describe('the periods of a run', () => {
  it('join the start and the end of a stall', () => {
    expect(periodsOf([phase, stall(42), stall(42, 3)], 90)).toEqual([
      { kind: 'stall', from: 42, to: 45, isOpen: false, objective: '' },
    ]);
  });

  it('last until now if they have not ended', () => {
    expect(periodsOf([stall(42)], 44.3)).toMatchObject([{ from: 42, to: 44.3, isOpen: true }]);
  });

  it('are separate for each objective', () => {
    const events = [slo('p99<20ms', 43), slo('errors<1%', 43), slo('p99<20ms', 43, 12)];
    expect(periodsOf(events, 90)).toMatchObject([
      { objective: 'p99<20ms', from: 43, to: 55, isOpen: false },
      { objective: 'errors<1%', from: 43, to: 90, isOpen: true },
    ]);
  });
});

describe('the list of events', () => {
  it('has a stall once, with its begin and its end', () => {
    const entries = listed([phase, stall(42), slo('p99<20ms', 43), stall(42, 3), slo('p99<20ms', 43, 12)]);
    expect(entries.map(({ kind, from, to, isPeriod }) => [kind, from, to, isPeriod])).toEqual([
      ['phase', 1, null, false],
      ['stall', 42, 45, true],
      ['slo', 43, 55, true],
    ]);
    expect(entries[1]!.texts).toEqual(['the target has not answered since 0:42', 'the target answers again after 3 s']);
  });

  it('keeps an end whose start was dropped', () => {
    expect(listed([stall(42, 3)])).toMatchObject([{ from: 42, to: 45 }]);
  });
});

it('shows a time with what was around it', () => {
  expect(around(42)).toEqual({ kind: 'fixed', from: 27, to: 57 });
  expect(around(3, 103)).toEqual({ kind: 'fixed', from: 0, to: 153 });
});
