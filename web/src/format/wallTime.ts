import { clock } from './figures';

/** The formats of one time zone. */
interface Formats {
  time: Intl.DateTimeFormat;
  day: Intl.DateTimeFormat;
  name: Intl.DateTimeFormat;
}

const known = new Map<string, Formats>();

function formatsOf(zone: string): Formats {
  let formats = known.get(zone);
  if (!formats) {
    const of = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options });
    formats = {
      time: of({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
      day: of({ day: 'numeric', month: 'short' }),
      name: of({ hour: '2-digit', timeZoneName: 'short' }),
    };
    known.set(zone, formats);
  }
  return formats;
}

/** Tolerance for an interval that ends some milliseconds before its second. */
const EARLY_MILLIS = 50;

/** The second that a clock shows at an instant. */
function secondOf(atMillis: number): number {
  return Math.floor((atMillis + EARLY_MILLIS) / 1e3) * 1e3;
}

/** The time of day in a zone: `10:31:02`. */
export function wallTime(atMillis: number, zone: string): string {
  return formatsOf(zone).time.format(secondOf(atMillis));
}

/** The day in a zone: `23 Nov`. */
export function wallDay(atMillis: number, zone: string): string {
  return formatsOf(zone).day.format(secondOf(atMillis));
}

/** The name of a zone at an instant: `UTC`, `CET` or `GMT+5:30`. */
export function zoneName(atMillis: number, zone: string): string {
  const parts = formatsOf(zone).name.formatToParts(atMillis);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/** The start of a run, and the time zone for displaying its times. */
export interface Wall {
  startMillis: number;
  zone: string;
}

/** The wall-clock time of a second of a run, with the day if it differs from that of the start. */
export function wallAt({ startMillis, zone }: Wall, seconds: number): string {
  const at = startMillis + seconds * 1e3;
  const time = wallTime(at, zone);
  const day = wallDay(at, zone);
  return day === wallDay(startMillis, zone) ? time : `${day} ${time}`;
}

/** The time of a run with the wall-clock time: `1:02 · 10:31:02`. */
export function bothTimes(wall: Wall | null, seconds: number): string {
  return wall === null ? clock(seconds) : `${clock(seconds)} · ${wallAt(wall, seconds)}`;
}

const LONG_STEP = 3_600;

/**
 * The labels of a time axis: the time of the run and, below it, the wall-clock time. The day is
 * shown where it changes.
 */
export function axisLabels(wall: Wall | null, splits: number[], stepSeconds: number): string[] {
  if (wall === null) return splits.map((second) => clock(second));
  const { startMillis, zone } = wall;
  let day = wallDay(startMillis, zone);
  return splits.map((second) => {
    const at = startMillis + second * 1e3;
    const time = wallTime(at, zone).slice(0, stepSeconds >= LONG_STEP ? 5 : 8);
    const its = wallDay(at, zone);
    const isNew = its !== day;
    day = its;
    return `${clock(second)}\n${isNew ? `${its} ${time.slice(0, 5)}` : time}`;
  });
}
