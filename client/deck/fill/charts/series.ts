import { escapeXml } from '../../package/xml.ts';
import type { Tone } from '../../template/palette/tone.ts';
import { fill, outline, type Stroke } from '../drawing.ts';
import { type Cell, columnName } from '../workbook.ts';
import type { Labels } from './labels.ts';

/** A series of a chart. It reads a column of the embedded workbook, so that "Edit data" changes the picture. */
export interface Series {
  name: string;
  cells: readonly Cell[];
  /** `none` makes the series invisible. An invisible series lifts other series, or places labels. */
  fill?: Tone | 'none';
  /** In percent. */
  opacity?: number;
  line?: Stroke;
  /** Points that differ from the series. */
  points?: Readonly<Record<number, { fill?: Tone; line?: Stroke }>>;
  labels?: Labels;
  /** The diameter in points and the colours of the dots of a line. */
  dots?: { size: number; fill: Tone; line: Stroke };
}

const plainValue = (cell: Cell): string | number | null =>
  cell !== null && typeof cell === 'object' ? cell.value : cell;

/** Returns the fill and the line of a series or of a point. */
export const shapeXml = (series: Pick<Series, 'fill' | 'line' | 'opacity'>): string => {
  const area =
    series.fill === 'none' ? '<a:noFill/>' : series.fill ? fill(series.fill, series.opacity) : '';
  return `<c:spPr>${area}${outline(series.line)}</c:spPr>`;
};

const isDate = (cell: Cell | undefined) => typeof cell === 'object' && cell?.isDate;

/** Returns a reference to a column of the sheet from row 2, with its values, which show until somebody edits the data. */
export function reference(column: number, cells: readonly Cell[]): string {
  const name = columnName(column);
  const address = `$${name}$2:$${name}$${cells.length + 1}`;
  const kind = typeof cells[0] === 'string' ? 'str' : 'num';
  const points = cells.map((cell, index) => {
    const value = plainValue(cell);
    if (value === null) return '';
    return `<c:pt idx="${index}"><c:v>${escapeXml(String(value))}</c:v></c:pt>`;
  });
  const code = isDate(cells[0]) ? 'd mmm yyyy' : 'General';
  const format = kind === 'num' ? `<c:formatCode>${code}</c:formatCode>` : '';
  return `<c:${kind}Ref><c:f>Sheet1!${address}</c:f><c:${kind}Cache>${format}<c:ptCount val="${cells.length}"/>${points.join('')}</c:${kind}Cache></c:${kind}Ref>`;
}

/** Returns the name of a series, as a reference to its cell. */
export const seriesName = (address: string, name: string) =>
  `<c:tx><c:strRef><c:f>Sheet1!${address}</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>${escapeXml(name)}</c:v></c:pt></c:strCache></c:strRef></c:tx>`;

/** Returns the dots of a line. */
export function markerXml({ dots }: Series): string {
  if (!dots) return '<c:marker><c:symbol val="none"/></c:marker>';
  return `<c:marker><c:symbol val="circle"/><c:size val="${Math.max(2, Math.round(dots.size))}"/><c:spPr>${fill(dots.fill)}${outline(dots.line)}</c:spPr></c:marker>`;
}
