import type { SampleSlide } from '../../sample/slides.ts';
import type { Canvas } from '../canvas.ts';
import { type ParagraphStyle, paragraph, run, type Stroke, type TextStyle } from '../drawing.ts';
import type { TableCell } from '../table.ts';
import type { ColorName } from '../theme.ts';

/** The styles and shapes that the exhibits share. Positions are those of the drawn slides, in pixels of 1280 by 720. */

/** A function that draws a slide's exhibit. `onKey` is the colour of text on the key colour. */
export type Exhibit = (canvas: Canvas, slide: SampleSlide, onKey: ColorName) => void;

export const body = 21.5;
export const ink: Stroke = { color: 'ink' };
export const hairline: Stroke = { color: 'light' };
export const dashed: Stroke = { color: 'ink', dashed: true };
export const keyEdge: Stroke = { color: 'ink', width: 1.5 };
export const lightEdge: Stroke = { color: 'mid', width: 0.75 };
export const hidden = { fill: 'none', line: 'none' } as const;
export const bold: TextStyle = { size: body, bold: true, color: 'ink' };
export const plain: TextStyle = { size: body, color: 'ink' };
export const quiet: TextStyle = { size: body, color: 'ink2' };

export const line = (text: string, style: TextStyle, place?: ParagraphStyle) =>
  paragraph(run(text, style), place);

export const chartPlace = '<p:ph type="chart" idx="2"/>';
export const tablePlace = '<p:ph type="tbl" idx="2"/>';

/** Draws a word over a chart, in a frame with round ends. */
export function pill(
  canvas: Canvas,
  text: string,
  x: number,
  y: number,
  width: number,
  height = 34,
) {
  const words = line(text, bold, { align: 'ctr' });
  const geometry = 'roundRect';
  canvas.shape({
    name: 'Callout',
    x,
    y,
    width,
    height,
    geometry,
    fill: 'paper',
    line: ink,
    text: words,
  });
}

/** Compares hubs for sorting: South comes before North, and North before Centre, as in the statement of work. */
export const byRegion = (one: { name: string }, other: { name: string }) =>
  other.name.localeCompare(one.name);
export const emptyCell: TableCell = { text: paragraph('') };
