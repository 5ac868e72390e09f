import type { DriverInfo, Setting, SettingGroup } from '../api/types';

/** A spec in the editor: only the values that are set, as texts. */
export interface SpecDraft {
  target: string;
  values: Record<string, string>;
  set: Record<string, string>;
  scenarios: { name: string; values: Record<string, string> }[];
}

/** The usual address of each driver's store. */
const CUSTOMARY: Record<string, string> = {
  redis: 'redis://127.0.0.1:6379',
  cassandra: 'cassandra://127.0.0.1:9042/plimsoll',
  memcached: 'memcached://127.0.0.1:11211',
  evcache: 'evcache://127.0.0.1:11211',
  voldemort: 'voldemort://127.0.0.1:6666/users',
  jdbc: 'jdbc:postgresql://127.0.0.1:5432/plimsoll',
  dynamodb: 'dynamodb://127.0.0.1:8000',
};

/** Settings that have their own field in the form. */
export const ESSENTIAL = new Set([
  'mix',
  'rate',
  'workers',
  'model',
  'keys',
  'key-distribution',
  'value-bytes',
  'warmup',
  'for',
  'forever',
  'name',
  'slo',
  'arrivals',
  'method',
  'max-rate',
  'precision',
]);

export function firstDraft(): SpecDraft {
  return {
    target: 'rocksdb:',
    values: { mix: 'read=80,update=20', rate: '5k', forever: 'true' },
    set: {},
    scenarios: [],
  };
}

export function customaryTarget(driver: string): string {
  return CUSTOMARY[driver] ?? `${driver}:`;
}

/** The driver of a target: the text before its first colon. */
export function driverOf(target: string, drivers: DriverInfo[]): DriverInfo | undefined {
  const scheme = target.split(':')[0]!.trim().toLowerCase();
  return drivers.find((driver) => driver.name === scheme);
}

/** The spec in the form that the server accepts, without empty values. */
export function specOf(draft: SpecDraft): Record<string, unknown> {
  const given = (values: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(values)
        .map(([name, text]) => [name, text.trim()])
        .filter(([, text]) => text !== ''),
    );
  const spec: Record<string, unknown> = {};
  if (draft.target.trim() !== '') spec['target'] = draft.target.trim();
  Object.assign(spec, given(draft.values));
  const set = given(draft.set);
  if (Object.keys(set).length > 0) spec['set'] = set;
  const scenarios = draft.scenarios.filter(({ name }) => name.trim() !== '');
  if (scenarios.length > 0) {
    spec['scenarios'] = Object.fromEntries(
      scenarios.map(({ name, values }) => [name.trim(), given(values)]),
    );
  }
  return spec;
}

/** A spec in readable form, with maps and lists instead of texts with separators. */
export function readable(spec: Record<string, unknown>): Record<string, unknown> {
  const nice: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(spec)) {
    if (name === 'mix' && typeof value === 'string' && parseMix(value).length > 0) {
      nice[name] = Object.fromEntries(parseMix(value).map((part) => [part.operation, plain(part.weight)]));
    } else if (name === 'slo' && typeof value === 'string') {
      nice[name] = splitList(value);
    } else if (name === 'scenarios' && typeof value === 'object' && value !== null) {
      nice[name] = Object.fromEntries(
        Object.entries(value).map(([key, own]) => [key, readable(own as Record<string, unknown>)]),
      );
    } else {
      nice[name] = plain(value);
    }
  }
  return nice;
}

/** A number or boolean without quotes, if it parses to the same text. */
function plain(value: unknown): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  if (typeof value !== 'string' || !/^\d+(\.\d+)?$/.test(value)) return value;
  return String(Number(value)) === value ? Number(value) : value;
}

