import type { LiveSlo, Run, RunRow } from '../api/types';
import { clock, duration, otherText, percent, rate } from '../format/figures';
import { definitionIfTerm } from '../glossary/glossary';

export type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** A badge of a run: its subject, its verdict, the judged time, and the reason. */
export interface Verdict {
  kind: 'generator' | 'target' | 'SLO';
  state: string;
  tone: Tone;
  of: string;
  why: string[];
}

/** A row, or a run with its findings. */
export type Judged = RunRow & Partial<Pick<Run, 'findings' | 'summary'>>;

/** A target with more errors than this share is failing. */
const FAILING = 0.5;
/** More errors than this share are not shown in green. */
const FEW = 0.01;

type TargetState = 'answers' | 'failing' | 'stalled';

/** The health of the target, now or at the end; null if it is unknown. */
function targetState(run: RunRow): TargetState | null {
  if (run.health) return run.health.state;
  if (run.isLive || run.errorShare === null) return null;
  return run.errorShare > FAILING ? 'failing' : 'answers';
}

function isWell(run: RunRow): boolean {
  const state = targetState(run);
  return (state === null || state === 'answers') && (run.errorShare ?? 0) <= FAILING;
}

const MEASURED = 'Of the whole measurement.';

/**
 * Whether the generator disturbed the figures. It is never green while the target gives no figures.
 */
function generator(run: Judged): Verdict | null {
  if (!run.validity) return null;
  const findings = run.isLive ? run.findings : run.summary?.verdict.findings;
  const tone = run.validity === 'valid' ? (isWell(run) ? 'good' : 'plain') : run.validity === 'suspect' ? 'warn' : 'bad';
  return {
    kind: 'generator',
    state: run.validity,
    tone,
    of: `${run.isLive ? 'Of the measurement so far.' : MEASURED} ${definitionIfTerm(run.validity)}`,
    why: findings?.map(({ text }) => text) ?? [],
  };
}

const SAID: Record<TargetState, string> = {
  answers: 'The target answers.',
  failing: 'More than half of the operations fail.',
  stalled: 'The target gives no answers.',
};

function target(run: Judged): Verdict | null {
  const state = targetState(run);
  if (state === null || (!run.isLive && state === 'answers')) return null;
  const errors = run.errorShare ?? 0;
  const why = [];
  const since = run.health?.noAnswerSinceNanos;
  if (state === 'stalled' && since != null) why.push(`No answer since ${clock(since / 1e9)}.`);
  if (errors > 0) why.push(`${percent(errors)} of the operations failed, including those not sent.`);
  return {
    kind: 'target',
    state,
    tone: state !== 'answers' ? 'bad' : errors > FEW ? 'warn' : 'good',
    of: `${run.isLive ? (state === 'stalled' ? 'Now.' : 'Of the last second.') : MEASURED} ${SAID[state]}`,
    why,
  };
}

/** A figure of an objective in its unit, such as `12.3 ms` for `p99<20ms`. */
export function observedText(objective: string, of: Pick<LiveSlo, 'observed' | 'observedAbove'>): string {
  const metric = /([a-z0-9_-]+)\s*(?:<=|>=|<|>|≤|≥)/.exec(objective)?.[1] ?? '';
  const format =
    metric === 'errors' || metric === 'stale-reads' || metric.endsWith('hit-ratio')
      ? percent
      : metric === 'throughput' || metric === 'goodput'
        ? rate
        : /^(p\d+|min|mean|max)$/.test(metric)
          ? duration
          : (value: number) => otherText(metric, value);
  if (of.observed != null) return format(of.observed);
  return of.observedAbove != null ? `> ${format(of.observedAbove)}` : '';
}

const SLO_TONES: Record<string, Tone> = { passed: 'good', failed: 'bad', undecided: 'warn' };

function slo(run: Judged): Verdict | null {
  if (!run.slo || run.slo === 'none') return null;
  const live = run.health?.slos ?? [];
  const ended = run.summary?.verdict.objectives ?? [];
  const each: LiveSlo[] = run.isLive ? live : ended;
  return {
    kind: 'SLO',
    state: run.slo,
    tone: SLO_TONES[run.slo] ?? 'plain',
    of: run.isLive ? 'Of the last 10 to 30 s.' : MEASURED,
    why: each.map((of) => {
      const seen = observedText(of.objective, of);
      const since = of.missedSinceNanos != null ? `, since ${clock(of.missedSinceNanos / 1e9)}` : '';
      return `${of.objective}${of.isDefault ? ' (default)' : ''}: ${of.result}${seen ? ` (${seen})` : ''}${since}`;
    }),
  };
}

/** The badges of a run: the generator's verdict, the target's health, and the objectives. */
export function verdictsOf(run: Judged): Verdict[] {
  return [generator(run), target(run), slo(run)].filter((verdict) => verdict !== null);
}
