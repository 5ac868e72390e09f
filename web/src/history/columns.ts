import type { Column, HeatCells, History, Validity } from '../api/types';

/**
 * The history of a run in named columns of equal length: `series/inFlight`,
 * `operation/read/responseNanos/p99`, `failure/timeout`, `telemetry/redis.used_memory_bytes`,
 * `counter/cache-hits`, `each/GENERATOR/cpuCores`. A cell without data is null.
 */
export interface Columns {
  stepSeconds: number;
  startedAt: string;
  at: number[];
  phase: (string | null)[];
  validity: (Validity | null)[];
  values: Map<string, Column>;
  heatEdges: number[];
  heatMeasure: 'response' | 'service';
  heat: (HeatCells | null)[];
}

export function emptyColumns(): Columns {
  return {
    stepSeconds: 1,
    startedAt: '',
    at: [],
    phase: [],
    validity: [],
    values: new Map(),
    heatEdges: [],
    heatMeasure: 'response',
    heat: [],
  };
}

function sized<A>(cells: (A | null)[] | undefined, length: number): (A | null)[] {
  const column = cells ? cells.slice(0, length) : [];
  while (column.length < length) column.push(null);
  return column;
}

export function columnsOf(history: History): Columns {
  const length = history.at.length;
  const values = new Map<string, Column>();
  const put = (name: string, cells: Column | null | undefined) => {
    if (Array.isArray(cells)) values.set(name, sized(cells, length));
  };
  for (const [name, cells] of Object.entries(history.series)) put(`series/${name}`, cells);
  for (const [operation, of] of Object.entries(history.operations)) {
    put(`operation/${operation}/throughputPerSecond`, of.throughputPerSecond);
    put(`operation/${operation}/errorsPerSecond`, of.errorsPerSecond);
    for (const measure of ['responseNanos', 'serviceNanos'] as const) {
      for (const [percentile, cells] of Object.entries(of[measure] ?? {})) {
        put(`operation/${operation}/${measure}/${percentile}`, cells);
      }
    }
  }
  for (const [code, cells] of Object.entries(history.failures)) put(`failure/${code}`, cells);
  for (const [name, cells] of Object.entries(history.telemetry ?? {})) {
    put(`telemetry/${name}`, cells);
  }
  for (const [name, cells] of Object.entries(history.counters ?? {})) put(`counter/${name}`, cells);
  for (const [generator, of] of Object.entries(history.each ?? {})) {
    for (const [name, cells] of Object.entries(of)) {
      if (name !== 'validity') put(`each/${generator}/${name}`, cells as Column);
    }
  }
  return {
    stepSeconds: history.stepSeconds,
    startedAt: history.startedAt,
    at: history.at.slice(),
    phase: sized(history.phase, length),
    validity: sized(history.validity, length),
    values,
    heatEdges: history.heat?.edgesNanos ?? [],
    heatMeasure: history.heat?.measure ?? 'response',
    heat: sized(history.heat?.cells, length),
  };
}

/** The value of a missing cell: 0 for a failure code or a counter, null for all other columns. */
function absentOf(name: string): number | null {
  return /^(failure|counter)\//.test(name) ? 0 : null;
}

/**
 * Adds the points of `more` that are later than the last point. Columns that exist on one side only
 * are padded, so that all columns stay of equal length.
 *
 * @returns the number of points added
 */
