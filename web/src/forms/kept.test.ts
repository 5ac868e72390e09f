import { describe, expect, it } from 'vitest';
import { forget, keep, kept, type Entered } from './kept';

function store() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
    text: () => [...items.values()].join(),
  };
}

const ENTERED: Entered = {
  draft: {
    target: 'redis://user:hunter2@127.0.0.1:6379',
    values: { rate: '7k' },
    set: { password: 'hunter2', ttl: '5s' },
    scenarios: [{ name: 'b', values: { rate: '1' } }],
  },
  tags: 'a, b',
  notes: 'n',
  isYaml: true,
  yaml: 'target: redis://u:hunter2@h\nset:\n  password: hunter2\n  ttl: 5s\nset.password: hunter2\n{"password": "hunter2"}',
  like: null,
};
const SECRETS = new Set(['password']);

describe('what was entered for a new run', () => {
  it('is kept, without secrets', () => {
    const at = store();
    keep(ENTERED, SECRETS, at);
    const back = kept(null, at)!;
    expect(back.draft).toEqual({
      target: 'redis://user@127.0.0.1:6379',
      values: { rate: '7k' },
      set: { ttl: '5s' },
      scenarios: [{ name: 'b', values: { rate: '1' } }],
    });
    expect(back.tags).toBe('a, b');
    expect(back.isYaml).toBe(true);
    expect(back.yaml).toBe('target: redis://u@h\nset:\n  ttl: 5s');
    expect(at.text()).not.toContain('hunter2');
  });

  it('is not that of a copy of another run', () => {
    const at = store();
    keep({ ...ENTERED, like: 'x1' }, SECRETS, at);
    expect(kept(null, at)).toBeNull();
    expect(kept('x1', at)?.tags).toBe('a, b');
    forget(at);
    expect(kept('x1', at)).toBeNull();
  });

  it('is nothing if the storage has something else, or is closed', () => {
    const at = store();
    at.setItem('plimsoll.new-run', '{"draft":1}');
    expect(kept(null, at)).toBeNull();
    const closed = {
      ...at,
      getItem: () => {
        throw new Error('closed');
      },
    };
    expect(kept(null, closed)).toBeNull();
  });
});
