import { bytes, cores, duration, percent, rate, short } from '../format/figures';

type Format = (value: number | null | undefined) => string;

/** The identity of a telemetry series, like `SeriesId` of the server. */
export interface Series {
  /** The name of the column, without `telemetry/`. */
  text: string;
  /** The driver, `host`, `jvm` or a JMX bean; empty for a metric of a Prometheus page. */
  source: string;
  /** The machine or process; empty for a value of all nodes. */
  node: string;
  metric: string;
  labels: Record<string, string>;
}

const LABEL = /([^=,{\s]+)="((?:[^"\\]|\\.)*)",?\s*/y;

/** Parses the text of a series: `SOURCE.METRIC{node="NODE",LABEL="VALUE"}`. */
export function seriesOf(text: string): Series {
  const brace = text.indexOf('{');
  const labels: Record<string, string> = {};
  let isWhole = false;
  if (brace >= 0) {
    LABEL.lastIndex = brace + 1;
    let end = LABEL.lastIndex;
    for (let found = LABEL.exec(text); found; found = LABEL.exec(text)) {
      labels[found[1]!] = found[2]!.replace(/\\(.)/g, (_, c: string) => (c === 'n' ? '\n' : c));
      end = LABEL.lastIndex;
    }
    isWhole = text.slice(end) === '}';
  }
  const name = isWhole ? text.slice(0, brace) : text;
  const dot = name.indexOf('.');
  const { node = '', ...others } = isWhole ? labels : {};
  return {
    text,
    source: dot < 0 ? '' : name.slice(0, dot),
    node,
    metric: name.slice(dot + 1),
    labels: others,
  };
}

/** The unit of a telemetry metric, from the end of its name. */
export function unitOf(metric: string): { unit: string; format: Format } {
  const perSecond = metric.endsWith('/s');
  const name = perSecond ? metric.slice(0, -2) : metric;
  if (/ratio$|share$/i.test(name)) return { unit: 'share', format: percent };
  if (/_bytes(_per_second)?$/i.test(name) || /(memory|heap|HeapMemoryUsage\.\w+)$/i.test(name)) {
    return perSecond || name.endsWith('_per_second')
      ? { unit: 'bytes per second', format: (value) => (value == null ? short(value) : `${bytes(value)}/s`) }
      : { unit: 'bytes', format: bytes };
  }
  if (/seconds$/i.test(name)) {
    // Seconds of work per second are the number of busy processors or threads.
    return perSecond ? { unit: 'busy', format: cores } : { unit: 'time', format: timeFormat(1e9) };
  }
  if (/nanos$/i.test(name)) return { unit: 'time', format: timeFormat(1) };
  if (/(millis|_ms)$/i.test(name)) return { unit: 'time', format: timeFormat(1e6) };
  if (/(micros|_us|usec)$/i.test(name)) return { unit: 'time', format: timeFormat(1e3) };
  if (perSecond || /_per_second$/.test(name)) return { unit: 'per second', format: rate };
  return { unit: 'number', format: short };
}

function timeFormat(nanos: number): Format {
  return (value) => duration(value == null ? null : value * nanos);
}

/** Whether a series is a latency of the server, in seconds. */
export function isServerLatency({ metric }: Series): boolean {
  return /(^|_)(p\d{2,5}|max|mean)_seconds$/.test(metric);
}

/** A telemetry chart: its title, its lines, and the format of its values. */
export interface TargetChart {
  key: string;
  title: string;
  format: Format;
  lines: { text: string; label: string; isTotal: boolean }[];
}

const LINES_MAX = 6;
/** Sources whose series are grouped by subject, the first word of the name. */
const SUBJECTS: Record<string, string> = { host: 'Hosts', jvm: 'JVM' };
const SUBJECT_NAMES: Record<string, string> = {
  cpu: 'CPU',
  gc: 'garbage collection',
  load1: 'load',
};

/**
 * The charts of a run's telemetry. Series with the same source and unit share a chart. A series of
 * several nodes has its own chart, with a line for each node, or only with the total of all nodes.
 * @param perNode whether each node has a line if there is a total
 */
