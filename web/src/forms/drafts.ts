import type { Change, Parameter } from '../api/types';

/** What a row of the parameter list is about, and where it belongs. */
export interface ParameterGroup {
  title: string;
  parameters: Parameter[];
}

/** The name without its scenario or `set.`, for a list that has a heading of it. */
export function shortName(path: string): string {
  return path.replace(/^scenario\/[^/]+\//, '').replace(/^set\./, '');
}

/** What is turned most while a run goes on. */
const FIRST = ['rate', 'workers', 'mix', 'think-time', 'max-in-flight', 'timeout'];

function place(parameter: Parameter): number {
  const at = FIRST.indexOf(shortName(parameter.path));
  return (parameter.live ? 0 : 100) + (at < 0 ? FIRST.length : at);
}

/** The run's own, then the driver's, then those of each scenario; changeable ones come first. */
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

/** Why a parameter cannot be changed now; nothing if it can. */
export function lockedBecause(
  parameter: Parameter,
  isLive: boolean,
  mayOperate: boolean,
  isSearch = false,
): string {
  if (!isLive) return 'The run has ended.';
  if (!mayOperate) return 'You may watch, and not change.';
  if (isSearch) return 'A search changes its load itself: begin another one.';
  if (!parameter.live) return 'Takes effect at the start: change it in a new run.';
  return '';
}

/** Drafts that differ from what holds now. An empty text means: back to what lies below. */
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
 * What undoes a change: the text before, or nothing at all where the value came from a lower layer
 * then and the change was the first of this parameter.
 */
export function undoOf(changed: { path: string; old: string | null }[], history: Change[]): Record<string, string | null> {
  const undo: Record<string, string | null> = {};
  for (const { path, old } of changed) {
    const earlier = history.filter((change) => change.path === path).length;
    undo[path] = earlier <= 1 ? null : old;
  }
  return undo;
}

/** A rate or count in words such as `10k`, times a factor; null where it is not one number. */
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
