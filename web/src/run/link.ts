import { levelOf } from '../fleet/places';
import { RANGES, type Range } from '../history/range';
import { DEFAULTS, PERCENTILES, type Percentile, type SeriesChoice } from './choice';

/** The content of a link to a run. */
export interface Linked extends SeriesChoice {
  range: Range;
  scenario: string;
  /** The scope whose lines are shown in the charts; empty for none. */
  overlay: string;
}

const NAMES = ['range', 'from', 'to', 'scenario', 'series', 'operation', 'percentile', 'axis', 'overlay'];

const normalOf = (isLive: boolean): Range => (isLive ? { kind: 'last', seconds: 300 } : { kind: 'whole' });

/** An instant of the run in UTC, to the millisecond, so that it is read as the same second. */
function instantOf(startMillis: number, seconds: number): string {
  return new Date(Math.round(startMillis + seconds * 1e3)).toISOString();
}

/**
 * The query of a link that shows the same view. It contains the differences from a new visit: a
 * range as `5m` or as two instants, and the chosen series. A null removes a name from the query.
 */
export function queryOf(shown: Linked, startMillis: number, isLive: boolean): Record<string, string | null> {
  const { range, scenario, overlay, percentiles, operation, perOperation, isLog } = shown;
  const known = RANGES.find((each) => JSON.stringify(each.range) === JSON.stringify(range));
  const isNormal = JSON.stringify(range) === JSON.stringify(normalOf(isLive));
  const fixed = range.kind === 'fixed' ? range : null;
  const query: Record<string, string | null> = {
    range: isNormal || fixed ? null : (known?.label.toLowerCase() ?? null),
    from: fixed ? instantOf(startMillis, fixed.from) : null,
    to: fixed ? instantOf(startMillis, fixed.to) : null,
    scenario: scenario === 'all' ? null : scenario,
    series: percentiles.join() === DEFAULTS.percentiles.join() ? null : percentiles.join(),
    operation: operation === DEFAULTS.operation ? null : operation,
    percentile: perOperation === DEFAULTS.perOperation ? null : perOperation,
    axis: isLog === DEFAULTS.isLog ? null : 'linear',
    overlay: overlay === '' ? null : overlay,
  };
  // A link with any choice fixes all choices: an absent one is the default, not the reader's own.
  if (Object.values(query).some((value) => value !== null)) query['series'] ??= percentiles.join();
  return query;
}

function secondsOf(text: string | null, startMillis: number): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : (at - startMillis) / 1e3;
}

/** The choices in a link; null if it has none. Unknown words are ignored. */
export function linkedIn(query: URLSearchParams, startMillis: number, isLive: boolean): Linked | null {
  if (!NAMES.some((name) => query.has(name))) return null;
  const from = secondsOf(query.get('from'), startMillis);
  const to = secondsOf(query.get('to'), startMillis);
  const label = query.get('range')?.toLowerCase();
  const range =
    from !== null && to !== null && to > from && to > 0
      ? ({ kind: 'fixed', from: Math.max(0, from), to } as const)
      : (RANGES.find((each) => each.label.toLowerCase() === label)?.range ?? normalOf(isLive));
  const isPercentile = (name: string | null): name is Percentile => PERCENTILES.some((each) => each === name);
  const asked = (query.get('series') ?? '').split(',');
  const percentiles = PERCENTILES.filter((name) => asked.includes(name));
  const perOperation = query.get('percentile');
  const overlay = query.get('overlay') ?? '';
  return {
    range,
    scenario: query.get('scenario') ?? 'all',
    overlay: levelOf(overlay) === null ? '' : overlay,
    percentiles: percentiles.length > 0 ? percentiles : [...DEFAULTS.percentiles],
    operation: query.get('operation') ?? DEFAULTS.operation,
    perOperation: isPercentile(perOperation) ? perOperation : DEFAULTS.perOperation,
    isLog: query.get('axis') !== 'linear',
  };
}
