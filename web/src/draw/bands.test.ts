import { describe, expect, it } from 'vitest';
import { emptyColumns } from '../history/columns';
import { bandsIn, type Shown } from './bands';

const nothing: Shown = {
  columns: emptyColumns(),
  from: 60,
  to: 120,
  periods: [],
  events: [],
  noteSeconds: [],
  objectives: [],
  hasBaseline: false,
};
const looks = (shown: Partial<Shown>) => bandsIn({ ...nothing, ...shown }).map(({ look }) => look);
const period = (kind: string, from: number, to: number) => ({ kind, from, to, isOpen: false, objective: '' });

describe('the legend of the bands', () => {
  it('explains what is drawn in the range, and nothing else', () => {
    expect(looks({})).toEqual([]);
    expect(looks({ columns: { ...emptyColumns(), at: [61], validity: ['invalid'] } })).toEqual(['invalid']);
    expect(looks({ periods: [period('stall', 50, 70), period('slo', 10, 40)] })).toEqual(['stall']);
    expect(looks({ periods: [period('action', 70, 70.2)] })).toEqual(['action']);
    expect(looks({ noteSeconds: [30] })).toEqual([]);
    expect(looks({ noteSeconds: [90], hasBaseline: true })).toEqual(['note', 'baseline']);
    expect(looks({ events: [{ atNanos: 90e9, kind: 'parameter', text: 'rate' }] })).toEqual(['event']);
  });

  it('says what each means', () => {
    for (const { meaning } of bandsIn({ ...nothing, hasBaseline: true })) expect(meaning).toMatch(/\.$/);
  });
});
