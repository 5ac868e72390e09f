import { describe, expect, it } from 'vitest';
import type { Parameter } from '../api/types';
import { changesOf, grouped, lockedBecause, scaled, shortName, undoOf } from './drafts';

const parameter = (path: string, more: Partial<Parameter> = {}): Parameter => ({
  path,
  scenario: /^scenario\/([^/]+)/.exec(path)?.[1] ?? null,
  kind: 'text',
  allowed: '',
  forms: [],
  description: '',
  default: null,
  value: '1',
  origin: 'default',
  live: true,
  secret: false,
  ...more,
});

describe('parameters', () => {
  it('are grouped by run, driver and scenario, live ones first', () => {
    const groups = grouped(
      [
        parameter('scenario/b/rate'),
        parameter('set.ttl'),
        parameter('seed', { live: false }),
        parameter('keys'),
        parameter('rate'),
      ],
      '',
      false,
    );
    expect(groups.map((g) => g.title)).toEqual(['Run', 'Driver', 'Scenario b']);
    expect(groups[0]!.parameters.map((p) => p.path)).toEqual(['rate', 'keys', 'seed']);
    expect(shortName('scenario/b/rate')).toBe('rate');
  });

  it('are found by their description', () => {
    const list = [parameter('rate', { description: 'operations per second' }), parameter('mix')];
    expect(grouped(list, 'Per Second', false)[0]!.parameters).toHaveLength(1);
    expect(grouped(list, 'xyz', false)).toEqual([]);
  });

  it('report why they are locked', () => {
    expect(lockedBecause(parameter('rate'), true, true)).toBe('');
    expect(lockedBecause(parameter('seed', { live: false }), true, true)).toContain('new run');
    expect(lockedBecause(parameter('rate'), false, true)).toContain('ended');
    expect(lockedBecause(parameter('rate'), true, false)).toContain('read-only');
  });

  it('change only if a draft differs, and reset if it is empty', () => {
    const list = [parameter('rate', { value: '10k' }), parameter('mix'), parameter('set.ttl')];
    expect(changesOf({ rate: ' 10k ', mix: 'read=1', 'set.ttl': '', gone: '1' }, list)).toEqual({
      mix: 'read=1',
      'set.ttl': null,
    });
  });

  it('are reset to the configured value when the first change is undone', () => {
    const change = { atNanos: 0, at: '', who: '', path: 'rate', old: '1', new: '2', derived: false };
    expect(undoOf([{ path: 'rate', old: '1' }], ['rate'], [change])).toEqual({ rate: null });
    expect(undoOf([{ path: 'rate', old: '2' }], ['rate'], [change, change])).toEqual({ rate: '2' });
  });

  it('that followed from an undone change are not pinned', () => {
    const change = { atNanos: 0, at: '', who: '', path: 'rate', old: '1', new: '2', derived: false };
    const followed = { ...change, path: 'max-in-flight', old: '20', new: '40', derived: true };
    expect(
      undoOf(
        [
          { path: 'max-in-flight', old: '20' },
          { path: 'rate', old: '1' },
        ],
        ['rate'],
        [followed, change, followed, change],
      ),
    ).toEqual({ rate: '1' });
  });
});

describe('a rate', () => {
  it.each([
    ['10k', 2, '20k'],
    ['100', 0.5, '50'],
    ['1500', 1.1, '1.65k'],
    ['900k', 2, '1.8m'],
    ['10k/s', 0.9, '9k'],
    ['7', 0.9, '6.3'],
  ])('%s times %d is %s', (text, factor, result) => expect(scaled(text, factor)).toBe(result));

  it('of several operations is not scaled', () => {
    expect(scaled('read=8k,update=2k', 2)).toBeNull();
    expect(scaled('ramp(1k,2k,5m)', 2)).toBeNull();
  });
});
