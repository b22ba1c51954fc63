import { escapeXml } from './package.ts';
import { type ColorName, schemeColors } from './theme.ts';

/** DrawingML of text, lines and shapes. Lengths are in pixels of a slide of 1280 by 720, which are 1/96 inch. */

export const namespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';

/** Converts pixels to English Metric Units, 9,525 to a pixel. */
export const emu = (pixels: number): number => Math.round(pixels * 9525);

/** Converts pixels to hundredths of a point, rounded to a tenth of a point. */
const points = (pixels: number): number => Math.round(pixels * 7.5) * 10;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns a fill in a colour of the theme. @param opacity in percent. */
export function fill(color: ColorName, opacity = 100): string {
  const alpha = opacity < 100 ? `<a:alpha val="${opacity * 1000}"/>` : '';
  return `<a:solidFill><a:schemeClr val="${schemeColors[color]}">${alpha}</a:schemeClr></a:solidFill>`;
}

export interface Stroke {
  color: ColorName;
  width?: number;
  dashed?: boolean;
  arrow?: boolean;
}

/** Returns an outline; `none` draws nothing. */
export function outline(stroke: Stroke | 'none', element = 'a:ln'): string {
  if (stroke === 'none') return `<${element} w="0"><a:noFill/></${element}>`;
  const { color, width = 1, dashed, arrow } = stroke;
  const dash = dashed ? '<a:prstDash val="sysDash"/>' : '';
  const end = arrow ? '<a:tailEnd type="triangle" w="med" len="med"/>' : '';
  return `<${element} w="${emu(width)}">${fill(color)}${dash}${end}</${element}>`;
}

export interface TextStyle {
  /** Height of the letters in pixels. */
  size?: number;
  bold?: boolean;
  color?: ColorName;
  /** Uses the theme's heading typeface instead of its body typeface; `inherit` says neither. */
  heading?: boolean | 'inherit';
  /** Puts the key colour behind the text, as a pen does. */
  highlight?: boolean;
}

const typeface = (heading?: boolean | 'inherit') =>
  heading === 'inherit' ? '' : `<a:latin typeface="${heading ? '+mj-lt' : '+mn-lt'}"/>`;

/** Returns `a:rPr`, or another element of the same type, with the style of a text. */
export function textProperties(element: string, style: TextStyle): string {
  const { size, bold, color, heading, highlight } = style;
  const language = element === 'a:defRPr' ? '' : ' lang="en-GB"';
  const sz = size ? ` sz="${points(size)}"` : '';
  const b = bold === undefined ? '' : ` b="${bold ? 1 : 0}"`;
  const pen = highlight
    ? `<a:highlight><a:schemeClr val="${schemeColors.key}"/></a:highlight>`
    : '';
  return `<${element}${language}${sz}${b}>${color ? fill(color) : ''}${pen}${typeface(heading)}</${element}>`;
}

/** Returns a run of text in one style. */
export const run = (text: string, style: TextStyle = { heading: 'inherit' }): string =>
  `<a:r>${textProperties('a:rPr', style)}<a:t>${escapeXml(text)}</a:t></a:r>`;

export const lineBreak = '<a:br><a:rPr lang="en-GB"/></a:br>';

export interface ParagraphStyle {
  align?: 'l' | 'ctr' | 'r';
  /** The distance of two lines in pixels. */
  pitch?: number;
  before?: number;
}

export function paragraph(runs: string, { align, pitch, before }: ParagraphStyle = {}): string {
  const spacing = pitch ? `<a:lnSpc><a:spcPts val="${points(pitch)}"/></a:lnSpc>` : '';
  const space = before ? `<a:spcBef><a:spcPts val="${points(before)}"/></a:spcBef>` : '';
  const alignment = align ? ` algn="${align}"` : '';
  return `<a:p><a:pPr${alignment}>${spacing}${space}</a:pPr>${runs}</a:p>`;
}

export const position = ({ x, y, width, height }: Box, element = 'a:xfrm', flip = ''): string =>
  `<${element}${flip}><a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(width)}" cy="${emu(height)}"/></${element}>`;

const decorative =
  '<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>';

/** Returns the name of a shape. A shape without a description is marked as decorative, so that screen readers skip it. */
export function shapeName(id: number, name: string, description?: string): string {
  const named = `id="${id}" name="${escapeXml(name)}"`;
  if (description === undefined) return `<p:cNvPr ${named}>${decorative}</p:cNvPr>`;
  if (description === '') return `<p:cNvPr ${named}/>`;
  return `<p:cNvPr ${named} descr="${escapeXml(description)}"/>`;
}

export type Anchor = 't' | 'ctr' | 'b';

export const bodyProperties = (anchor: Anchor = 't', wrap = true): string =>
  `<a:bodyPr wrap="${wrap ? 'square' : 'none'}" lIns="0" tIns="0" rIns="0" bIns="0" anchor="${anchor}"><a:noAutofit/></a:bodyPr>`;