export function targetCharts(names: string[], perNode: boolean): TargetChart[] {
  const all = names.map(seriesOf);
  const totals = new Set(all.filter(({ node }) => node === '').map(keyOf));
  const shown = all.filter((series) => series.node === '' || perNode || !totals.has(keyOf(series)));
  const groups = new Map<string, Series[]>();
  for (const series of shown) {
    const key = groupOf(series, all);
    groups.set(key, [...(groups.get(key) ?? []), series]);
  }
  return [...groups].flatMap(([key, group]) => {
    // The busy share comes before those of iowait and steal.
    if (key.includes('|subject|')) group.sort((a, b) => a.metric.length - b.metric.length);
    const most = key.includes('|node|') ? 2 * LINES_MAX : LINES_MAX;
    const parts: Series[][] = [];
    for (let i = 0; i < group.length; i += most) parts.push(group.slice(i, i + most));
    return parts.map((part, i) => ({
      key: `${key}${i}`,
      title: titleOf(key, part),
      format: unitOf(part[0]!.metric).format,
      lines: part.map((series) => ({
        text: series.text,
        label: labelOf(series, part),
        isTotal: series.node === '' && part.some(({ node }) => node !== ''),
      })),
    }));
  });
}

/** Whether some series have both nodes and a total of all nodes. */
export function hasTotals(names: string[]): boolean {
  const all = names.map(seriesOf);
  const totals = new Set(all.filter(({ node }) => node === '').map(keyOf));
  return all.some((series) => series.node !== '' && totals.has(keyOf(series)));
}

/** The key that the series of different nodes share. */
function keyOf({ source, metric, labels }: Series): string {
  return `${source}.${metric}${JSON.stringify(labels)}`;
}

function groupOf(series: Series, all: Series[]): string {
  const { source, metric } = series;
  const { unit } = unitOf(metric);
  if (source in SUBJECTS) return `${source}|subject|${subjectOf(metric)}|${unit}`;
  if (all.some((other) => other.node !== '' && keyOf(other) === keyOf(series))) {
    return `${source}|node|${metric}`;
  }
  return `${source}|unit|${source === '' ? metric : unit}`;
}

function subjectOf(metric: string): string {
  return metric.split(/[_/]/)[0]!;
}

function titleOf(key: string, part: Series[]): string {
  const [source = '', kind = '', name = '', unit = ''] = key.split('|');
  if (kind === 'subject') {
    const subject = SUBJECT_NAMES[name] ?? name;
    return `${SUBJECTS[source]}: ${subject}${unit === 'share' && name === 'disk' ? ' busy' : ''}`;
  }
  if (kind === 'node') return source === '' ? name : `Target: ${source} ${words(name)}`;
  if (part.length === 1) return source === '' ? part[0]!.metric : `Target: ${source} ${words(part[0]!.metric)}`;
  return source === '' ? name : `Target: ${source}, ${name === 'number' ? 'counts' : name}`;
}

/** The words of a name without its unit, which the axis shows. */
function words(metric: string): string {
  return metric
    .replace(/_seconds\/s$/, '')
    .replace(/\/s$/, ' per second')
    .replace(/(?:_(?:bytes|seconds)|(?<!hit)_ratio)(?= |$)/, '')
    .replaceAll('_', ' ');
}

/**
 * The words of a host's metric without its subject, which the title shows: `busy` for `cpu_ratio`.
 */
function ofSubject(metric: string): string {
  const all = words(metric);
  if (all === 'cpu') return 'busy';
  return all === 'load1' ? 'load' : all.replace(/^\w+ /, '');
}

/** The label that distinguishes a series from the others in its chart. */
function labelOf(series: Series, part: Series[]): string {
  const differs = (of: (each: Series) => string) => new Set(part.map(of)).size > 1;
  const isOfHosts = series.source in SUBJECTS;
  const parts: string[] = [];
  if (differs(({ metric }) => metric) || part.length === 1) {
    parts.push(isOfHosts ? ofSubject(series.metric) : words(series.metric));
  }
  if (series.node !== '' && (differs(({ node }) => node) || part.length === 1)) parts.push(series.node);
  if (series.node === '' && part.some(({ node }) => node !== '')) parts.push('all nodes');
  for (const name of Object.keys(series.labels)) {
    if (differs(({ labels }) => labels[name] ?? '')) parts.push(series.labels[name]!);
  }
  return parts.length > 0 ? parts.join(', ') : words(series.metric);
}
