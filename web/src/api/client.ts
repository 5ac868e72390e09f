import type * as T from './types';
import { Problem, problemOf } from './problem';

const BASE = '/api/v1';

type Query = Record<string, string | number | boolean | null | undefined>;

/** Called if the server requires authentication. The shell then shows the login. */
let onUnauthenticated: () => void = () => {};

export function whenUnauthenticated(action: () => void): void {
  onUnauthenticated = action;
}

export function urlOf(path: string, query: Query = {}): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') words.set(name, String(value));
  }
  const tail = words.toString();
  return BASE + path + (tail ? `?${tail}` : '');
}

async function bodyOf(answer: Response): Promise<unknown> {
  if (answer.status === 204) return null;
  const type = answer.headers.get('content-type') ?? '';
  return /[/+]json\b/.test(type) ? answer.json() : answer.text();
}

/** Waits for a part of an answer that the network or the server may cut off. */
async function arrived<P>(part: Promise<P>): Promise<P> {
  try {
    return await part;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Problem(0, 'No answer', 'The server does not answer. Is it still running?');
  }
}

async function call<A>(
  method: string,
  path: string,
  options: { query?: Query; json?: unknown; yaml?: string; signal?: AbortSignal } = {},
): Promise<A> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  const init: RequestInit = { method, headers, credentials: 'same-origin', cache: 'no-store' };
  if (options.yaml !== undefined) {
    headers['Content-Type'] = 'application/yaml';
    init.body = options.yaml;
  } else if (options.json !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(options.json);
  }
  if (options.signal) init.signal = options.signal;
  const answer = await arrived(fetch(urlOf(path, options.query), init));
  const body = await (answer.ok ? arrived(bodyOf(answer)) : bodyOf(answer).catch(() => null));
  if (answer.ok && (typeof body === 'object' || answer.status === 204)) return body as A;
  if (answer.ok) throw new Problem(404, 'Not found', 'This server does not have the requested resource.');
  if (answer.status === 401 && path !== '/session') onUnauthenticated();
  throw problemOf(answer.status, body);
}

const id = encodeURIComponent;

export interface RunQuery {
  query?: string;
  state?: string;
  tag?: string;
  sort?: string;
  offset?: number;
  limit?: number;
}

export interface HistoryQuery {
  from?: number | undefined;
  to?: number | undefined;
  points?: number | undefined;
  step?: number | undefined;
  scenario?: string | undefined;
  heat?: boolean | undefined;
}

/** A selection of nodes, and of seconds since the start of the run. */
export interface IntervalQuery {
  node?: string;
  datacenter?: string;
  rack?: string;
  from?: number;
  to?: number | undefined;
  step?: number;
}

