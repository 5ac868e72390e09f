import type uPlot from 'uplot';
import type { Column } from '../api/types';
import { BASELINE } from '../history/baseline';
import { columnIn } from '../history/columns';
import { PLACE } from '../history/place';
import { bridged } from '../history/readings';
import type { RunView } from '../run/view.svelte';
import { axisRange, FEW_POINTS, highest, timeAxis, valueAxis } from './axes';
import type { Colors } from './colors';
import { censoredSpans, drawBars, type Span } from './censored';
import { eventOf, marksOf, type Mark } from './marks';
import type { Bound } from '../run/objectives';
import { drawBounds, drawMarks, drawPeriods, drawValidity } from './overlay';

export interface Line {
  /** The name of the history column. */
  name: string;
  label: string;
  /** The variable of the style sheet, without the leading hyphens. */
  color: string;
  dash?: boolean;
  fill?: boolean;
  isHidden?: boolean;
  /** Whether the line is drawn below the other lines, and fainter. */
  isFaint?: boolean;
  /** Whether the line is of a part of the fleet: dotted, and above the other lines. */
  isOverlay?: boolean;
  /** The factor for the values; latencies of a server, for example, are in seconds. */
  factor?: number;
}

export interface TimePlot {
  lines: Line[];
  format: (value: number) => string;
  isLog?: boolean;
  withMarkText?: boolean;
  /** The bounds of the objectives on these lines. */
  bounds?: Bound[];
  draw?: (u: uPlot, colors: Colors) => void;
  range?: uPlot.Scale.Range;
}

const SYNC = 'run';
const DOTTED: Partial<uPlot.Series> = { dash: [0.5, 4.5], cap: 'round' };

/** The marks of a chart of this width in pixels. */
export function marksIn(view: RunView, width: number): Mark[] {
  const { from, to } = view.history.bounds();
  return marksOf([...view.events.list, ...view.events.notes.map(eventOf)], from, to, ((to - from) * 10) / Math.max(width, 100));
}

/** The mark at the crosshair: the nearest one, at most half a point or a few pixels away. */
export function markAt(view: RunView, u: uPlot, left: number): { mark: Mark; left: number } | null {
  const step = Math.abs(u.valToPos(view.history.columns.stepSeconds, 'x') - u.valToPos(0, 'x'));
  const reach = Math.max(7, step / 2 + 1);
  return (
    marksIn(view, u.width)
      .map((mark) => ({ mark, left: u.valToPos(mark.at, 'x') }))
      .filter((found) => Math.abs(found.left - left) <= reach)
      .sort((a, b) => Math.abs(a.left - left) - Math.abs(b.left - left))[0] ?? null
  );
}

/** The options of a chart over the time of a run. All charts share one crosshair and one zoom. */
export function timeOptions(
  view: RunView,
  plot: TimePlot,
  onCursor: (index: number | null, left: number) => void,
): (size: { width: number; height: number }, colors: Colors) => uPlot.Options {
  return (size, colors) => ({
    ...size,
    padding: [8, 28, 0, 0],
    legend: { show: false },
    cursor: {
      sync: { key: SYNC, scales: ['x', null], filters: { pub: (type) => /move|leave/.test(type) } },
      drag: { x: true, y: false, setScale: false, dist: 5 },
      points: { size: 6, width: 2 },
      bind: {
        dblclick: () => () => {
          view.unzoom();
          return null;
        },
      },
    },
    scales: {
      x: { time: false, range: () => boundsOf(view) },
      y: { distr: plot.isLog ? 3 : 1, range: plot.range ?? rangeOf(view, plot) },
    },
    axes: [timeAxis(colors, () => view.wall), valueAxis(colors, plot.format, plot.isLog ?? false)],
    series: [
      {},
      ...plot.lines.map((line) => ({
        label: line.label,
        stroke: line.isFaint ? colors.soft(line.color, 0.75) : colors.of(line.color),
        width: line.isOverlay ? 2.25 : line.isFaint ? 1 : line.dash ? 1.25 : 1.5,
        ...(line.isOverlay ? DOTTED : line.dash ? { dash: [5, 4] } : {}),
        ...(line.fill ? { fill: colors.soft(line.color, 0.12) } : {}),
        ...(line.isHidden ? { paths: () => null } : {}),
        points: line.isHidden ? { show: false } : FEW_POINTS,
        spanGaps: false,
      })),
    ],
    hooks: {
      drawClear: [
        (u) => {
          const { at, validity, stepSeconds } = view.history.columns;
          drawValidity(u, colors, at, validity, stepSeconds);
          drawPeriods(u, colors, view.periods);
        },
      ],
      draw: [
        (u) => {
          plot.draw?.(u, colors);
          const bars = plot.lines.map(({ name, color }) => ({
            spans: censoredOf(view, name),
            color,
          }));
          drawBounds(u, colors, plot.bounds ?? []);
          drawBars(u, colors, bars, view.beyond, view.timeoutNanos);
          drawMarks(u, colors, marksIn(view, u.width), plot.withMarkText ?? false);
        },
      ],
      setSelect: [
        (u) => {
          if (u.select.width < 5) return;
          const from = u.posToVal(u.select.left, 'x');
          const end = u.posToVal(u.select.left + u.select.width, 'x');
          const to = Math.min(end, Math.max(view.history.elapsed, from + 2));
          u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          view.show({ kind: 'fixed', from: Math.floor(from), to: Math.ceil(Math.max(to, from + 2)) });
        },
      ],
      setCursor: [
        (u) => {
          const left = u.cursor.left ?? -1;
          onCursor(left < 0 ? null : (u.cursor.idx ?? null), left);
        },
      ],
    },
  });
}

