import { describe, expect, it } from 'vitest';
import { emptyColumns } from '../history/columns';
import { csvOf, csvOfHeat, csvOfTable, fileName } from './files';

const columns = {
  ...emptyColumns(),
  startedAt: '2026-11-23T10:00:00.250Z',
  at: [1, 2.0000001],
  phase: ['fill', 'measure'],
  values: new Map([
    ['operation/all/responseNanos/p99', [1_500_000, null]],
    ['failure/a,b', [0, 3]],
  ]),
  heatEdges: [1000, 2000, 4000],
  heat: [null, [[1, 7]] as [number, number][]],
};

describe('the CSV of a chart', () => {
  it('has a row for each point, with the time of the run and the instant', () => {
    const lines = [
      { name: 'operation/all/responseNanos/p99', label: 'p99' },
      { name: 'failure/a,b', label: 'a,b' },
      { name: 'series/absent', label: 'absent' },
    ];
    expect(csvOf(columns, lines).split('\r\n')).toEqual([
      'seconds,time,phase,p99 (ns),"a,b",absent',
      '1,2026-11-23T10:00:01.250Z,fill,1500000,0,',
      '2,2026-11-23T10:00:02.250Z,measure,,3,',
      '',
    ]);
  });

  it('has the cells of a heat map', () => {
    expect(csvOfHeat(columns).split('\r\n')[1]).toBe('2,2026-11-23T10:00:02.250Z,2000,4000,7');
  });

  it('quotes what needs it, and contains no formulas', () => {
    expect(csvOfTable(['a'], [['x "y"'], ['=1+1'], [-1]])).toBe('a\r\n"x ""y"""\r\n\'=1+1\r\n-1\r\n');
  });

  it('has a plain file name', () => {
    expect(fileName('My run / 1', 'Response time of read', 'csv')).toBe('my-run-1-response-time-of-read.csv');
    expect(fileName('…', '…', 'png')).toBe('chart.png');
  });
});
