import { NONE, percent } from '../format/figures';
import { deltaOf, deltaText } from '../history/baseline';
import { latest } from '../history/columns';
import { PLACE, type PlaceSeconds } from '../history/place';
import { isLatency } from './censored';
import type { Line } from './timePlot';

/** A figure of an overlaid part of the fleet, compared with the whole run. */
export interface OverlayFigure {
  name: string;
  /** The label of the whole run's line, such as `p99`. */
  label: string;
  color: string;
  text: string;
  /** The comparison with the whole run: a difference for latencies, a share for rates. */
  against: string;
}

interface Asked {
  /** The second at the crosshair; null without a crosshair. */
  second: number | null;
  isLive: boolean;
  format: (value: number | null | undefined) => string;
  /** The text of a percentile that falls among unanswered operations. */
  beyond: string;
}

/**
 * The figures of a part of the fleet at the crosshair, or of its last second. For an ended run
 * there are none without a crosshair, since there is no summary of a part.
 */
export function figuresOver(
  seconds: PlaceSeconds,
  lines: Line[],
  whole: { name: string; label: string; value: number | null }[],
  { second, isLive, format, beyond }: Asked,
): OverlayFigure[] {
  const valueOf = (name: string): number | null => {
    if (second !== null) return seconds.at(name, [second])[0] ?? null;
    return isLive ? latest(seconds.columns, name, 1) : null;
  };
  return lines.map(({ name: column, label, color }) => {
    const name = column.slice(PLACE.length);
    const value = valueOf(name);
    const its = whole.find((each) => each.name === name);
    const isBeyond =
      value === null && isLatency(name) && (valueOf(name.replace(/[^/]+$/, 'unanswered')) ?? 0) > 0;
    const none = second === null && !isLive ? '' : NONE;
    return {
      name,
      label: its?.label ?? label,
      color,
      text: isBeyond ? beyond : value === null ? none : format(value),
      against: against(name, value, its?.value ?? null),
    };
  });
}

function against(name: string, value: number | null, whole: number | null): string {
  if (value === null || whole === null || whole === 0) return '';
  if (isLatency(name)) return deltaText(deltaOf(value, whole));
  return /PerSecond$/.test(name) ? percent(value / whole) : '';
}