export function append(columns: Columns, more: Columns): number {
  const last = columns.at.length > 0 ? columns.at[columns.at.length - 1]! : -Infinity;
  let first = 0;
  while (first < more.at.length && more.at[first]! <= last + 1e-6) first++;
  const added = more.at.length - first;
  if (added === 0) return 0;
  const before = columns.at.length;
  const extend = <A>(to: (A | null)[], from: (A | null)[] | undefined, absent: A | null = null) => {
    if (from) for (let i = first; i < from.length; i++) to.push(from[i] ?? null);
    else for (let i = 0; i < added; i++) to.push(absent);
  };
  for (const name of more.values.keys()) {
    if (!columns.values.has(name)) columns.values.set(name, Array(before).fill(absentOf(name)));
  }
  for (const [name, cells] of columns.values) {
    extend(cells, more.values.get(name), absentOf(name));
  }
  extend(columns.phase, more.phase);
  extend(columns.validity, more.validity);
  extend(columns.heat, more.heat);
  columns.at.push(...more.at.slice(first));
  if (columns.heatEdges.length === 0) columns.heatEdges = more.heatEdges;
  // Before the load, and in a second without answers, it is unknown whether there will be response times.
  const hasCells = (cells: HeatCells | null) => cells !== null && cells.length > 0;
  if (more.heatMeasure === 'response' || !columns.heat.slice(0, before).some(hasCells)) {
    columns.heatMeasure = more.heatMeasure;
  }
  if (columns.startedAt === '') columns.startedAt = more.startedAt;
  return added;
}

/** Drops points that ended before `from`, and the oldest until at most `keep` remain. */
export function trim(columns: Columns, keep: number, from: number): number {
  let drop = Math.max(0, columns.at.length - keep);
  while (drop < columns.at.length && columns.at[drop]! < from) drop++;
  if (drop === 0) return 0;
  for (const cells of columns.values.values()) cells.splice(0, drop);
  columns.phase.splice(0, drop);
  columns.validity.splice(0, drop);
  columns.heat.splice(0, drop);
  columns.at.splice(0, drop);
  // A failure code, a counter or a generator disappears with its last point.
  for (const [name, cells] of columns.values) {
    if (/^(failure|counter|each|telemetry)\//.test(name) && cells.every((cell) => cell === absentOf(name))) {
      columns.values.delete(name);
    }
  }
  return drop;
}

/** Drops the points that ended after `at`. */
export function cut(columns: Columns, at: number): void {
  let keep = columns.at.length;
  while (keep > 0 && columns.at[keep - 1]! > at) keep--;
  for (const cells of columns.values.values()) cells.length = keep;
  columns.at.length = keep;
  columns.phase.length = keep;
  columns.validity.length = keep;
  columns.heat.length = keep;
}

/** The last value that is not null, looking back at most `within` points. */
export function latest(columns: Columns, name: string, within = 3): number | null {
  const cells = columns.values.get(name);
  if (!cells) return null;
  for (let i = cells.length - 1; i >= Math.max(0, cells.length - within); i--) {
    if (cells[i] !== null && cells[i] !== undefined) return cells[i]!;
  }
  return null;
}

/**
 * The distinct names in the middle of `prefix/NAME/…`, in order. The name of a telemetry series, a
 * counter or a failure code is the entire rest of the column name, since it may contain a slash, as
 * `hits/s` does.
 */
export function namesUnder(columns: Columns, prefix: string): string[] {
  const isWhole = /^(telemetry|counter|failure)$/.test(prefix);
  const names = new Set<string>();
  for (const name of columns.values.keys()) {
    if (!name.startsWith(`${prefix}/`)) continue;
    const rest = name.slice(prefix.length + 1);
    names.add(isWhole ? rest : rest.split('/')[0]!);
  }
  return [...names];
}

const RATIO = 'ratio/';

/** A column, or the hit ratio `ratio/CACHE` of the counters `CACHE-hits` and `CACHE-misses`. */
export function columnIn(columns: Columns, name: string): Column | undefined {
  if (!name.startsWith(RATIO)) return columns.values.get(name);
  const cache = name.slice(RATIO.length);
  const hits = columns.values.get(`counter/${cache}-hits`);
  const misses = columns.values.get(`counter/${cache}-misses`);
  return columns.at.map((_, i) => {
    const hit = hits?.[i] ?? 0;
    const all = hit + (misses?.[i] ?? 0);
    return all > 0 ? hit / all : null;
  });
}
