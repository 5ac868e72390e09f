import { describe, expect, it } from 'vitest';
import { DEFAULTS } from './choice';
import { linkedIn, queryOf, type Linked } from './link';

const START = Date.parse('2026-11-23T10:00:00.250Z');
const normal: Linked = { ...DEFAULTS, range: { kind: 'last', seconds: 300 }, scenario: 'all', overlay: '' };

function readBack(shown: Linked, isLive = true): Linked | null {
  const words = Object.entries(queryOf(shown, START, isLive)).filter(([, value]) => value !== null);
  return linkedIn(new URLSearchParams(words as [string, string][]), START, isLive);
}

describe('a link to a run', () => {
  it('is bare for what a first visit shows, which then is the choice of the reader', () => {
    expect(Object.values(queryOf(normal, START, true)).every((value) => value === null)).toBe(true);
    expect(linkedIn(new URLSearchParams('panel=events'), START, true)).toBe(null);
  });

  it('shows the same again: range, zoom, scenario and series', () => {
    const shown: Linked[] = [
      { ...normal, range: { kind: 'last', seconds: 60 } },
      { ...normal, range: { kind: 'whole' } },
      { ...normal, range: { kind: 'fixed', from: 62, to: 125 } },
      { ...normal, range: { kind: 'fixed', from: 0.125, to: 3.5 } },
      { ...normal, overlay: 'rack=eu-1/a' },
      { ...normal, scenario: 'checkout', percentiles: ['p50'], operation: 'read', perOperation: 'max', isLog: false },
    ];
    for (const each of shown) expect(readBack(each)).toEqual(each);
    expect(readBack({ ...normal, range: { kind: 'last', seconds: 300 } }, false)?.range.kind).toBe('last');
  });

  it('has instants, so that it can be compared with other systems', () => {
    const query = queryOf({ ...normal, range: { kind: 'fixed', from: 62, to: 125 } }, START, true);
    expect(query['from']).toBe('2026-11-23T10:01:02.250Z');
    expect(query['to']).toBe('2026-11-23T10:02:05.250Z');
  });

  it('fixes all choices once it has one', () => {
    expect(queryOf({ ...normal, range: { kind: 'whole' } }, START, true)['series']).toBe('p50,p99,p999');
  });

  it('skips what it does not know', () => {
    const linked = linkedIn(
      new URLSearchParams('range=3y&series=p1,bogus&percentile=x&overlay=shelf=3&from=yesterday&to=2026'),
      START,
      false,
    );
    expect(linked).toEqual({ ...normal, range: { kind: 'whole' } });
  });
});
