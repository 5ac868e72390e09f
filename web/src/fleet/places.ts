import { byName } from './nodes';

/** A node, and where it is. */
export interface PlacedNode {
  name: string;
  /** Host and port for other nodes. */
  address?: string | null;
  region?: string | null;
  datacenter: string | null;
  rack: string | null;
}

/** The levels of scopes, from the widest to the narrowest. */
export type Level = 'fleet' | 'region' | 'datacenter' | 'rack' | 'node';

const LEVELS: readonly Level[] = ['fleet', 'region', 'datacenter', 'rack', 'node'];

/** The scope of all nodes. */
export const FLEET = 'fleet';

/** A datacenter, a rack or a node that can be chosen. */
export interface Place {
  /** Its scope, such as `rack=eu-1/a`. */
  scope: string;
  level: Level;
  /** The short name, such as `a`. */
  name: string;
  /** The datacenter and rack that contain it, such as `eu-1 / a`; empty if there are none. */
  within: string;
  /** The depth in the tree. */
  depth: number;
  /** The names of its nodes. */
  nodes: string[];
  /** The query parameter that selects it in `GET /runs/{run}/intervals`. */
  query: { node?: string; datacenter?: string; rack?: string };
}

/** The level of a scope; null for a text that is not a scope. */
export function levelOf(scope: string): Level | null {
  if (scope === FLEET) return FLEET;
  const level = LEVELS.find((word) => word !== FLEET && scope.startsWith(`${word}=`));
  return level !== undefined && scope.length > level.length + 1 ? level : null;
}

/** The rank of a scope; the most specific scope takes precedence. */
export function rankOf(scope: string): number {
  return LEVELS.indexOf(levelOf(scope) ?? FLEET);
}

/** Whether a node belongs to a scope. A rack is named with or without its datacenter. */
export function contains(scope: string, { name, address, region, datacenter, rack }: PlacedNode): boolean {
  const level = levelOf(scope);
  const value = scope.slice((level ?? '').length + 1);
  switch (level) {
    case null:
      return false;
    case 'fleet':
      return true;
    case 'region':
      return value === region;
    case 'datacenter':
      return value === datacenter;
    case 'rack':
      return rack !== null && (value === rack || value === `${datacenter ?? ''}/${rack}`);
    case 'node':
      return value === name || value === address;
  }
}

/**
 * Where the setting `place` puts a run, in words, and the number of nodes there.
 * Null if it runs on all nodes.
 */
export function placement(setting: string, nodes: PlacedNode[]): { text: string; count: number } | null {
  const scopes = setting.split(',').map((scope) => scope.trim());
  if (setting.trim() === '' || scopes.includes(FLEET)) return null;
  const isPlaced = (node: PlacedNode) => scopes.some((scope) => contains(scope, node));
  return { text: scopes.map(scopeText).join(', '), count: nodes.filter(isPlaced).length };
}

/** A scope in words: `rack eu-1/a`, `the fleet`. */
export function scopeText(scope: string): string {
  const level = levelOf(scope);
  if (level === FLEET) return 'the fleet';
  return level === null ? scope : level === 'node' ? scope.slice(5) : scope.replace('=', ' ');
}

function grouped<A>(all: A[], of: (each: A) => string | null): [string, A[]][] {
  const groups = new Map<string, A[]>();
  for (const each of all) {
    const name = of(each) ?? '';
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return [...groups].toSorted(([a], [b]) => byName(a, b));
}

/** All places of these nodes in the order of a tree: each datacenter, its racks, and their nodes. */
export function placesIn(nodes: PlacedNode[]): Place[] {
  const places: Place[] = [];
  for (const [datacenter, inIt] of grouped(nodes, (node) => node.datacenter)) {
    const names = (of: PlacedNode[]) => of.map(({ name }) => name);
    if (datacenter) {
      places.push({
        scope: `datacenter=${datacenter}`,
        level: 'datacenter',
        name: datacenter,
        within: '',
        depth: 0,
        nodes: names(inIt),
        query: { datacenter },
      });
    }
    for (const [rack, inRack] of grouped(inIt, (node) => node.rack)) {
      const inDatacenter = datacenter ? { datacenter } : {};
      if (rack) {
        places.push({
          scope: `rack=${datacenter ? `${datacenter}/` : ''}${rack}`,
          level: 'rack',
          name: rack,
          within: datacenter,
          depth: datacenter ? 1 : 0,
          nodes: names(inRack),
          query: { ...inDatacenter, rack },
        });
      }
      for (const { name } of inRack.toSorted((a, b) => byName(a.name, b.name))) {
        places.push({
          scope: `node=${name}`,
          level: 'node',
          name,
          within: [datacenter, rack].filter((word) => word).join(' / '),
          depth: Number(datacenter !== '') + Number(rack !== ''),
          nodes: [name],
          query: { node: name },
        });
      }
    }
  }
  return places;
}

/**
 * The places that contain each word of a search in their name, in the names of their datacenter and
 * rack, or in their level. A place with exactly this name is first.
 */
export function matching(places: Place[], search: string): Place[] {
  const wanted = search.trim().toLowerCase();
  const words = wanted.split(/[\s/]+/).filter((word) => word);
  if (words.length === 0) return places;
  const found = places.filter(({ name, within, level }) => {
    const text = `${level} ${within} ${name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const isExact = ({ name }: Place) => Number(name.toLowerCase() === wanted);
  return found.toSorted((a, b) => isExact(b) - isExact(a));
}
