import { describe, expect, it } from 'vitest';
import type { Summary } from '../api/types';
import { emptyColumns } from '../history/columns';
import { rowsNow, rowsOfWhole, sorted, type OperationRow } from './operations';

const names = (rows: OperationRow[]) => rows.map(({ operation }) => operation);
const row = (operation: string, perSecond: number, p99: number | 'beyond' | null): OperationRow => ({
  operation,
  perSecond,
  errors: 0,
  latency: {
    p50: null,
    p90: null,
    p99: p99 === null || p99 === 'beyond' ? p99 : { nanos: p99 },
    p999: null,
    max: null,
  },
});

describe('the table of operations', () => {
  it('has the last second of a live run', () => {
    const columns = {
      ...emptyColumns(),
      at: [1, 2],
      values: new Map([
        ['operation/read/throughputPerSecond', [1, 8000]],
        ['operation/read/errorsPerSecond', [0, 2000]],
        ['operation/read/responseNanos/p50', [1e6, 2e6]],
        ['operation/read/responseNanos/p99', [1e6, null]],
        ['operation/read/responseNanos/unanswered', [0, 2000]],
        ['operation/read/responseNanos/max', [1e6, 3e6]],
      ]),
    };
    const [read] = rowsNow(columns, 'responseNanos');
    expect(read).toMatchObject({ operation: 'read', perSecond: 8000, errors: 0.2, isOfFew: true });
    expect(read!.latency.p50).toEqual({ nanos: 2e6 });
    expect(read!.latency.p99).toBe('beyond');
    expect(read!.latency.max).toEqual({ nanos: 3e6 });
  });

  it('has the whole measurement of a stored run, and that of a scenario', () => {
    const read = {
      count: 90,
      throughputPerSecond: 9,
      failures: { timeout: 10, unfinished: 50 },
      responseNanos: { p50: 1e6, p99: null, censored: ['p99', 'p999'] },
    };
    const summary = {
      operations: { all: read, read, 'transfer/debit': read },
      scenarios: { checkout: { operations: { read: { ...read, failures: {} } } } },
    } as unknown as Summary;
    const rows = rowsOfWhole(summary, 'responseNanos', 'all');
    expect(names(rows)).toEqual(['all', 'read']);
    expect(rows[1]).toMatchObject({ perSecond: 9, errors: 0.1 });
    expect(rows[1]!.latency).toMatchObject({ p50: { nanos: 1e6 }, p99: 'beyond', p90: null });
    expect(rowsOfWhole(summary, 'responseNanos', 'checkout')[0]!.errors).toBe(0);
  });

  it('sorts by any column, with the sum first and missing values last', () => {
    const rows = [row('read', 10, 5e6), row('all', 40, 9e6), row('scan', 20, null), row('update', 10, 'beyond')];
    expect(names(sorted(rows, 'operation', false))).toEqual(['all', 'read', 'scan', 'update']);
    expect(names(sorted(rows, 'rate', true))).toEqual(['all', 'scan', 'read', 'update']);
    expect(names(sorted(rows, 'p99', true))).toEqual(['all', 'update', 'read', 'scan']);
    expect(names(sorted(rows, 'p99', false))).toEqual(['all', 'read', 'update', 'scan']);
  });
});
