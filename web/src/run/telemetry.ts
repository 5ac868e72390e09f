import { bytes, duration, short } from '../format/figures';

type Format = (value: number | null | undefined) => string;

/** The unit of a telemetry metric, from the suffix of its name. */
export function unitOf(name: string): { unit: string; format: Format } {
  if (/bytes|memory|heap/i.test(name) && !/ratio|percent|count|share/i.test(name)) {
    return { unit: 'bytes', format: bytes };
  }
  if (/nanos$/i.test(name)) return { unit: 'time', format: duration };
  if (/(millis|_ms)$/i.test(name)) {
    return { unit: 'time', format: (value) => duration(value == null ? null : value * 1e6) };
  }
  if (/(micros|_us|usec)$/i.test(name)) {
    return { unit: 'time', format: (value) => duration(value == null ? null : value * 1e3) };
  }
  if (/seconds$/i.test(name)) {
    return { unit: 'time', format: (value) => duration(value == null ? null : value * 1e9) };
  }
  return { unit: 'number', format: short };
}
