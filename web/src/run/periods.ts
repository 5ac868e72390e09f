import type { RunEvent } from '../api/types';

/** A stall, a missed objective or an action, in seconds since the start of the run. */
export interface Period {
  kind: string;
  from: number;
  to: number;
  isOpen: boolean;
  /** The objective that is missed; empty for the others. */
  objective: string;
}

/** An event of the list, with its period if it has one. */
export interface Listed {
  key: string;
  kind: string;
  from: number;
  /** The end of a period; null if it has not ended, or for an event without a period. */
  to: number | null;
  isPeriod: boolean;
  texts: string[];
}

function objectiveOf(event: RunEvent): string {
  return event.kind === 'slo' ? event.text.replace(/ is (?:missed|met again)\b[^]*$/, '') : '';
}

function keyOf(event: RunEvent): string | null {
  return event.period ? `${event.kind} ${event.period.sinceNanos} ${objectiveOf(event)}` : null;
}

function endOf(event: RunEvent): number | null {
  const { sinceNanos, lengthNanos } = event.period!;
  return lengthNanos == null ? null : (sinceNanos + lengthNanos) / 1e9;
}

/**
 * The periods of the events, ordered by their start. A period without an end lasts until `now`,
 * because it has not ended or the run has.
 */
export function periodsOf(events: RunEvent[], now: number): Period[] {
  const periods = new Map<string, Period>();
  for (const event of events) {
    const key = keyOf(event);
    if (key === null) continue;
    const from = event.period!.sinceNanos / 1e9;
    const end = endOf(event);
    if (end === null && periods.has(key)) continue;
    periods.set(key, {
      kind: event.kind,
      from,
      to: end ?? Math.max(from, now),
      isOpen: end === null,
      objective: objectiveOf(event),
    });
  }
  return [...periods.values()].sort((a, b) => a.from - b.from);
}

/** The events for a list, in which the start and the end of a period are one entry. */
export function listed(events: RunEvent[]): Listed[] {
  const entries: Listed[] = [];
  const open = new Map<string, Listed>();
  events.forEach((event, i) => {
    const period = keyOf(event);
    const known = period === null ? undefined : open.get(period);
    if (known) {
      known.to = endOf(event) ?? known.to;
      known.texts.push(event.text);
      return;
    }
    const entry: Listed = {
      key: `${event.atNanos} ${i}`,
      kind: event.kind,
      from: (event.period?.sinceNanos ?? event.atNanos) / 1e9,
      to: event.period ? endOf(event) : null,
      isPeriod: period !== null,
      texts: [event.text],
    };
    entries.push(entry);
    if (period !== null) open.set(period, entry);
  });
  return entries;
}

/** The range that shows a time or a period, with the time before and after it. */
export function around(from: number, to: number = from): { kind: 'fixed'; from: number; to: number } {
  const margin = Math.max(15, (to - from) / 2);
  return { kind: 'fixed', from: Math.max(0, Math.floor(from - margin)), to: Math.ceil(to + margin) };
}
