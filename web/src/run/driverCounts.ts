import { percent, rate } from '../format/figures';
import { seriesOf, targetCharts, unitOf } from './telemetry';

type Format = (value: number | null | undefined) => string;

/** A chart of driver counters. */
export interface CountChart {
  title: string;
  format: Format;
  lines: { name: string; label: string; isLimit?: boolean }[];
}

const HITS = '-hits';
const LINES_MAX = 6;

/**
 * The charts of a driver's counters: the hit ratios of caches on the client and the server, the
 * consumed and the provisioned capacity, and all counters per second.
 * @param counters names of the counters
 * @param telemetry names of the telemetry series
 */
export function countCharts(counters: string[], telemetry: string[]): CountChart[] {
  const charts: CountChart[] = [];
  const caches = counters
    .filter((name) => name.endsWith(HITS))
    .map((name) => name.slice(0, -HITS.length))
    .filter((cache) => counters.includes(`${cache}-misses`));
  const series = telemetry.map(seriesOf).filter(({ node }) => node === '');
  const atServer = series.filter(({ metric }) => metric.endsWith('hit_ratio'));
  if (caches.length + atServer.length > 0) {
    charts.push({
      title: 'Hit ratio',
      format: percent,
      lines: [
        ...caches.map((cache) => ({ name: `ratio/${cache}`, label: cache })),
        ...atServer.map(({ text, source, metric }) => ({
          name: `telemetry/${text}`,
          label: `${source} ${metric.replace(/_?hit_ratio$/, '').replaceAll('_', ' ')}`.trim(),
        })),
      ],
    });
  }
  const consumed = counters.filter((name) => name.startsWith('consumed-'));
  for (const name of consumed) {
    const of = name.slice('consumed-'.length);
    const limits = series.filter(({ metric }) => metric === `provisioned_${of.replaceAll('-', '_')}`);
    charts.push({
      title: `Consumed ${of.replaceAll('-', ' ')}`,
      format: rate,
      lines: [
        { name: `counter/${name}`, label: 'consumed' },
        ...limits.map(({ text }) => ({ name: `telemetry/${text}`, label: 'provisioned', isLimit: true })),
      ],
    });
  }
  const others = counters.filter((name) => !consumed.includes(name)).toSorted();
  for (let i = 0; i < others.length; i += LINES_MAX) {
    charts.push({
      title: 'Counted by the driver',
      format: rate,
      lines: others
        .slice(i, i + LINES_MAX)
        .map((name) => ({ name: `counter/${name}`, label: name.replaceAll('-', ' ') })),
    });
  }
  return charts;
}

/** The hit ratios of counts, by name. */
export function ratiosOf(counts: Record<string, number>): [string, number][] {
  return Object.keys(counts)
    .filter((name) => name.endsWith(HITS))
    .toSorted()
    .flatMap((name): [string, number][] => {
      const cache = name.slice(0, -HITS.length);
      const all = counts[name]! + (counts[`${cache}-misses`] ?? 0);
      return all > 0 ? [[`${cache}-hit-ratio`, counts[name]! / all]] : [];
    });
}

/** The format of a telemetry column or counter. */
export function formatOf(column: string): Format {
  if (column.startsWith('counter/')) return rate;
  if (column.startsWith('ratio/')) return percent;
  return unitOf(seriesOf(column.slice('telemetry/'.length)).metric).format;
}

/** The title of a chart of one telemetry column, counter or hit ratio. */
export function titleOf(column: string): string {
  const name = column.slice(column.indexOf('/') + 1);
  if (column.startsWith('ratio/')) return `Hit ratio of ${name}`;
  if (column.startsWith('counter/')) return `Driver: ${name.replaceAll('-', ' ')}`;
  return targetCharts([name], true)[0]!.title;
}
