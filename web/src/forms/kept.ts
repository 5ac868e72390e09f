import type { SpecDraft } from './spec';

/** The input in the form for a new run. */
export interface Entered {
  draft: SpecDraft;
  tags: string;
  notes: string;
  isYaml: boolean;
  yaml: string;
  /** The id of the copied run; null if no run was copied. */
  like: string | null;
}

const KEY = 'plimsoll.new-run';

const ofUrl = (text: string) => text.replace(/(:\/\/[^\s:@/]*):[^\s@/]*@/g, '$1@');

function withoutNames(values: Record<string, string>, secrets: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !secrets.has(name))
      .map(([name, text]) => [name, ofUrl(text)]),
  );
}

/** The input without secret settings and without passwords in addresses. */
export function withoutSecrets(entered: Entered, secrets: ReadonlySet<string>): Entered {
  const { draft, yaml } = entered;
  const isSecret = (line: string) => secrets.has(/^[\s{,"'-]*(?:set\.)?([\w.-]+)["']?\s*:/.exec(line)?.[1] ?? '');
  return {
    ...entered,
    draft: {
      target: ofUrl(draft.target),
      values: withoutNames(draft.values, secrets),
      set: withoutNames(draft.set, secrets),
      scenarios: draft.scenarios.map(({ name, values }) => ({ name, values: withoutNames(values, secrets) })),
    },
    yaml: ofUrl(
      yaml
        .split('\n')
        .filter((line) => !isSecret(line))
        .join('\n'),
    ),
  };
}

/** The part of the session storage that is used; tests pass a substitute. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Stores the input until the tab is closed, so that it outlasts a reload. */
export function keep(entered: Entered, secrets: ReadonlySet<string>, store: Store = sessionStorage): void {
  try {
    store.setItem(KEY, JSON.stringify(withoutSecrets(entered, secrets)));
  } catch {
    // Without storage, a reload loses the input.
  }
}

/** The stored input for a copy of this run, or for no copy; null if there is none. */
export function kept(like: string | null, store: Store = sessionStorage): Entered | null {
  try {
    const entered = JSON.parse(store.getItem(KEY) ?? 'null') as Entered | null;
    const isWhole = entered !== null && typeof entered.draft?.target === 'string' && Array.isArray(entered.draft.scenarios);
    return isWhole && entered.like === like ? entered : null;
  } catch {
    return null;
  }
}

export function forget(store: Store = sessionStorage): void {
  try {
    store.removeItem(KEY);
  } catch {
    // There is no storage.
  }
}
