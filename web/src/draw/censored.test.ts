import { describe, expect, it } from 'vitest';
import { emptyColumns } from '../history/columns';
import { censoredSpans, isCensored, isSupported, unansweredSpans } from './censored';

const P99 = 'operation/all/responseNanos/p99';
const columns = {
  ...emptyColumns(),
  at: [1, 2, 3, 4, 5, 6],
  values: new Map([
    [P99, [1e6, null, null, null, 2e6, null]],
    ['operation/all/responseNanos/unanswered', [0, 5, 5, null, 1, 7]],
    ['series/inFlight', [null, null, null, null, null, null]],
  ]),
};

describe('a percentile among unanswered operations', () => {
  it('is distinguished from a gap', () => {
    expect(censoredSpans(columns, P99)).toEqual([
      [1, 3],
      [5, 6],
    ]);
    expect(isCensored(columns, P99, 3)).toBe(false);
    expect(isCensored(columns, P99, 4)).toBe(false);
  });

  it('falls in a span with unanswered operations, but not every span with them has one', () => {
    expect(unansweredSpans(columns)).toEqual([
      [1, 3],
      [4, 6],
    ]);
    expect(unansweredSpans({ ...columns, heatMeasure: 'service' })).toEqual([]);
  });

  it('does not exist for columns other than latencies', () => {
    expect(censoredSpans(columns, 'series/inFlight')).toEqual([]);
    expect(isCensored(columns, 'operation/all/throughputPerSecond', 1)).toBe(false);
  });
});

describe('a percentile of a second', () => {
  const P999 = 'operation/all/responseNanos/p999';
  const answers = (perSecond: number, unanswered = 0) => ({
    ...emptyColumns(),
    at: [1],
    values: new Map([
      ['operation/all/throughputPerSecond', [perSecond]],
      ['operation/all/responseNanos/unanswered', [unanswered]],
    ]),
  });

  it('is a number if 10 operations lie beyond it', () => {
    expect(isSupported(answers(100), P999, 0)).toBe(false);
    expect(isSupported(answers(9_900), P999, 0)).toBe(false);
    expect(isSupported(answers(10_000), P999, 0)).toBe(true);
    expect(isSupported(answers(990), P99, 0)).toBe(false);
    expect(isSupported(answers(990, 10), P99, 0)).toBe(true);
    expect(isSupported(answers(20), 'operation/all/responseNanos/p50', 0)).toBe(true);
  });

  it('does not bind other figures', () => {
    expect(isSupported(answers(1), 'operation/all/responseNanos/max', 0)).toBe(true);
    expect(isSupported(answers(1), 'series/inFlight', 0)).toBe(true);
  });
});
