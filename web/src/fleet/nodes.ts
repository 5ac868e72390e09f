import type { FleetEvent, FleetNode, GeneratorVerdict } from '../api/types';
import { duration } from '../format/figures';

/** The condition of a node: the worst of its state, its verdict and its lag. */
export type Condition = 'up' | 'suspect' | 'lags' | 'invalid' | 'unreachable' | 'joining' | 'leaving' | 'removed';

/** A dispatch lag below this does not affect any displayed figure. */
const LAG_NANOS = 1e6;
/** A node lags if its dispatch lag is this many times that of most other nodes. */
const LAG_TIMES = 4;
const WORST: readonly Condition[] = ['unreachable', 'invalid', 'lags', 'suspect', 'leaving', 'joining', 'up', 'removed'];

/** The worst verdict of a node on its parts in live runs. */
export function verdictOf(node: FleetNode): GeneratorVerdict | null {
  const its = node.verdicts.filter((each) => each.validity === node.verdict);
  return its[0] ?? node.verdicts[0] ?? null;
}

/** The highest dispatch lag of a node in its live runs; null if it has no live run. */
export function lagOf(node: FleetNode): number | null {
  const lags = node.verdicts.flatMap((each) => (each.lagNanos === null ? [] : [each.lagNanos]));
  return lags.length === 0 ? null : Math.max(...lags);
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** The dispatch lag above which a node lags behind the other nodes of its fleet. */
export function lagBound(nodes: FleetNode[]): number {
  const lags = nodes.flatMap((node) => lagOf(node) ?? []);
  return Math.max(LAG_NANOS, LAG_TIMES * median(lags));
}

/** The condition of a node, given the bound of {@link lagBound}. */
export function conditionOf(node: FleetNode, bound: number): Condition {
  if (node.state !== 'up') return node.state;
  if (node.verdict === 'invalid') return 'invalid';
  if ((lagOf(node) ?? 0) > bound) return 'lags';
  return node.verdict === 'suspect' ? 'suspect' : 'up';
}

export const TONES: Record<Condition, 'good' | 'warn' | 'bad' | 'plain'> = {
  up: 'good',
  suspect: 'warn',
  lags: 'warn',
  invalid: 'bad',
  unreachable: 'bad',
  joining: 'plain',
  leaving: 'plain',
  removed: 'plain',
};

export function isTrouble(condition: Condition): boolean {
  return TONES[condition] === 'warn' || TONES[condition] === 'bad';
}

/** A node with its condition. */
export interface Seen {
  node: FleetNode;
  condition: Condition;
}

export function seenIn(nodes: FleetNode[]): Seen[] {
  const bound = lagBound(nodes);
  return nodes.map((node) => ({ node, condition: conditionOf(node, bound) }));
}

/** The problem of a node as a sentence; empty if it has none. */
export function troubleOf({ node, condition }: Seen): string {
  if (condition === 'unreachable') return 'does not answer';
  if (condition === 'lags') return `lags: its operations start ${duration(lagOf(node))} late (p99)`;
  const reason = verdictOf(node)?.reason;
  if (condition === 'suspect' || condition === 'invalid') return `is ${condition}${reason ? `: ${reason}` : ''}`;
  return '';
}

/** The live run in which a node has its problem; null if it has none in a run. */
export function troubledRun({ node, condition }: Seen): string | null {
  if (condition !== 'lags') return condition === 'suspect' || condition === 'invalid' ? (verdictOf(node)?.run ?? null) : null;
  return node.verdicts.find((each) => each.lagNanos === lagOf(node))?.run ?? null;
}

/** The live runs in which a node takes no part, each with the nodes that do and answer. */
export function runsElsewhere(nodes: FleetNode[], self: string): { id: string; nodes: FleetNode[] }[] {
  const own = nodes.find(({ name }) => name === self)?.runs ?? [];
  const others = nodes.filter(({ name, state }) => name !== self && state === 'up');
  const ids = new Set(others.flatMap(({ runs }) => runs ?? []).filter((id) => !own.includes(id)));
  return [...ids].toSorted().map((id) => ({ id, nodes: others.filter(({ runs }) => runs?.includes(id)) }));
}

/**
 * The parts of a place that are known. A cloud region is also a datacenter, so it is shown only
 * once.
 */
export function placeText(...parts: (string | null)[]): string {
  return [...new Set(parts.filter((word) => word))].join(' / ');
}

export interface Rack {
  name: string;
  nodes: Seen[];
}

export interface Datacenter {
  name: string;
  racks: Rack[];
  nodes: Seen[];
}

const natural = new Intl.Collator('en', { numeric: true });

/** Compares by name, `node-2` before `node-10`. */
export function byName(a: string, b: string): number {
  return natural.compare(a, b);
}

/** The nodes by datacenter and rack, without removed nodes. */
export function placesOf(seen: Seen[]): Datacenter[] {
  const places = new Map<string, Map<string, Seen[]>>();
  for (const each of seen) {
    if (each.condition === 'removed') continue;
    const { region, datacenter, rack } = each.node;
    const of = placeText(region, datacenter) || 'No datacenter';
    const racks = places.get(of) ?? new Map<string, Seen[]>();
    places.set(of, racks);
    racks.set(rack ?? '', [...(racks.get(rack ?? '') ?? []), each]);
  }
  return [...places]
    .toSorted(([a], [b]) => byName(a, b))
    .map(([name, racks]) => ({
      name,
      nodes: [...racks.values()].flat(),
      racks: [...racks]
        .toSorted(([a], [b]) => byName(a, b))
        .map(([rack, nodes]) => ({ name: rack, nodes: nodes.toSorted((a, b) => byName(a.node.name, b.node.name)) })),
    }));
}

/** The conditions that occur, worst first, each with its number of nodes. */
export function countsOf(seen: Seen[]): [Condition, number][] {
  return WORST.map((condition): [Condition, number] => [
    condition,
    seen.filter((each) => each.condition === condition).length,
  ]).filter(([, count]) => count > 0);
}

export type Sort = 'name' | 'place' | 'condition' | 'share' | 'lag' | 'cpu';

/** The nodes in the order of a column; ties are ordered by name, and removed nodes are last. */
export function sorted(seen: Seen[], sort: Sort): Seen[] {
  const place = ({ node }: Seen) => [node.region, node.datacenter, node.rack].map((word) => word ?? '').join('/');
  const by: Record<Sort, (a: Seen, b: Seen) => number> = {
    name: () => 0,
    place: (a, b) => byName(place(a), place(b)),
    condition: (a, b) => WORST.indexOf(a.condition) - WORST.indexOf(b.condition),
    share: (a, b) => (b.node.share ?? -1) - (a.node.share ?? -1),
    lag: (a, b) => (lagOf(b.node) ?? -1) - (lagOf(a.node) ?? -1),
    cpu: (a, b) => (b.node.cpu ?? -1) - (a.node.cpu ?? -1),
  };
  const isGone = (each: Seen) => Number(each.condition === 'removed');
  return seen.toSorted(
    (a, b) => isGone(a) - isGone(b) || by[sort](a, b) || byName(a.node.name, b.node.name),
  );
}

const SAID: Record<FleetEvent['kind'], string> = {
  up: 'is up',
  unreachable: 'does not answer',
  leaving: 'is leaving',
  removed: 'was removed',
  coordinator: 'is the coordinator now',
};

export function eventText(event: FleetEvent): string {
  return SAID[event.kind];
}

/** The pages of other nodes that were up, those in the same datacenter first. */
export function otherPages(nodes: FleetNode[], self: string): { name: string; page: string }[] {
  const own = nodes.find((node) => node.name === self);
  const far = (node: FleetNode) =>
    Number(node.region !== own?.region) * 2 + Number(node.datacenter !== own?.datacenter);
  return nodes
    .filter((node) => node.state === 'up' && node.name !== self && /^https?:\/\//.test(node.page))
    .toSorted((a, b) => far(a) - far(b) || byName(a.name, b.name))
    .map(({ name, page }) => ({ name, page }));
}
