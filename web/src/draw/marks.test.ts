import { expect, it } from 'vitest';
import { eventOf, marksOf } from './marks';

const event = (second: number, text: string, kind = 'parameter') => ({
  atNanos: second * 1e9,
  kind,
  text,
});

it('joins events that would overlap, and keeps all of their text', () => {
  const marks = marksOf(
    [event(10.2, 'rate 10k → 20k'), event(10, 'measure begins', 'phase'), event(90, 'b')],
    0,
    100,
    1,
  );
  expect(marks.map((mark) => mark.label)).toEqual(['measure +1', 'b']);
  expect(marks[0]!.text).toBe('measure begins\nrate 10k → 20k');
  expect(marks[0]!.kind).toBe('parameter');
});

it('leaves out findings and events outside the range', () => {
  expect(marksOf([event(5, 'x', 'finding'), event(5, 'x', 'generator'), event(500, 'y')], 0, 100, 1)).toEqual([]);
});

it('marks the start of a stall and of a missed objective, not their end', () => {
  const period = { sinceNanos: 42e9 };
  const ended = { sinceNanos: 42e9, lengthNanos: 3e9 };
  const marks = marksOf(
    [
      { ...event(42, 'the target has not answered since 0:42', 'stall'), period },
      { ...event(45, 'the target answers again after 3 s', 'stall'), period: ended },
      { ...event(60, 'p99<20ms is missed: > 2 s', 'slo'), period },
    ],
    0,
    100,
    1,
  );
  expect(marks.map(({ at, label }) => [at, label])).toEqual([
    [42, 'no answer'],
    [60, 'p99<20ms missed'],
  ]);
});

it('marks notes, and shows their text where they share a mark', () => {
  const note = eventOf({ id: 'a', atNanos: 10.2e9, text: 'failover', who: 'ann', writtenAt: '' });
  const [mark] = marksOf([event(10, 'rate 1k', 'parameter'), note], 0, 100, 1);
  expect(mark).toMatchObject({ at: 10, kind: 'note', text: 'rate 1k\nfailover' });
});
