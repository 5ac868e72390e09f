import type { LatencySummary, Line, LineStep, Trial } from '../api/types';

/** The number of trials that the server stores. */
const MOST_TRIALS = 2_000;
const UNITS: Record<string, number> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, m: 6e10 };
const LATENCY = /^(?:[^<>]*\.)?(p\d+|mean|max)<([\d.]+)(ns|us|µs|ms|s|m)$/;

/**
 * The search result with one more trial; null after a gap, because it must then be loaded again.
 */
export function withStep(line: Line | null, step: LineStep): Line | null {
  const last = line?.trials.at(-1)?.number ?? 0;
  if (!line || step.trial.number > last + 1) return null;
  const trials =
    step.trial.number <= last ? line.trials : [...line.trials.slice(1 - MOST_TRIALS), step.trial];
  return { ...line, line: step.line, knee: step.knee, trials };
}

/** The latency figure of the first objective that has one, or else p99. */
export function figureOf(objectives: string[]): string {
  for (const text of objectives) {
    const found = LATENCY.exec(text.replaceAll(' ', ''));
    if (found) return found[1]!;
  }
  return 'p99';
}

/** The bound of the displayed objective, in nanoseconds. */
export function boundOf(objectives: string[]): number | null {
  for (const text of objectives) {
    const found = LATENCY.exec(text.replaceAll(' ', ''));
    if (found) return Number(found[2]) * UNITS[found[3]!]!;
  }
  return null;
}

/** Like {@link figureOf}, or a lower percentile if most trials were too short for it. */
export function figureShown(objectives: string[], trials: Trial[]): string {
  const asked = figureOf(objectives);
  const known = trials.filter((trial) => trial.latencyNanos !== null);
  return (
    [asked, 'p99', 'p95', 'p90', 'p50'].find(
      (figure) => known.filter((trial) => latencyOf(trial, figure) !== null).length * 2 > known.length,
    ) ?? asked
  );
}

/** The meaning of {@link markOf}. */
export const FEW = 'More than 10 % of the operations failed, and have no latency.';

/** The mark of figures that represent few operations, because more than a tenth failed. */
export function markOf(trial: Trial): string {
  return trial.latencyNanos?.failedShare != null ? '*' : '';
}

/** The objectives as texts, which say which of them apply by default. */
export function objectivesOf({ objectives, defaults = [] }: Pick<Line, 'objectives' | 'defaults'>): string[] {
  return objectives.map((text) => (defaults.includes(text) ? `${text} (default)` : text));
}

export function latencyOf(trial: Trial, figure: string): number | null {
  const value = trial.latencyNanos?.[figure as keyof LatencySummary];
  return typeof value === 'number' ? value : null;
}

/** One point per load: its longest trial, without trials that the generator has spoiled. */
export function curveOf(trials: Trial[], figure: string): [number, number][] {
  const longest = new Map<number, Trial>();
  for (const trial of trials) {
    if (trial.outcome === 'spoiled' || latencyOf(trial, figure) === null) continue;
    const known = longest.get(trial.load);
    if (!known || trial.lengthNanos >= known.lengthNanos) longest.set(trial.load, trial);
  }
  return [...longest]
    .map(([load, trial]) => [load, latencyOf(trial, figure)!] as [number, number])
    .sort(([a], [b]) => a - b);
}
