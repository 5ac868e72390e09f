/** The displayed part of a run. */
export type Range =
  | { kind: 'last'; seconds: number }
  | { kind: 'whole' }
  | { kind: 'fixed'; from: number; to: number };

/** The displayed part of a run, in seconds since its start. */
export interface Window {
  from: number;
  to: number;
  step: number;
}

export const RANGES: { label: string; title: string; range: Range }[] = [
  { label: '1m', title: 'Last minute', range: { kind: 'last', seconds: 60 } },
  { label: '5m', title: 'Last 5 minutes', range: { kind: 'last', seconds: 300 } },
  { label: '15m', title: 'Last 15 minutes', range: { kind: 'last', seconds: 900 } },
  { label: '1h', title: 'Last hour', range: { kind: 'last', seconds: 3600 } },
  { label: '6h', title: 'Last 6 hours', range: { kind: 'last', seconds: 21_600 } },
  { label: '1d', title: 'Last day', range: { kind: 'last', seconds: 86_400 } },
  { label: '7d', title: 'Last 7 days', range: { kind: 'last', seconds: 604_800 } },
  { label: 'All', title: 'Whole run', range: { kind: 'whole' } },
];

export const STEPS = [1, 10, 60, 600, 3600] as const;

/** Maximum number of points held per series; requests to the server ask for fewer. */
export const MOST_POINTS = 2000;
export const ASKED_POINTS = 1800;

/** The finest step in seconds that covers this time within {@link ASKED_POINTS} points. */
export function stepFor(seconds: number): number {
  return STEPS.find((step) => seconds / step <= ASKED_POINTS) ?? STEPS[STEPS.length - 1]!;
}

/** Bounds in seconds since the start; `to` is undefined if the range follows the run. */
export function boundsOf(range: Range, elapsed: number): { from: number; to: number | undefined } {
  switch (range.kind) {
    case 'last':
      return { from: Math.max(0, Math.floor(elapsed - range.seconds)), to: undefined };
    case 'whole':
      return { from: 0, to: undefined };
    case 'fixed':
      return { from: Math.max(0, Math.floor(range.from)), to: Math.ceil(range.to) };
  }
}

export function isSameRange(a: Range, b: Range): boolean {
  if (a.kind === 'last' && b.kind === 'last') return a.seconds === b.seconds;
  if (a.kind === 'fixed' && b.kind === 'fixed') return a.from === b.from && a.to === b.to;
  return a.kind === b.kind;
}
