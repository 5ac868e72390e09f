import type { Parameter, Scopes } from '../api/types';
import { contains, FLEET, rankOf, scopeText, type PlacedNode } from '../fleet/places';

/** The prefix of the paths of the sides of the load. */
export const SIDE = 'side/';

/** The value that applies to a scope, and the nodes in the scope that have a different value. */
export interface ScopedValue {
  value: string | null;
  /** The scope for which the value was set; empty if it was not set for any. */
  origin: string;
  others: { node: string; value: string; origin: string }[];
}

/** The value that was set for exactly this scope. */
export function ownOf(scopes: Scopes, scope: string, path: string): string | undefined {
  return scopes.scopes.find((each) => each.scope === scope)?.values[path];
}

/**
 * The value of a scope: its own, or that of the most specific scope around it.
 *
 * @param configured the value that applies where none is set
 */
export function valueIn(
  scopes: Scopes,
  path: string,
  scope: string,
  members: PlacedNode[],
  configured: string | null,
): ScopedValue {
  const inside = members.filter((node) => contains(scope, node));
  const isAround = (wider: string) =>
    wider === FLEET || (inside.length > 0 && inside.every((node) => contains(wider, node)));
  const around = scopes.scopes.filter(
    (each) =>
      path in each.values &&
      (each.scope === scope || (rankOf(each.scope) < rankOf(scope) && isAround(each.scope))),
  );
  const most = around.toSorted((a, b) => rankOf(b.scope) - rankOf(a.scope))[0];
  const names = inside.map(({ name }) => name);
  return {
    value: most?.values[path] ?? configured,
    origin: most?.scope ?? '',
    others: scopes.nodes.flatMap(({ name, values }) => {
      const its = values.find((each) => each.path === path);
      const isOther = its && its.origin !== scope && rankOf(its.origin) >= rankOf(scope);
      return isOther && names.includes(name) ? [{ node: name, value: its.value, origin: its.origin }] : [];
    }),
  };
}

/**
 * The parameters with the values and the origins of a scope.
 *
 * @param self the node that reported the parameters, with the values that apply to it
 * @param spec the values with which the run was started
 */
export function inScope(
  parameters: Parameter[],
  scope: string,
  { scopes, members, self, spec }: { scopes: Scopes; members: PlacedNode[]; self: string; spec: Record<string, string> },
): (Parameter & Pick<ScopedValue, 'others'>)[] {
  const mine = scopes.nodes.find(({ name }) => name === self)?.values ?? [];
  return parameters.map((parameter) => {
    const { path } = parameter;
    const applied = mine.find((each) => each.path === path);
    const configured = applied ? (spec[path] ?? parameter.default) : parameter.value;
    const { value, origin, others } = valueIn(scopes, path, scope, members, configured);
    if (origin === (applied?.origin ?? '')) return { ...parameter, others };
    const said = origin === '' ? 'configured' : origin === scope ? `set for ${scopeText(scope)}` : `from ${scopeText(origin)}`;
    return { ...parameter, value, origin: said, others };
  });
}

/** A value that was set for a scope. */
export interface ScopeRow {
  path: string;
  value: string;
  /** The number of nodes to which the value applies; other nodes have a more specific one. */
  applies: number;
}

/** The values that were set for a scope, and the number of nodes in the scope. */
export interface ScopeGroup {
  scope: string;
  nodes: number;
  rows: ScopeRow[];
}

/**
 * All values that were set, from the least to the most specific scope. A side that is on for the
 * whole fleet is left out.
 */
export function groupsOf({ scopes, nodes }: Scopes, members: PlacedNode[]): ScopeGroup[] {
  const isUsual = (scope: string, path: string, value: string) =>
    scope === FLEET && path.startsWith(SIDE) && value === 'on';
  const groups = scopes.map(({ scope, values }) => ({
    scope,
    nodes: nodes.filter(({ name }) => members.some((node) => node.name === name && contains(scope, node))).length,
    rows: Object.entries(values)
      .filter(([path, value]) => !isUsual(scope, path, value))
      .map(([path, value]) => ({
        path,
        value,
        applies: nodes.filter((node) => node.values.some((each) => each.path === path && each.origin === scope)).length,
      })),
  }));
  return groups.filter(({ rows }) => rows.length > 0);
}

/**
 * The different values in a scope as a short text: `node-3 has 2s`, `4 nodes have values of their
 * own`.
 */
export function othersText(others: ScopedValue['others']): string {
  const [first] = others;
  if (!first) return '';
  return others.length === 1
    ? `${first.node} has ${first.value}`
    : `${others.length} nodes have values of their own`;
}
