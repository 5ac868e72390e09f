import { expect, it } from 'vitest';
import type { Run } from '../api/types';
import { ofWhole } from './whole';

const run = {
  throughputPerSecond: 990,
  targetPerSecond: 1000,
  summary: {
    operations: {
      read: { throughputPerSecond: 800, responseNanos: { p99: 5, p999: null }, serviceNanos: null },
    },
  },
} as unknown as Run;

it.each([
  ['series/throughputPerSecond', 990],
  ['series/targetPerSecond', 1000],
  ['series/inFlight', null],
  ['operation/read/throughputPerSecond', 800],
  ['operation/read/responseNanos/p99', 5],
  ['operation/read/responseNanos/p999', null],
  ['operation/read/serviceNanos/p99', null],
  ['operation/gone/responseNanos/p99', null],
  ['failure/timeout', null],
])('%s of a run that ended is %s', (column, value) => expect(ofWhole(run, column)).toBe(value));
