import { describe, expect, it } from 'vitest';
import type { FleetNode } from '../api/types';
import { conditionOf, countsOf, lagBound, otherPages, placesOf, runsElsewhere, seenIn, sorted, troubledRun, troubleOf } from './nodes';

function node(name: string, more: Partial<FleetNode> = {}, lagNanos: number | null = 50_000): FleetNode {
  const verdict = more.verdict === undefined ? 'valid' : more.verdict;
  return {
    name,
    page: `http://${name}:7450`,
    address: `${name}:7460`,
    version: '1',
    state: 'up',
    since: '2026-01-01T00:00:00Z',
    isCoordinator: false,
    region: null,
    datacenter: 'a',
    rack: 'a1',
    host: null,
    labels: {},
    share: 0.1,
    weight: 1,
    runs: ['r'],
    processors: 4,
    cpu: 1,
    residentBytes: 1e8,
    clockOffsetNanos: 0,
    clockErrorNanos: 0,
    verdicts: [{ run: 'r', generator: 0, validity: verdict, reason: verdict === 'valid' ? null : 'It was late.', lagNanos }],
    ...more,
    verdict,
  };
}

describe('the condition of a node', () => {
  it('is the worst of its state, its verdict and its lag', () => {
    const of = (its: FleetNode) => conditionOf(its, 1e6);
    expect(of(node('a'))).toBe('up');
    expect(of(node('a', { verdict: 'suspect' }))).toBe('suspect');
    expect(of(node('a', { verdict: 'invalid' }))).toBe('invalid');
    expect(of(node('a', {}, 2e6))).toBe('lags');
    expect(of(node('a', { verdict: 'invalid' }, 2e6))).toBe('invalid');
    expect(of(node('a', { state: 'unreachable', verdict: 'suspect' }))).toBe('unreachable');
    expect(of(node('a', { verdict: null, verdicts: [] }))).toBe('up');
  });

  it('is lagging only beside others that do not lag', () => {
    const all = [node('a', {}, 20e6), node('b', {}, 21e6), node('c', {}, 22e6)];
    expect(seenIn(all).map((each) => each.condition)).toEqual(['up', 'up', 'up']);
    expect(seenIn([...all, node('d', {}, 200e6)]).at(-1)?.condition).toBe('lags');
    expect(lagBound([])).toBe(1e6);
  });

  it('is told in a sentence with the reason', () => {
    const said = (its: FleetNode) => troubleOf({ node: its, condition: conditionOf(its, 1e6) });
    expect(said(node('a'))).toBe('');
    expect(said(node('a', { verdict: 'suspect' }))).toBe('is suspect: It was late.');
    expect(said(node('a', { state: 'unreachable' }))).toBe('does not answer');
    expect(said(node('a', {}, 14e6))).toBe('lags: its operations start 14.0 ms late (p99)');
  });
});

describe('the run of a trouble', () => {
  it('is the one in which the node lags or is not valid', () => {
    const of = (its: FleetNode) => troubledRun({ node: its, condition: conditionOf(its, 1e6) });
    const verdict = (run: string, lagNanos: number) => ({ run, generator: 0, validity: 'valid' as const, reason: null, lagNanos });
    expect(of(node('a', { verdicts: [verdict('calm', 1e4), verdict('late', 14e6)] }))).toBe('late');
    expect(of(node('a', { verdict: 'invalid' }))).toBe('r');
    expect(of(node('a'))).toBe(null);
    expect(of(node('a', { state: 'unreachable' }))).toBe(null);
  });
});

describe('the runs of other nodes', () => {
  it('are those in which this node takes no part, with the nodes that answer', () => {
    const nodes = [
      node('a', { runs: ['both'] }),
      node('b', { runs: ['both', 'theirs'] }),
      node('c', { runs: ['theirs'], state: 'unreachable' }),
      node('d', { runs: null }),
      node('e', { runs: ['last', 'theirs'] }),
    ];
    expect(runsElsewhere(nodes, 'a').map(({ id, nodes: its }) => [id, its.map(({ name }) => name)])).toEqual([
      ['last', ['e']],
      ['theirs', ['b', 'e']],
    ]);
    expect(runsElsewhere(nodes, 'b').map(({ id }) => id)).toEqual(['last']);
  });
});

describe('the map', () => {
  it('has each member in its rack, in the order of numbers, and none that was removed', () => {
    const places = placesOf(
      seenIn([
        node('node-10'),
        node('node-2'),
        node('gone', { state: 'removed' }),
        node('x', { datacenter: 'b', rack: null, region: 'eu' }),
        node('y', { datacenter: null, rack: null }),
      ]),
    );
    expect(places.map((each) => each.name)).toEqual(['a', 'eu / b', 'No datacenter']);
    expect(places[0]?.racks.map((rack) => [rack.name, rack.nodes.map((each) => each.node.name)])).toEqual([
      ['a1', ['node-2', 'node-10']],
    ]);
  });
});

describe('the table', () => {
  const seen = seenIn([
    node('c', { share: 0.5 }),
    node('gone', { state: 'removed' }),
    node('b', { state: 'unreachable', share: null }),
    node('a', { verdict: 'suspect' }),
  ]);
  const names = (of: ReturnType<typeof seenIn>) => of.map((each) => each.node.name);

  it('sorts by any column, and has those that were removed last', () => {
    expect(names(sorted(seen, 'name'))).toEqual(['a', 'b', 'c', 'gone']);
    expect(names(sorted(seen, 'condition'))).toEqual(['b', 'a', 'c', 'gone']);
    expect(names(sorted(seen, 'share'))).toEqual(['c', 'a', 'b', 'gone']);
  });

  it('counts conditions, the worst first', () => {
    expect(countsOf(seen)).toEqual([
      ['unreachable', 1],
      ['suspect', 1],
      ['up', 1],
      ['removed', 1],
    ]);
  });
});

describe('the other pages', () => {
  it('are those of nodes that were up, the same datacenter first', () => {
    const all = [
      node('far', { datacenter: 'b' }),
      node('near'),
      node('self'),
      node('away', { state: 'unreachable' }),
      node('odd', { page: 'javascript:alert(1)' }),
    ];
    expect(otherPages(all, 'self').map((each) => each.name)).toEqual(['near', 'far']);
  });
});
