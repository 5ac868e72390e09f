import type uPlot from 'uplot';
import type { Column } from '../api/types';
import { tick } from '../format/figures';
import { axisLabels, type Wall } from '../format/wallTime';
import type { Colors } from './colors';

export const AXIS_FONT = '11px Inter, system-ui, sans-serif';
/** The width of the value axis, which is the same in every chart so that time axes align. */
export const AXIS_WIDTH = 58;

const TIME_STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
  172_800, 604_800,
];

const DAY = 86_400;

/**
 * The axis of a run's time. With a start, wall-clock times are shown below the times of the run.
 */
export function timeAxis(colors: Colors, wall: () => Wall | null = () => null): uPlot.Axis {
  return {
    stroke: colors.of('faint'),
    font: AXIS_FONT,
    size: () => (wall() === null ? 26 : 40),
    gap: 4,
    lineGap: 1.25,
    space: (_, __, low, high) => (high - low > DAY / 4 ? 92 : 64),
    incrs: TIME_STEPS,
    grid: { stroke: colors.of('grid'), width: 1 },
    ticks: { show: false },
    values: (_, splits, __, ___, step) => axisLabels(wall(), splits, step),
  };
}

export function valueAxis(
  colors: Colors,
  format: (value: number) => string,
  isLog: boolean,
): uPlot.Axis {
  return {
    stroke: colors.of('faint'),
    font: AXIS_FONT,
    size: AXIS_WIDTH,
    gap: 6,
    space: isLog ? 22 : 34,
    grid: { stroke: colors.of('grid'), width: 1 },
    ticks: { show: false },
    ...(isLog ? { splits: logSplits, filter: (_: uPlot, splits: number[]) => splits } : {}),
    values: (_, splits) =>
      splits.map((value) => (value === null || value === undefined ? '' : tick(format(value)))),
  };
}

/** Round ticks of a log axis: each power of ten, and multiples of it where they fit. */
export function roundLogs(low: number, high: number, most: number): number[] {
  for (const factors of [[1, 1.5, 2, 3, 4, 5, 6, 8], [1, 2, 3, 5], [1, 2, 5], [1, 3], [1]]) {
    const found: number[] = [];
    for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; power++) {
      for (const factor of factors) {
        const value = factor * 10 ** power;
        if (value >= low && value <= high) found.push(value);
      }
    }
    if (found.length <= most || factors.length === 1) return found;
  }
  return [];
}

function logSplits(u: uPlot, _axis: number, low: number, high: number): number[] {
  return low > 0 ? roundLogs(low, high, Math.max(2, u.bbox.height / devicePixelRatio / 26)) : [];
}

/**
 * The highest value of these columns outside the fill phase. The fill runs at full speed: on its
 * scale the measurement would look flat.
 */
export function highest(columns: (Column | undefined)[], phases: (string | null)[]): number | null {
  let measured: number | null = null;
  let filled: number | null = null;
  for (const cells of columns) {
    cells?.forEach((cell, i) => {
      if (cell === null) return;
      if (phases[i] === 'fill') filled = Math.max(filled ?? cell, cell);
      else measured = Math.max(measured ?? cell, cell);
    });
  }
  return measured ?? filled;
}

/** Draws points if there are too few for a line. */
export const FEW_POINTS: uPlot.Series.Points = {
  show: (_, __, first, last) => last - first < 3,
  size: 5,
};

/** The range from zero, or from the lowest value on a log axis, with space at the top. */
export function valueRange(isLog: boolean): uPlot.Scale.Range {
  return (_, low, high) => {
    if (isLog) {
      const from = low !== null && low > 0 ? low : 1e5;
      const to = Math.max(high ?? 1e8, from * 1.5);
      return [from / 1.15, to * 1.15];
    }
    return [0, high !== null && high > 0 ? high * 1.12 : 1];
  };
}

/** The share of a chart's height above the place of unanswered operations, for their bars. */
const ROOM = 0.22;
/** The highest bound that a linear axis includes, as a multiple of the highest value. */
const FAR = 4;

/**
 * The ends of a value axis: of the values, and of bounds that are drawn as lines.
 *
 * @param beyond the value that unanswered operations exceed; null if there are none
 */
export function axisRange(
  low: number | null,
  high: number | null,
  { isLog, bounds, beyond }: { isLog: boolean; bounds: number[]; beyond: number | null },
): [number, number] {
  if (!isLog) {
    const near = bounds.filter((bound) => bound <= (high ?? 0) * FAR);
    const most = Math.max(high ?? 0, ...near, beyond ?? 0);
    if (most <= 0) return [0, 1];
    return [0, beyond === null ? most * 1.12 : most / (1 - ROOM)];
  }
  const shown = [low, high, ...bounds].filter((value): value is number => value !== null && value > 0);
  if (beyond !== null) shown.push(beyond, beyond / 10);
  if (shown.length === 0) return [1e5 / 1.15, 1e8 * 1.15];
  const foot = Math.min(...shown) / 1.15;
  const top = Math.max(...shown, foot * 1.15 * 1.5);
  return [foot, beyond === null ? top * 1.15 : top * (top / foot) ** (ROOM / (1 - ROOM))];
}
