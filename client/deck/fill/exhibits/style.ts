import type { Exhibit } from '../../content.ts';
import type { Box } from '../../description.ts';
import { type Face, textWidth } from '../../measure-text.ts';
import type { Tones } from '../../template/palette/palette.ts';
import type { Tone } from '../../template/palette/tone.ts';
import type { Canvas } from '../canvas.ts';
import { line, paragraph, type Stroke, type TextStyle } from '../drawing.ts';
import type { TableCell } from '../table.ts';

/** The styles and shapes that the exhibits share. */

/** What a template gives to the drawing of an exhibit. */
export interface Pen {
  tones: Tones;
  /** The size of text in points. Distances follow it. */
  size: number;
  /** No text is smaller, in points. */
  least: number;
  /** The typefaces as the file names them, and as they are called. */
  body: { token: string; face: Face };
  heading: { token: string; face: Face };
}

/** Draws an exhibit inside a box. */
export type Draw<Kind extends Exhibit['kind']> = (
  canvas: Canvas,
  box: Box,
  exhibit: Extract<Exhibit, { kind: Kind }>,
  alt: string,
  pen: Pen,
) => void;

export interface Styles {
  plain: TextStyle;
  bold: TextStyle;
  quiet: TextStyle;
  /** In the heading's typeface. @param times the size of text. */
  large: (times: number) => TextStyle;
  ink: Stroke;
  hairline: Stroke;
  dashed: Stroke;
  keyEdge: Stroke;
  midEdge: Stroke;
}

export function stylesOf({ tones, size, body, heading }: Pen): Styles {
  const text = (tone: Tone, isBold: boolean): TextStyle => ({
    size,
    isBold,
    tone,
    typeface: body.token,
  });
  const thin = Math.max(0.5, size / 20);
  return {
    plain: text(tones.ink, false),
    bold: text(tones.ink, true),
    quiet: text(tones.ink2, false),
    large: (times) => ({
      size: size * times,
      isBold: heading.face.isBold ?? false,
      tone: tones.ink,
      typeface: heading.token,
    }),
    ink: { tone: tones.ink, width: thin },
    hairline: { tone: tones.hairline, width: thin },
    dashed: { tone: tones.ink, width: thin, isDashed: true },
    keyEdge: { tone: tones.ink, width: thin * 1.4 },
    midEdge: { tone: tones.mid, width: thin },
  };
}

export const hidden = { fill: 'none' } as const;

/** Returns the width of a text in the body typeface, in points. */
export const widthOf = (text: string, { size, body }: Pen, isBold = false): number =>
  textWidth(text, size, { ...body.face, isBold });

/** The height of a line of text, in parts of its size. */
export const linePitch = 1.25;

/** Draws words over a chart, in a frame with round ends. @param x the middle. @param y the middle. */
export function pill(
  canvas: Canvas,
  text: string,
  x: number,
  y: number,
  pen: Pen,
  isKey = false,
): void {
  const { bold, ink } = stylesOf(pen);
  const { label, onLabel, paper } = pen.tones;
  const [width, height] = [widthOf(text, pen, true) + pen.size * 1.4, pen.size * 1.6];
  canvas.shape({
    name: 'Callout',
    x: x - width / 2,
    y: y - height / 2,
    width,
    height,
    geometry: 'roundRect',
    fill: isKey ? label : paper,
    line: ink,
    text: line(text, isKey ? { ...bold, tone: onLabel } : bold, { align: 'ctr' }),
  });
}

/** The height of a label in the key colour, in sizes of the text. */
export const keyLabelHeight = 1.4;

/** Draws a label in the key colour. @param right its right side. @param y its upper side. */
export function keyLabel(
  canvas: Canvas,
  name: string,
  text: string,
  right: number,
  y: number,
  pen: Pen,
): void {
  const { bold, ink } = stylesOf(pen);
  const width = widthOf(text, pen, true) + pen.size;
  canvas.shape({
    name,
    x: right - width,
    y,
    width,
    height: pen.size * keyLabelHeight,
    fill: pen.tones.label,
    line: ink,
    text: line(text, { ...bold, tone: pen.tones.onLabel }, { align: 'ctr' }),
  });
}

export const emptyCell: TableCell = { text: paragraph('') };
