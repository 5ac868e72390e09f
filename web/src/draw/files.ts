import type { Column } from '../api/types';
import type { Columns } from '../history/columns';
import { Colors } from './colors';

/** A chart that can be saved as an image. */
export interface Picture {
  chart: HTMLCanvasElement;
  /** The element of the chart, which determines the colors. */
  host: HTMLElement;
  lines: { label: string; color: string }[];
}

type CsvCell = string | number | null | undefined;

function cellText(cell: CsvCell): string {
  const text = cell === null || cell === undefined ? '' : String(cell);
  // A leading = + - @ in a text would be a formula in a spreadsheet.
  const safe = typeof cell === 'string' && /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV (RFC 4180). */
export function csvOfTable(header: string[], rows: CsvCell[][]): string {
  return [header, ...rows].map((row) => row.map(cellText).join(',')).join('\r\n') + '\r\n';
}

function instantOf(columns: Columns, seconds: number): string {
  const start = Date.parse(columns.startedAt);
  return Number.isNaN(start) ? '' : new Date(Math.round(start + seconds * 1e3)).toISOString();
}

/** A column of a CSV; `factor` converts seconds to nanoseconds. */
export interface CsvLine {
  name: string;
  label: string;
  factor?: number;
}

/** The unit of a column, from its name. */
function unitOf({ name, factor }: CsvLine): string {
  return /Nanos/.test(name) || factor === 1e9 ? ' (ns)' : '';
}

/**
 * The lines of a chart in its range, one row per point: seconds since the start, the instant in
 * UTC, the phase, and the values in the units of the REST interface. A gap is an empty cell.
 */
export function csvOf(
  columns: Columns,
  lines: CsvLine[],
  of: (line: CsvLine) => Column | undefined = ({ name }) => columns.values.get(name),
): string {
  const cells = lines.map((line) => of(line));
  return csvOfTable(
    ['seconds', 'time', 'phase', ...lines.map((line) => line.label + unitOf(line))],
    columns.at.map((at, i) => [
      Number(at.toFixed(3)),
      instantOf(columns, at),
      columns.phase[i],
      ...cells.map((column) => column?.[i]),
    ]),
  );
}

/** The non-empty cells of the heat map. */
export function csvOfHeat(columns: Columns): string {
  const rows = columns.at.flatMap((at, i) =>
    (columns.heat[i] ?? []).map(([cell, count]) => [
      Number(at.toFixed(3)),
      instantOf(columns, at),
      columns.heatEdges[cell],
      columns.heatEdges[cell + 1],
      count,
    ]),
  );
  return csvOfTable(['seconds', 'time', 'from (ns)', 'to (ns)', 'operations'], rows);
}

/** The file name for a run and a chart, such as `my-run-response-time.csv`. */
export function fileName(run: string, title: string, ending: string): string {
  const plain = `${run} ${title}`.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  return `${plain.slice(0, 120) || 'chart'}.${ending}`;
}

const HEAD = 46;

/** The chart with its title and the labels of its lines, on the background of the page. */
export function pictureOf({ chart, host, lines }: Picture, title: string): HTMLCanvasElement {
  const scale = devicePixelRatio;
  const colors = new Colors(host);
  const made = document.createElement('canvas');
  made.width = chart.width;
  made.height = chart.height + HEAD * scale;
  const ctx = made.getContext('2d')!;
  ctx.fillStyle = colors.of('surface');
  ctx.fillRect(0, 0, made.width, made.height);
  ctx.textBaseline = 'middle';
  ctx.fillStyle = colors.of('text');
  ctx.font = `600 ${Math.round(13 * scale)}px Inter, system-ui, sans-serif`;
  ctx.fillText(title, 10 * scale, 15 * scale, made.width - 20 * scale);
  ctx.font = `${Math.round(11 * scale)}px Inter, system-ui, sans-serif`;
  let x = 10 * scale;
  for (const { label, color } of lines) {
    ctx.fillStyle = colors.of(color);
    ctx.fillRect(x, 33 * scale, 10 * scale, 2.5 * scale);
    ctx.fillStyle = colors.of('muted');
    ctx.fillText(label, x + 14 * scale, 34 * scale);
    x += ctx.measureText(label).width + 28 * scale;
  }
  ctx.drawImage(chart, 0, HEAD * scale);
  return made;
}

/** Saves a file on the user's machine. */
export function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
