import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import {
  customaryTarget,
  draftOf,
  driverOf,
  firstDraft,
  isAbout,
  mixText,
  modelOf,
  otherSettings,
  parseMix,
  readable,
  shares,
  specOf,
  splitList,
  withModel,
  withSearch,
} from './spec';
import type { DriverInfo, Setting } from '../api/types';

const setting = (name: string, description = ''): Setting => ({
  name,
  kind: 'text',
  default: null,
  allowed: '',
  forms: [],
  description,
  live: false,
  secret: false,
});

describe('a search', () => {
  it('has the required settings, and converts back to a valid run', () => {
    const search = withSearch({ mix: 'read=1', forever: 'true', workers: '4' }, true);
    expect(search).toEqual({ mix: 'read=1', method: 'search', rate: '1k', slo: 'p99<10ms,errors<0.1%' });
    const run = withSearch({ ...search, 'max-rate': '9k' }, false);
    expect(run).toEqual({ mix: 'read=1', rate: '1k', slo: 'p99<10ms,errors<0.1%', forever: 'true' });
  });
});

describe('a spec', () => {
  it('omits empty values', () => {
    expect(
      specOf({
        target: ' sim: ',
        values: { rate: '5k', workers: ' ' },
        set: { ttl: '' },
        scenarios: [{ name: '', values: {} }],
      }),
    ).toEqual({ target: 'sim:', rate: '5k' });
  });

  it('survives a round trip through YAML', () => {
    const draft = {
      target: 'sim:?service=constant(1ms)',
      values: {
        mix: 'read=80,update=20',
        slo: 'p99<10ms,errors<0.1%',
        keys: '010',
        forever: 'true',
        'key-distribution': 'hotspot(0.2,0.8)',
      },
      set: { ttl: '5m' },
      scenarios: [{ name: 'checkout', values: { rate: '1k', mix: 'read=1,update=1' } }],
    };
    const yaml = stringify(readable(specOf(draft)));
    expect(draftOf(parse(yaml, { schema: 'failsafe' }))).toEqual(draft);
  });

  it('from an example keeps its values', () => {
    const draft = draftOf(
      parse('target: "rocksdb:"\nmix: {read: 90, update: 10}\nslo: [p99<20ms, errors<0.1%]\n', {
        schema: 'failsafe',
      }),
    );
    expect(draft.values).toEqual({ mix: 'read=90,update=10', slo: 'p99<20ms,errors<0.1%' });
  });

  it('starts with a valid draft', () => {
    expect(specOf(firstDraft())).toEqual({
      target: 'rocksdb:',
      mix: 'read=80,update=20',
      rate: '5k',
      forever: 'true',
    });
  });
});

describe('a target', () => {
  const drivers = [{ name: 'redis' }, { name: 'jdbc' }] as DriverInfo[];
  it('determines its driver', () => {
    expect(driverOf('redis://h:1', drivers)?.name).toBe('redis');
    expect(driverOf('JDBC:postgresql://x', drivers)?.name).toBe('jdbc');
    expect(driverOf('redi', drivers)).toBeUndefined();
    expect(customaryTarget('sim')).toBe('sim:');
  });
});

describe('a mix', () => {
  it('has shares', () => {
    const parts = parseMix('read=3, update=1');
    expect(shares(parts)).toEqual([0.75, 0.25]);
    expect(mixText(parts)).toBe('read=3,update=1');
    expect(shares([{ operation: 'read', weight: 'x' }])).toEqual([0]);
  });
});

describe('a list', () => {
  it('is not split within parentheses', () => {
    expect(splitList('a(1,2), b')).toEqual(['a(1,2)', 'b']);
  });
});

describe('the model of a load', () => {
  it('follows from rate and workers', () => {
    expect(modelOf({ rate: '1' })).toBe('open');
    expect(modelOf({ workers: '1' })).toBe('closed');
    expect(modelOf({})).toBe('closed');
    expect(modelOf({ rate: '1', workers: '1', model: 'paced' })).toBe('paced');
  });
  it('changes all its settings at once', () => {
    expect(withModel({ rate: '7', arrivals: 'poisson' }, 'closed')).toEqual({ workers: '16' });
    expect(withModel({ workers: '9' }, 'paced')).toEqual({
      workers: '9',
      rate: '5k',
      model: 'paced',
    });
    expect(modelOf(withModel({ workers: '9' }, 'open'))).toBe('open');
  });
});

describe('other settings', () => {
  it('are those without their own field, filtered by the search', () => {
    const groups = [{ title: 'Load', settings: [setting('rate'), setting('timeout', 'deadline')] }];
    expect(otherSettings(groups, '')[0]!.settings.map((s) => s.name)).toEqual(['timeout']);
    expect(otherSettings(groups, 'DEAD')).toHaveLength(1);
    expect(otherSettings(groups, 'zzz')).toEqual([]);
    expect(isAbout('spec.rate', 'rate')).toBe(true);
    expect(isAbout('scenario/a/rate', 'rate')).toBe(false);
  });
});
