/** Number formats of the terminal table: three significant digits and a suitable unit. */

export const NONE = '–';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const hundredths = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

type Figure = number | null | undefined;

function isMissing(value: Figure): value is null | undefined {
  return value === null || value === undefined || !Number.isFinite(value);
}

/** A number with three significant digits, or with all integer digits if there are more. */
export function digits(value: number): string {
  const size = Math.abs(value);
  return (size < 9.995 ? hundredths : size < 99.95 ? tenths : whole).format(value);
}

export function count(value: Figure): string {
  return isMissing(value) ? NONE : whole.format(value);
}

/** A duration with a suitable unit: `1.23 ms`, `27.8 ms`, `2.10 min`. */
export function duration(nanos: Figure): string {
  if (isMissing(nanos)) return NONE;
  const size = Math.abs(nanos);
  if (size < 999.5) return `${Math.round(nanos)} ns`;
  if (size < 999.5e3) return `${digits(nanos / 1e3)} µs`;
  if (size < 999.5e6) return `${digits(nanos / 1e6)} ms`;
  if (size < 119.5e9) return `${digits(nanos / 1e9)} s`;
  if (size < 119.5 * 60e9) return `${digits(nanos / 60e9)} min`;
  return `${digits(nanos / 3600e9)} h`;
}

/**
 * A latency, or a lower bound such as `> 5 s` (the timeout) if the percentile falls among unanswered
 * operations.
 */
export function latency(nanos: Figure, aboveNanos: Figure): string {
  if (!isMissing(nanos) || isMissing(aboveNanos)) return duration(nanos);
  return `> ${duration(aboveNanos).replace(/\.0+ /, ' ')}`;
}

const UNITS: Record<string, number> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9, d: 86_400e9 };

/** The nanoseconds of a setting such as `1.5s`; null if it has another form. */
export function nanosOf(text: string): number | null {
  const [, number, unit] = /^([\d.]+)\s*([a-zµ]+)$/.exec(text.trim()) ?? [];
  const nanos = Number(number) * (UNITS[unit ?? ''] ?? NaN);
  return Number.isFinite(nanos) && nanos > 0 ? nanos : null;
}

/** A short rate or count: `9.99k`, `1.20M`. */
export function short(value: Figure): string {
  if (isMissing(value)) return NONE;
  const size = Math.abs(value);
  if (size < 999.5) return Number.isInteger(value) ? whole.format(value) : digits(value);
  if (size < 999.5e3) return `${digits(value / 1e3)}k`;
  if (size < 999.5e6) return `${digits(value / 1e6)}M`;
  return `${digits(value / 1e9)}G`;
}

export function rate(perSecond: Figure): string {
  return isMissing(perSecond) ? NONE : `${short(perSecond)}/s`;
}

export function bytes(value: Figure): string {
  if (isMissing(value)) return NONE;
  if (value < 999.5) return `${Math.round(value)} B`;
  if (value < 999.5e3) return `${digits(value / 1e3)} kB`;
  if (value < 999.5e6) return `${digits(value / 1e6)} MB`;
  return `${digits(value / 1e9)} GB`;
}

/**
 * A percentage that is never rounded up to 100 or down to 0: 99.996 is 99.99 %, 0.001 is < 0.01 %.
 */
export function percent(share: Figure): string {
  if (isMissing(share)) return NONE;
  const value = share * 100;
  if (Number.isInteger(value)) return `${whole.format(value)} %`;
  if (value > 99 && value < 100) return `${(Math.floor(value * 100) / 100).toFixed(2)} %`;
  if (value > 0 && value < 0.005) return '< 0.01 %';
  return `${digits(value)} %`;
}

/** A value of the driver or of the target, in the unit at the end of its name. */
export function otherText(name: string, value: Figure): string {
  const plain = name.replace(/\{.*/, '');
  if (plain.endsWith('-hit-ratio')) return percent(value);
  if (plain.endsWith('_bytes')) return bytes(value);
  if (plain.endsWith('_seconds')) return duration(isMissing(value) ? value : value * 1e9);
  return short(value);
}

/** A number of CPU cores. */
export function cores(value: Figure): string {
  return isMissing(value) ? NONE : digits(value);
}

/** Elapsed time of a run: `0:07`, `12:30`, `3:07:30`, `2d 03:07:30`. */
export function clock(seconds: number): string {
  const total = Math.max(0, Math.round(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  const days = Math.floor(total / 86_400);
  const hours = Math.floor(total / 3600) % 24;
  const minutes = Math.floor(total / 60) % 60;
  if (days > 0) return `${days}d ${two(hours)}:${two(minutes)}:${two(total % 60)}`;
  if (hours > 0) return `${hours}:${two(minutes)}:${two(total % 60)}`;
  return `${minutes}:${two(total % 60)}`;
}

/** The seconds of a time such as `62`, `1:02` or `1:02:03`; null for any other text. */
export function secondsOf(text: string): number | null {
  const parts = text.trim().split(':');
  if (parts.length > 3 || !parts.every((part) => /^\d+(\.\d+)?$/.test(part))) return null;
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** An axis label without trailing zeros: `10 ms`, not `10.0 ms`. */
export function tick(figure: string): string {
  return figure.replace(/\.0+(?=\D|$)/, '').replace(/(\.\d*[1-9])0+/, '$1');
}

/** `p99.9` for `p999`; other names are unchanged. */
export function percentileName(name: string): string {
  const digitsOnly = /^p(\d{2})(\d+)$/.exec(name);
  return digitsOnly ? `p${digitsOnly[1]}.${digitsOnly[2]}` : name;
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

function formatted(at: Date, zone: string | undefined, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([zone, options]);
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', zone === undefined ? options : { ...options, timeZone: zone });
    dateFormats.set(key, format);
  }
  return format.format(at);
}

/**
 * A short date: the time for today, else the day.
 *
 * @param zone a time zone such as `UTC`; that of the browser if absent
 */
export function instant(iso: string | null | undefined, now: number, zone?: string): string {
  if (!iso) return NONE;
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return NONE;
  const today = new Date(now);
  const of = (date: Date, options: Intl.DateTimeFormatOptions) => formatted(date, zone, options);
  const time = of(at, { hour: '2-digit', minute: '2-digit' });
  if (of(at, { dateStyle: 'short' }) === of(today, { dateStyle: 'short' })) return `today ${time}`;
  const isThisYear = of(at, { year: 'numeric' }) === of(today, { year: 'numeric' });
  const day = of(at, { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) });
  return isThisYear ? `${day} ${time}` : day;
}

/** The date and time with seconds. */
export function fullInstant(iso: string | null | undefined, zone?: string): string {
  if (!iso) return NONE;
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? NONE : formatted(at, zone, { dateStyle: 'medium', timeStyle: 'medium' });
}