/** The draft of a parsed YAML document, with all values as texts. */
export function draftOf(parsed: unknown): SpecDraft {
  const draft: SpecDraft = { target: '', values: {}, set: {}, scenarios: [] };
  if (typeof parsed !== 'object' || parsed === null) return draft;
  for (const [name, value] of Object.entries(parsed)) {
    if (name === 'target') draft.target = textOf(value);
    else if (name === 'set') draft.set = textsOf(value);
    else if (name === 'scenarios' && typeof value === 'object' && value !== null) {
      draft.scenarios = Object.entries(value as Record<string, unknown>).map(([key, own]) => ({
        name: key,
        values: textsOf(own),
      }));
    } else draft.values[name] = textOf(value);
  }
  return draft;
}

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, textOf(own)]));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([name, own]) => `${name}=${textOf(own)}`)
      .join(',');
  }
  return value === null || value === undefined ? '' : String(value);
}

export interface MixPart {
  operation: string;
  weight: string;
}

export function parseMix(text: string): MixPart[] {
  return text
    .split(',')
    .map((part) => part.split('='))
    .filter((part) => part.length === 2 && part[0]!.trim() !== '')
    .map(([operation, weight]) => ({ operation: operation!.trim(), weight: weight!.trim() }));
}

export function mixText(parts: MixPart[]): string {
  return parts.map(({ operation, weight }) => `${operation}=${weight || '0'}`).join(',');
}

/** The share of each part; 0 if its weight is not a number. */
export function shares(parts: MixPart[]): number[] {
  const weights = parts.map(({ weight }) => Math.max(0, Number(weight) || 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (total > 0 ? weight / total : 0));
}

/** Splits at commas, except within parentheses. */
export function splitList(text: string): string[] {
  return text
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export type Model = 'open' | 'closed' | 'paced';

export function modelOf(values: Record<string, string>): Model {
  if (values['model'] === 'paced') return 'paced';
  if (values['model'] === 'closed' || (values['workers'] && !values['rate'])) return 'closed';
  return values['rate'] ? 'open' : 'closed';
}

/** The values for a load of this model, with defaults for missing ones. */
export function withModel(values: Record<string, string>, model: Model): Record<string, string> {
  const next = { ...values };
  delete next['model'];
  if (model === 'open') {
    delete next['workers'];
    next['rate'] ||= '5k';
  } else if (model === 'closed') {
    delete next['rate'];
    delete next['arrivals'];
    next['workers'] ||= '16';
  } else {
    next['model'] = 'paced';
    next['rate'] ||= '5k';
    next['workers'] ||= '64';
  }
  return next;
}

/** The values for a search for the maximum throughput within the SLO, or for a plain run. */
export function withSearch(values: Record<string, string>, isSearch: boolean): Record<string, string> {
  const next = { ...values };
  if (isSearch) {
    for (const name of ['model', 'workers', 'for', 'forever', 'ops']) delete next[name];
    next['method'] ||= 'search';
    next['rate'] ||= '1k';
    next['slo'] ||= 'p99<10ms,errors<0.1%';
  } else {
    for (const name of ['method', 'max-rate', 'precision', 'trial', 'longest-trial', 'step']) delete next[name];
    for (const name of ['violations', 'closed', 'max-workers']) delete next[name];
    next['forever'] ||= 'true';
  }
  return next;
}

/** Settings without their own field in the form, by group, filtered by the search. */
export function otherSettings(groups: SettingGroup[], search: string): SettingGroup[] {
  const wanted = search.trim().toLowerCase();
  const fits = (setting: Setting) =>
    wanted === '' || `${setting.name} ${setting.description}`.toLowerCase().includes(wanted);
  return groups
    .map(({ title, settings }) => ({
      title,
      settings: settings.filter((setting) => !ESSENTIAL.has(setting.name) && fits(setting)),
    }))
    .filter(({ settings }) => settings.length > 0);
}

/** Whether a rejected field is this one. The server reports `rate`, `spec.rate` or `set.ttl`. */
export function isAbout(field: string, name: string): boolean {
  return field === name || field.replace(/^(spec|request)\./, '') === name;
}
