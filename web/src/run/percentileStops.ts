import { tailOf } from '../draw/reduce';

/** The percentiles at which the arrow keys stop on a percentile curve. */
const STOPS = [0, 10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99, 99.995, 99.999, 99.9999];

const FIRST = 99;

/**
 * The position on the axis of a percentile curve (see {@link tailOf}) to which a key moves the
 * crosshair, up to the end of the axis; null if the key does not move it.
 * @param now the position of the crosshair; null if there is none, so that the first is p99
 */
export function stopAfter(key: string, now: number | null, end: number): number | null {
  const stops = STOPS.map(tailOf).filter((tail) => tail <= end * (1 + 1e-9));
  const isNear = (tail: number) => now !== null && Math.abs(tail - now) < 1e-3 * now;
  const first = Math.min(tailOf(FIRST), stops.at(-1)!);
  switch (key) {
    case 'Home':
      return stops[0]!;
    case 'End':
      return stops.at(-1)!;
    case 'ArrowLeft':
      return now === null ? first : (stops.findLast((tail) => tail < now && !isNear(tail)) ?? stops[0]!);
    case 'ArrowRight':
      return now === null ? first : (stops.find((tail) => tail > now && !isNear(tail)) ?? stops.at(-1)!);
    default:
      return null;
  }
}
