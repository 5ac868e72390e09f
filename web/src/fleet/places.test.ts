import { describe, expect, it } from 'vitest';
import { contains, levelOf, matching, placement, placesIn, rankOf, scopeText, type PlacedNode } from './places';

const node = (name: string, datacenter: string | null = 'eu-1', rack: string | null = 'a'): PlacedNode => ({
  name,
  datacenter,
  rack,
});

const sixty = Array.from({ length: 60 }, (_, i) => node(`node-${i + 1}`, `eu-${1 + (i % 3)}`, 'abcd'[Math.floor(i / 3) % 4]!));

describe('the places of a fleet', () => {
  it('are a tree of datacenters, racks and nodes, in the order of numbers', () => {
    const nodes = [node('node-10'), node('node-2'), node('far', 'us', null), node('lone', null, null), node('x', 'eu-1', 'b')];
    expect(placesIn(nodes).map(({ scope, depth }) => `${depth} ${scope}`)).toEqual([
      '0 node=lone',
      '0 datacenter=eu-1',
      '1 rack=eu-1/a',
      '2 node=node-2',
      '2 node=node-10',
      '1 rack=eu-1/b',
      '2 node=x',
      '0 datacenter=us',
      '1 node=far',
    ]);
  });

  it('keep racks with one name in two datacenters apart', () => {
    const racks = placesIn([node('n1', 'eu-1', 'a'), node('n2', 'eu-2', 'a')]).filter(({ level }) => level === 'rack');
    expect(racks.map(({ scope, nodes, query }) => [scope, nodes, query])).toEqual([
      ['rack=eu-1/a', ['n1'], { datacenter: 'eu-1', rack: 'a' }],
      ['rack=eu-2/a', ['n2'], { datacenter: 'eu-2', rack: 'a' }],
    ]);
  });

  it('are found by typing, the one with this very name first', () => {
    const places = placesIn(sixty);
    expect(places.length).toBe(3 + 12 + 60);
    expect(matching(places, 'node-6').map(({ name }) => name)).toEqual(['node-6', 'node-60']);
    expect(matching(places, 'node-4')[0]?.name).toBe('node-4');
    expect(matching(places, 'eu-2 b').filter(({ level }) => level === 'node').length).toBe(5);
    expect(matching(places, 'eu-2/b')[0]?.scope).toBe('rack=eu-2/b');
    expect(matching(places, 'datacenter').map(({ name }) => name)).toEqual(['eu-1', 'eu-2', 'eu-3']);
    expect(matching(places, ' ')).toBe(places);
    expect(matching(places, 'nowhere')).toEqual([]);
  });
});

describe('a scope', () => {
  it('contains the nodes that the server would change', () => {
    const its = { ...node('node-3'), region: 'eu' };
    const scopes = ['fleet', 'region=eu', 'datacenter=eu-1', 'rack=a', 'rack=eu-1/a', 'node=node-3'];
    expect(scopes.every((scope) => contains(scope, its))).toBe(true);
    const others = ['region=us', 'datacenter=eu', 'rack=b', 'rack=eu-2/a', 'node=node-30', 'shelf=a', 'rack='];
    expect(others.some((scope) => contains(scope, its))).toBe(false);
    expect(contains('rack=/a', node('n', 'eu-1', null))).toBe(false);
  });

  it('says where a run is placed, and how many nodes are there now', () => {
    const nodes = [node('node-1'), node('node-2', 'eu-2'), { ...node('node-3', 'us'), address: '10.0.0.3:7460' }];
    expect(placement('', nodes)).toBe(null);
    expect(placement('fleet, node=node-1', nodes)).toBe(null);
    expect(placement('datacenter=eu-1, rack=eu-2/a', nodes)).toEqual({ text: 'datacenter eu-1, rack eu-2/a', count: 2 });
    expect(placement('node=10.0.0.3:7460', nodes)).toEqual({ text: '10.0.0.3:7460', count: 1 });
    expect(placement('region=mars', nodes)).toEqual({ text: 'region mars', count: 0 });
  });

  it('has a level, and the narrower one is more specific', () => {
    expect([levelOf('fleet'), levelOf('rack=eu-1/a'), levelOf('node='), levelOf('x')]).toEqual(['fleet', 'rack', null, null]);
    const ranks = ['fleet', 'region=r', 'datacenter=d', 'rack=r', 'node=n'].map(rankOf);
    expect(ranks).toEqual([0, 1, 2, 3, 4]);
  });

  it('is said in words', () => {
    expect(['fleet', 'node=node-3', 'rack=eu-1/a'].map(scopeText)).toEqual(['the fleet', 'node-3', 'rack eu-1/a']);
  });
});
