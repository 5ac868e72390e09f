import { describe, expect, it } from 'vitest';
import type { Column, Objective } from '../api/types';
import { emptyColumns, type Columns } from '../history/columns';
import { boundsOn, burnOf, columnOf, errorShare } from './objectives';

const P99: Objective = { objective: 'p99<20ms', operation: 'all', metric: 'p99', comparison: 'below', bound: 20e6 };
const SHOWN = { isClosed: false, scenario: 'all' };
const COLUMN = 'operation/all/responseNanos/p99';

function columns(cells: Column, more: [string, Column][] = []): Columns {
  return {
    ...emptyColumns(),
    at: cells.map((_, i) => i + 1),
    phase: cells.map((_, i) => (i === 0 ? 'warmup' : 'measure')),
    values: new Map([[COLUMN, cells], ...more]),
  };
}

describe('the column of an objective', () => {
  it('is that of its operation and its percentile', () => {
    expect(columnOf(P99, SHOWN)).toBe(COLUMN);
    expect(columnOf({ ...P99, operation: 'read' }, { ...SHOWN, isClosed: true })).toBe('operation/read/serviceNanos/p99');
    expect(columnOf({ ...P99, metric: 'goodput' }, SHOWN)).toBe('series/goodputPerSecond');
  });

  it('exists only in the scenario of the objective', () => {
    const search = { ...P99, operation: 'search/read' };
    expect(columnOf(search, SHOWN)).toBeNull();
    expect(columnOf(search, { ...SHOWN, scenario: 'search' })).toBe('operation/read/responseNanos/p99');
    expect(columnOf(P99, { ...SHOWN, scenario: 'search' })).toBeNull();
  });

  it('does not exist for counters of the driver', () => {
    expect(columnOf({ ...P99, metric: 'driver.restarts' }, SHOWN)).toBeNull();
  });
});

describe('the burn of an objective', () => {
  it('is the share of the measurement in which it was missed', () => {
    expect(burnOf(P99, columns([99e6, 1e6, 25e6, 1e6, null]), SHOWN, [])).toEqual({ judged: 3, missed: 1, first: 2 });
  });

  it('counts percentiles among unanswered operations, and seconds without answers in a stall', () => {
    const held = columns(
      [1e6, 1e6, null, null, null, 1e6],
      [['operation/all/responseNanos/unanswered', [0, 0, 0, 0, 9, 0]]],
    );
    const stall = { kind: 'stall', from: 2.1, to: 4, isOpen: false, objective: '' };
    expect(burnOf(P99, held, SHOWN, [stall])).toEqual({ judged: 5, missed: 3, first: 2 });
    expect(burnOf(P99, held, SHOWN, [])).toEqual({ judged: 3, missed: 1, first: 4 });
  });

  it('leaves out seconds that the generator made invalid', () => {
    const held: Columns = {
      ...columns([1e6, 1e6, 99e6, 99e6]),
      validity: ['valid', 'valid', 'invalid', 'suspect'],
    };
    expect(burnOf(P99, held, SHOWN, [])).toEqual({ judged: 2, missed: 1, first: 3 });
  });

  it('is that of the errors of each second', () => {
    const held = columns(
      [1, 1, 1],
      [
        ['series/succeeded', [100, 99, 50]],
        ['series/timedOut', [0, 1, 50]],
      ],
    );
    const errors: Objective = { ...P99, objective: 'errors<5%', metric: 'errors', bound: 0.05 };
    expect(errorShare(held, 2)).toBe(0.5);
    expect(burnOf(errors, held, SHOWN, [])).toEqual({ judged: 2, missed: 1, first: 2 });
  });
});

it('draws an objective in the charts of its latency only', () => {
  const read = { ...P99, objective: 'read.p999<1s', operation: 'read', metric: 'p999', bound: 1e9 };
  const line = [{ value: 20e6, text: 'p99<20ms' }];
  expect(boundsOn([COLUMN], [P99, read], SHOWN)).toEqual(line);
  expect(boundsOn(['operation/all/responseNanos/p50'], [P99, read], SHOWN)).toEqual(line);
  expect(boundsOn(['operation/all/serviceNanos/p99'], [P99], SHOWN)).toEqual([]);
});