/**
 * The range that includes the values, the bounds of objectives, and unanswered operations at the
 * timeout.
 */
function rangeOf(view: RunView, plot: TimePlot): uPlot.Scale.Range {
  const isLog = plot.isLog ?? false;
  return (_, low, high) => {
    const { columns } = view.history;
    const cells = plot.lines.map((line) => cellsOf(view, line));
    const isBeyond = plot.lines.some(({ name }) => censoredOf(view, name).length > 0);
    return axisRange(low, isLog ? high : highest(cells, columns.phase), {
      isLog,
      bounds: (plot.bounds ?? []).map(({ value }) => value),
      beyond: isBeyond ? view.timeoutNanos : null,
    });
  };
}

function boundsOf(view: RunView): [number, number] {
  const { from, to } = view.history.bounds();
  return [from, to];
}

/** The lines of the baseline that correspond to lines of a run. */
export function baselineOf(lines: Line[]): Line[] {
  return lines
    .filter(({ name }) => /^operation\/|^series\/throughputPerSecond$/.test(name))
    .map(({ name, label, color }) => ({
      name: BASELINE + name,
      label: `${label}, baseline`,
      color,
      dash: true,
      isFaint: true,
    }));
}

/** The lines of a node, a rack or a datacenter that correspond to lines of the whole run. */
export function overlayOf(lines: Line[], place: string): Line[] {
  return lines.map(({ name, label, color }) => ({
    name: PLACE + name,
    label: `${place} ${label}`,
    color,
    isOverlay: true,
  }));
}

/** The spans in which a percentile falls among operations that were never answered. */
function censoredOf(view: RunView, name: string): Span[] {
  const its = view.overlay.seconds?.columns;
  if (name.startsWith(PLACE)) return its ? censoredSpans(its, name.slice(PLACE.length)) : [];
  return censoredSpans(view.history.columns, name);
}

/**
 * A column of the run, of its baseline, or of a part of the fleet, or one computed from other
 * columns.
 */
export function cellsOf(view: RunView, { name, factor }: Pick<Line, 'name' | 'factor'>): Column | undefined {
  const { at } = view.history.columns;
  if (name.startsWith(PLACE)) return view.overlay.seconds?.at(name.slice(PLACE.length), at);
  if (name.startsWith(BASELINE)) return view.baseline?.at(name.slice(BASELINE.length), at);
  const cells = columnIn(view.history.columns, name);
  return factor === undefined ? cells : cells?.map((cell) => (cell === null ? null : cell * factor));
}

/** Whether a column has fewer values than points. */
export function isSparse(name: string): boolean {
  return name.startsWith('telemetry/');
}

/** The columns of the lines; a column that the history does not have consists of nulls. */
export function dataOf(view: RunView, lines: Line[]): uPlot.AlignedData {
  const { at } = view.history.columns;
  return [
    at,
    ...lines.map((line) => {
      const cells = cellsOf(view, line) ?? at.map(() => null);
      return isSparse(line.name) ? bridged(at, cells) : cells;
    }),
  ] as uPlot.AlignedData;
}

/** Handles keys that move the crosshair, zoom in or zoom out. */
export function pressed(event: KeyboardEvent, u: uPlot | null, view: RunView): void {
  const at = view.history.columns.at;
  if (!u || at.length === 0) return;
  const index = u.cursor.idx ?? at.length - 1;
  const far = event.shiftKey ? 10 : 1;
  const move = (to: number) => {
    const held = Math.min(at.length - 1, Math.max(0, to));
    u.setCursor({ left: u.valToPos(at[held]!, 'x'), top: 10 });
  };
  const { from, to } = view.history.bounds();
  const middle = u.cursor.left !== undefined && u.cursor.left >= 0 ? at[index]! : (from + to) / 2;
  switch (event.key) {
    case 'ArrowLeft':
      move(index - far);
      break;
    case 'ArrowRight':
      move(index + far);
      break;
    case 'Home':
      move(0);
      break;
    case 'End':
      move(at.length - 1);
      break;
    case '+':
    case '=':
      if (to - from > 8) {
        view.show({ kind: 'fixed', from: middle - (to - from) / 4, to: middle + (to - from) / 4 });
      }
      break;
    case '-':
      view.unzoom();
      break;
    case 'Escape':
      u.setCursor({ left: -10, top: -10 });
      view.unzoom();
      break;
    default:
      return;
  }
  event.preventDefault();
}
