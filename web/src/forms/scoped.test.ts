import { describe, expect, it } from 'vitest';
import type { Parameter, Scopes } from '../api/types';
import type { PlacedNode } from '../fleet/places';
import { groupsOf, inScope, othersText, ownOf, valueIn } from './scoped';

const members: PlacedNode[] = [
  { name: 'n1', region: 'eu', datacenter: 'eu-1', rack: 'a' },
  { name: 'n2', region: 'eu', datacenter: 'eu-1', rack: 'b' },
  { name: 'n3', region: 'eu', datacenter: 'eu-2', rack: 'a' },
];
const at = (path: string, value: string, origin: string) => ({ path, value, origin, who: 'me' });
/** The timeout of the fleet, of a datacenter and of a node in it; the reads of a rack. */
const scopes: Scopes = {
  scopes: [
    { scope: 'fleet', values: { timeout: '4s', rate: '600' } },
    { scope: 'datacenter=eu-1', values: { timeout: '3s' } },
    { scope: 'rack=eu-2/a', values: { 'side/reads': 'off' } },
    { scope: 'node=n2', values: { timeout: '2s' } },
  ],
  nodes: [
    { name: 'n1', generator: 0, values: [at('rate', '600', 'fleet'), at('timeout', '3s', 'datacenter=eu-1')] },
    { name: 'n2', generator: 1, values: [at('rate', '600', 'fleet'), at('timeout', '2s', 'node=n2')] },
    {
      name: 'n3',
      generator: 2,
      values: [at('rate', '600', 'fleet'), at('timeout', '4s', 'fleet'), at('side/reads', 'off', 'rack=eu-2/a')],
    },
  ],
};

describe('a value by scope', () => {
  const of = (scope: string) => valueIn(scopes, 'timeout', scope, members, '5s');

  it('is that of the scope, or of the most specific one around it', () => {
    expect([of('fleet').value, of('datacenter=eu-1').value, of('node=n2').value]).toEqual(['4s', '3s', '2s']);
    expect([of('rack=eu-1/a').value, of('rack=eu-1/a').origin]).toEqual(['3s', 'datacenter=eu-1']);
    expect([of('node=n1').origin, of('node=n3').origin]).toEqual(['datacenter=eu-1', 'fleet']);
    expect(valueIn(scopes, 'think-time', 'node=n1', members, '0s')).toEqual({ value: '0s', origin: '', others: [] });
  });

  it('names the nodes that have another one', () => {
    expect(of('datacenter=eu-1').others).toEqual([{ node: 'n2', value: '2s', origin: 'node=n2' }]);
    expect(othersText(of('datacenter=eu-1').others)).toBe('n2 has 2s');
    expect(of('fleet').others.map(({ node }) => node)).toEqual(['n1', 'n2']);
    expect(othersText(of('fleet').others)).toBe('2 nodes have values of their own');
    expect(of('node=n2').others).toEqual([]);
  });

  it('is its own only if it was set for this very scope', () => {
    expect(ownOf(scopes, 'node=n2', 'timeout')).toBe('2s');
    expect(ownOf(scopes, 'node=n1', 'timeout')).toBe(undefined);
  });

  it('of a node that is not known is that of the fleet', () => {
    expect(of('node=gone').value).toBe('4s');
  });
});

describe('the parameters of a scope', () => {
  const parameter = (path: string, value: string, origin: string): Parameter => ({
    path,
    scenario: null,
    kind: 'duration',
    allowed: '',
    forms: [],
    description: '',
    default: null,
    value,
    origin,
    live: true,
    secret: false,
  });
  /** As node n2 tells them, to which a value of its own applies. */
  const told = [parameter('timeout', '2s', 'live change'), parameter('think-time', '0s', 'default')];
  const shown = (scope: string) =>
    inScope(told, scope, { scopes, members, self: 'n2', spec: { timeout: '5s' } }).map(({ value, origin }) => [value, origin]);

  it('are not those of the node that tells them', () => {
    expect(shown('fleet')).toEqual([
      ['4s', 'set for the fleet'],
      ['0s', 'default'],
    ]);
    expect(shown('node=n1')[0]).toEqual(['3s', 'from datacenter eu-1']);
    expect(shown('node=n2')[0]).toEqual(['2s', 'live change']);
  });

  it('are as configured where nothing was set', () => {
    const only: Scopes = { scopes: [scopes.scopes[3]!], nodes: scopes.nodes.map((node) => ({ ...node, values: node.values.filter(({ origin }) => origin === 'node=n2') })) };
    const [timeout] = inScope(told, 'fleet', { scopes: only, members, self: 'n2', spec: { timeout: '5s' } });
    expect([timeout?.value, timeout?.origin]).toEqual(['5s', 'configured']);
  });
});

describe('the list of what was set', () => {
  it('has each scope with the number of its nodes, and to how many each value applies', () => {
    expect(groupsOf(scopes, members).map(({ scope, nodes, rows }) => [scope, nodes, rows.map(({ path, applies }) => `${path} ${applies}`)])).toEqual([
      ['fleet', 3, ['timeout 1', 'rate 3']],
      ['datacenter=eu-1', 2, ['timeout 1']],
      ['rack=eu-2/a', 1, ['side/reads 1']],
      ['node=n2', 1, ['timeout 1']],
    ]);
    const on: Scopes = { ...scopes, scopes: [{ scope: 'fleet', values: { 'side/reads': 'on' } }] };
    expect(groupsOf(on, members)).toEqual([]);
  });
});
