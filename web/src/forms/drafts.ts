import type { Change, Parameter } from '../api/types';

/** A titled group of the parameter list. */
export interface ParameterGroup {
  title: string;
  parameters: Parameter[];
}

/** The name without its scenario or `set.`, since the group title shows these. */
export function shortName(path: string): string {
  return path.replace(/^scenario\/[^/]+\//, '').replace(/^set\./, '');
}

/** The parameters that are changed most often during a run. */
const FIRST = ['rate', 'workers', 'mix', 'think-time', 'max-in-flight', 'timeout'];

function place(parameter: Parameter): number {
  const at = FIRST.indexOf(shortName(parameter.path));
  return (parameter.live ? 0 : 100) + (at < 0 ? FIRST.length : at);
}

/** Groups for the run, the driver, and each scenario. Live parameters come first in each group. */
export function grouped(parameters: Parameter[], search: string, onlyLive: boolean): ParameterGroup[] {
  const groups = new Map<string, Parameter[]>();
  const wanted = search.trim().toLowerCase();
  for (const parameter of parameters) {
    if (onlyLive && !parameter.live) continue;
    const text = `${parameter.path} ${parameter.description} ${parameter.value ?? ''}`;
    if (wanted && !text.toLowerCase().includes(wanted)) continue;
    const title = parameter.scenario
      ? `Scenario ${parameter.scenario}`
      : parameter.path.startsWith('set.')
        ? 'Driver'
        : 'Run';
    const list = groups.get(title) ?? [];
    list.push(parameter);
    groups.set(title, list);
  }
  const order = (title: string) => (title === 'Run' ? 0 : title === 'Driver' ? 1 : 2);
  return [...groups]
    .sort(([a], [b]) => order(a) - order(b))
    .map(([title, list]) => ({
      title,
      parameters: list.toSorted((a, b) => place(a) - place(b)),
    }));
}

/** The reason why a parameter cannot be changed now; empty if it can. */
export function lockedBecause(
  parameter: Parameter,
  isLive: boolean,
  mayOperate: boolean,
  isSearch = false,
): string {
  if (!isLive) return 'The run has ended.';
  if (!mayOperate) return 'You have read-only access.';
  if (isSearch) return 'Parameters cannot be changed while a search is running. Start a new search instead.';
  if (!parameter.live) return 'Fixed for the whole run. To change it, start a new run.';
  return '';
}

/** Drafts that differ from the current values. An empty text resets to the configured value. */
export function changesOf(
  drafts: Record<string, string>,
  parameters: Parameter[],
): Record<string, string | null> {
  const changes: Record<string, string | null> = {};
  for (const [path, draft] of Object.entries(drafts)) {
    const parameter = parameters.find((known) => known.path === path);
    const text = draft.trim();
    if (!parameter || text === (parameter.value ?? '')) continue;
    changes[path] = text === '' ? null : text;
  }
  return changes;
}

/**
 * The changes that undo a change: the old text, or null if this was the first change to the
 * parameter, which resets it to the configured value. Values that were derived from the change are
 * derived again.
 *
 * @param asked the paths that the user changed
 */
export function undoOf(
  changed: { path: string; old: string | null }[],
  asked: string[],
  history: Change[],
): Record<string, string | null> {
  const undo: Record<string, string | null> = {};
  for (const { path, old } of changed) {
    if (!asked.includes(path)) continue;
    const earlier = history.filter((change) => change.path === path && !change.derived).length;
    undo[path] = earlier <= 1 ? null : old;
  }
  return undo;
}

/** A rate or count such as `10k`, multiplied by a factor; null if the text is not one number. */
export function scaled(text: string, factor: number): string | null {
  const found = /^\s*(\d+(?:\.\d+)?)\s*([kmg]?)(\/s)?\s*$/i.exec(text);
  if (!found) return null;
  const unit = { k: 1e3, m: 1e6, g: 1e9 }[found[2]!.toLowerCase()] ?? 1;
  const value = Number(found[1]) * unit * factor;
  if (!(value > 0)) return null;
  const shown = Number(value.toPrecision(4));
  return String(shown >= 1000 && shown % 10 === 0 ? inThousands(shown) : shown);
}

function inThousands(value: number): string {
  return value >= 1e6 && value % 1e4 === 0 ? `${value / 1e6}m` : `${value / 1e3}k`;
}
