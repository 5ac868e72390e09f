import type { Note, RunEvent } from '../api/types';

/** One or more events close together in a chart. */
export interface Mark {
  at: number;
  kind: string;
  label: string;
  text: string;
}

const COLORS: Record<string, string> = {
  parameter: 'accent',
  action: 'accent',
  change: 'accent',
  settled: 'good',
  fault: 'bad',
  failure: 'bad',
  stall: 'bad',
  outage: 'bad',
  slo: 'bad',
  warning: 'warn',
  target: 'warn',
  session: 'warn',
  note: 'series-4',
};

export function colorOf(kind: string): string {
  return COLORS[kind] ?? 'faint';
}

/** Findings affect the whole run, and generator disturbances are drawn as bands. */
const UNMARKED = new Set(['finding', 'generator']);

/** Whether an event has a mark. The end of a period is shown by the end of its shading. */
export function isMarked(event: RunEvent): boolean {
  return !UNMARKED.has(event.kind) && event.period?.lengthNanos == null;
}

/** The short text in a chart; the list has the whole text. */
function labelOf({ kind, text }: { kind: string; text: string }): string {
  if (kind === 'stall') return 'no answer';
  if (kind === 'action') return text.replace(/^[^]*? starts /, '').replace(/ has (ended|failed) after [^]*$/, '');
  if (kind === 'outage') return 'every operation fails';
  if (kind === 'slo') return text.replace(/ is missed\b[^]*$/, ' missed');
  return text.replace(/ begins$/, '');
}

/** A note as an event of the run. */
export function eventOf({ atNanos, text }: Note): RunEvent {
  return { atNanos, kind: 'note', text };
}

/** Marks on a time axis. Events that would overlap share a mark. */
export function marksOf(events: RunEvent[], from: number, to: number, apart: number): Mark[] {
  const marks: Mark[] = [];
  const inTime = events
    .filter(isMarked)
    .map((event) => ({ at: event.atNanos / 1e9, kind: event.kind, text: event.text }))
    .filter((event) => event.at >= from - 1 && event.at <= to)
    .sort((a, b) => a.at - b.at);
  let joined = 0;
  for (const event of inTime) {
    const last = marks[marks.length - 1];
    if (last && event.at - last.at <= apart) {
      joined++;
      last.text += `\n${event.text}`;
      last.label = `${last.label.replace(/ \+\d+$/, '')} +${joined}`;
      if (colorOf(last.kind) === 'faint' || event.kind === 'note') last.kind = event.kind;
    } else {
      joined = 0;
      const label = labelOf(event);
      marks.push({ at: event.at, kind: event.kind, label, text: event.text });
    }
  }
  return marks;
}
