import type { Objective, RunEvent, Validity } from '../api/types';
import type { Columns } from '../history/columns';
import type { Period } from '../run/periods';
import { unansweredSpans } from './censored';

/** A band or mark over the time of a run, besides its lines. */
export interface Band {
  /** The class of its sample in the legend. */
  look: 'suspect' | 'invalid' | 'stall' | 'missed' | 'action' | 'event' | 'note' | 'bound' | 'beyond' | 'baseline';
  label: string;
  meaning: string;
}

const ALL: Band[] = [
  { look: 'suspect', label: 'suspect', meaning: 'The generator was disturbed: these figures may be wrong.' },
  { look: 'invalid', label: 'invalid', meaning: 'The generator was disturbed: do not use these figures.' },
  { look: 'stall', label: 'no answer', meaning: 'Operations waited, and the target answered none; or every operation failed.' },
  { look: 'missed', label: 'objective missed', meaning: 'An objective was missed.' },
  { look: 'action', label: 'action', meaning: 'A hook, a command or a request of the run.' },
  { look: 'beyond', label: 'not answered', meaning: 'A percentile, or operations, beyond the timeout.' },
  { look: 'bound', label: 'objective', meaning: 'The bound of an objective.' },
  { look: 'event', label: 'event', meaning: 'An event. The crosshair shows its text.' },
  { look: 'note', label: 'note', meaning: 'A note. The crosshair shows its text.' },
  { look: 'baseline', label: 'baseline', meaning: 'The baseline of this target, from its own start.' },
];

/** The bands and marks that a range of a run may have. */
export interface Shown {
  columns: Columns;
  from: number;
  to: number;
  periods: Period[];
  /** Events that have marks. */
  events: RunEvent[];
  noteSeconds: number[];
  objectives: Objective[];
  hasBaseline: boolean;
}

/** The entries of the legend, for the bands and marks in the range. */
export function bandsIn(shown: Shown): Band[] {
  const { columns, from, to, periods } = shown;
  const isIn = (seconds: number) => seconds >= from - 1 && seconds <= to;
  const has = (state: Validity) => columns.validity.includes(state);
  const overlaps = (kind: string) =>
    periods.some((period) => period.kind === kind && period.to >= from && period.from <= to);
  const is: Record<Band['look'], boolean> = {
    suspect: has('suspect'),
    invalid: has('invalid'),
    stall: overlaps('stall') || overlaps('outage'),
    missed: overlaps('slo'),
    action: overlaps('action'),
    beyond: unansweredSpans(columns).length > 0,
    bound: shown.objectives.length > 0,
    event: shown.events.some(({ atNanos }) => isIn(atNanos / 1e9)),
    note: shown.noteSeconds.some(isIn),
    baseline: shown.hasBaseline,
  };
  return ALL.filter(({ look }) => is[look]);
}