/** The calls of the page to the REST API. */
export const api = {
  session: () => call<T.SessionInfo>('GET', '/session'),
  login: (token: string) => call<T.SessionInfo>('POST', '/session', { json: { token } }),
  logout: () => call<null>('DELETE', '/session'),
  drivers: () => call<{ drivers: T.DriverInfo[] }>('GET', '/drivers'),
  settings: () => call<{ groups: T.SettingGroup[] }>('GET', '/settings'),
  audit: () => call<{ entries: T.AuditEntry[] }>('GET', '/audit'),
  stopAllLoad: () => call<T.StoppedLoad>('POST', '/stop-all-load', { json: {} }),
  fleet: (signal?: AbortSignal) => call<T.Fleet>('GET', '/fleet', signal ? { signal } : {}),
  drain: (node: string) => call<T.Fleet>('POST', '/fleet/drain', { json: { node } }),

  runs: (query: RunQuery, signal?: AbortSignal) =>
    call<T.RunList>('GET', '/runs', { query: { ...query }, ...(signal ? { signal } : {}) }),
  run: (run: string, signal?: AbortSignal) =>
    call<T.Run>('GET', `/runs/${id(run)}`, signal ? { signal } : {}),
  create: (spec: unknown) => call<T.Run>('POST', '/runs', { json: spec }),
  createYaml: (yaml: string) => call<T.Run>('POST', '/runs', { yaml }),
  dryRun: (spec: unknown, signal?: AbortSignal) =>
    call<T.DryRun>('POST', '/runs', {
      query: { dryRun: true },
      json: spec,
      ...(signal ? { signal } : {}),
    }),
  dryRunYaml: (yaml: string, signal?: AbortSignal) =>
    call<T.DryRun>('POST', '/runs', {
      query: { dryRun: true },
      yaml,
      ...(signal ? { signal } : {}),
    }),
  describe: (run: string, change: { tags?: string[]; notes?: string }) =>
    call<T.Run>('PATCH', `/runs/${id(run)}`, { json: change }),
  remove: (run: string) => call<null>('DELETE', `/runs/${id(run)}`),
  stop: (run: string, abort: boolean) =>
    call<T.Run>('POST', `/runs/${id(run)}/stop`, { json: { abort } }),
  resume: (run: string, secrets: Record<string, string> = {}) =>
    call<T.Run>('POST', `/runs/${id(run)}/resume`, { json: { secrets } }),
  switch: (run: string, switches: T.ScopedSwitches, scope?: string) =>
    call<T.Switches>('PATCH', `/runs/${id(run)}/switches`, { json: switches, query: { scope } }),
  scopes: (run: string) => call<T.Scopes>('GET', `/runs/${id(run)}/scopes`),
  clearScope: (run: string, scope: string) =>
    call<T.Scopes>('DELETE', `/runs/${id(run)}/scopes`, { query: { scope } }),

  parameters: (run: string) => call<T.ParameterList>('GET', `/runs/${id(run)}/parameters`),
  change: (run: string, changes: Record<string, string | null>, scope?: string) =>
    call<{ changes: { path: string; old: string | null; new: string | null }[] } & T.ParameterList>(
      'PATCH',
      `/runs/${id(run)}/parameters`,
      { json: changes, query: { scope } },
    ),
  changes: (run: string) => call<{ changes: T.Change[] }>('GET', `/runs/${id(run)}/changes`),
  schedules: (run: string) =>
    call<T.Schedule[] | { schedules: T.Schedule[] }>('GET', `/runs/${id(run)}/schedules`),
  schedule: (run: string, schedule: unknown) =>
    call<T.Schedule>('POST', `/runs/${id(run)}/schedules`, { json: schedule }),
  unschedule: (run: string, schedule: string) =>
    call<null>('DELETE', `/runs/${id(run)}/schedules/${id(schedule)}`),
  operate: (run: string, operation: unknown) =>
    call<T.OperationResult>('POST', `/runs/${id(run)}/operations`, { json: operation }),
  hook: (run: string, hook: string, argument = '') =>
    call<{ text: string }>('POST', `/runs/${id(run)}/hooks/${id(hook)}`, {
      json: argument === '' ? {} : { argument },
    }),

  history: (run: string, query: HistoryQuery, signal?: AbortSignal) =>
    call<T.History>('GET', `/runs/${id(run)}/history`, {
      query: { ...query },
      ...(signal ? { signal } : {}),
    }),
  percentiles: (run: string, query: HistoryQuery, signal?: AbortSignal) =>
    call<T.Percentiles>('GET', `/runs/${id(run)}/percentiles`, {
      query: { ...query },
      ...(signal ? { signal } : {}),
    }),
  events: (run: string) => call<{ events: T.RunEvent[] }>('GET', `/runs/${id(run)}/events`),
  errorSamples: (run: string) => call<T.ErrorSamples>('GET', `/runs/${id(run)}/error-samples`),
  log: (run: string, last: number) => call<T.RunLog>('GET', `/runs/${id(run)}/log`, { query: { last } }),
  notes: (run: string) => call<{ notes: T.Note[] }>('GET', `/runs/${id(run)}/notes`),
  addNote: (run: string, note: { text: string; atNanos?: number }) =>
    call<T.Note>('POST', `/runs/${id(run)}/notes`, { json: note }),
  removeNote: (run: string, note: string) =>
    call<null>('DELETE', `/runs/${id(run)}/notes/${id(note)}`),
  baselines: () => call<{ baselines: T.Baseline[] }>('GET', '/baselines'),
  markBaseline: (run: string) => call<T.Baseline>('POST', `/runs/${id(run)}/baseline`, { json: {} }),
  unmarkBaseline: (run: string) => call<null>('DELETE', `/runs/${id(run)}/baseline`),
  templates: () => call<{ templates: T.Template[] }>('GET', '/templates'),
  saveTemplate: (name: string, spec: unknown) =>
    call<T.Template>('POST', '/templates', { json: { name, spec } }),
  removeTemplate: (name: string) => call<null>('DELETE', `/templates/${id(name)}`),
  generators: (run: string, signal?: AbortSignal) =>
    call<{ fleet: string | null; generators: T.RunGenerator[] }>(
      'GET',
      `/runs/${id(run)}/generators`,
      signal ? { signal } : {},
    ),
  nodes: (run: string) => call<{ nodes: T.RunNode[] }>('GET', `/runs/${id(run)}/nodes`),
  intervals: (run: string, query: IntervalQuery) =>
    call<T.NodeIntervals>('GET', `/runs/${id(run)}/intervals`, { query: { ...query } }),
  line: (run: string) => call<T.Line>('GET', `/runs/${id(run)}/line`),
  compare: (a: string[], b: string[], allowSuspect: boolean, figures: string[]) =>
    call<T.Comparison>('POST', '/comparisons', {
      json: figures.length > 0 ? { a, b, allowSuspect, figures } : { a, b, allowSuspect },
    }),

  streamUrl: (run?: string) => (run ? urlOf(`/runs/${id(run)}/stream`) : urlOf('/stream')),
  reportUrl: (run: string) => urlOf(`/runs/${id(run)}/report`),
  exportUrl: (run: string, form: 'json' | 'csv' | 'hlog' | 'folder') =>
    urlOf(`/runs/${id(run)}/export/${form}`),
};
