import type { Box } from '../description.ts';
import { escapeXml } from '../package/xml.ts';
import type { Tone } from '../template/palette/tone.ts';

/** DrawingML of text, lines and shapes. Lengths are in points, 12,700 English Metric Units each. */

export const namespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';

export const emu = (points: number): number => Math.round(points * 12_700);

/** Converts to hundredths of a point, rounded to a tenth of a point. */
export const hundredths = (points: number): number => Math.round(points * 10) * 10;

/** Returns a fill. @param opacity in percent. */
export function fill({ xml }: Tone, opacity = 100): string {
  if (opacity >= 100) return `<a:solidFill>${xml}</a:solidFill>`;
  const alpha = `<a:alpha val="${opacity * 1000}"/>`;
  const name = /^<(a:\w+)/.exec(xml)?.[1] ?? 'a:schemeClr';
  const open = xml.endsWith('/>') ? `${xml.slice(0, -2)}>` : xml.slice(0, -`</${name}>`.length);
  return `<a:solidFill>${open}${alpha}</${name}></a:solidFill>`;
}

export interface Stroke {
  tone: Tone;
  width?: number;
  isDashed?: boolean;
  hasArrow?: boolean;
}

/** Returns an outline. Without a stroke nothing is drawn. */
export function outline(stroke?: Stroke, element = 'a:ln'): string {
  if (!stroke) return `<${element} w="0"><a:noFill/></${element}>`;
  const { tone, width = 0.75, isDashed, hasArrow } = stroke;
  const dash = isDashed ? '<a:prstDash val="sysDash"/>' : '';
  const end = hasArrow ? '<a:tailEnd type="triangle" w="med" len="med"/>' : '';
  return `<${element} w="${emu(width)}">${fill(tone)}${dash}${end}</${element}>`;
}

export interface TextStyle {
  /** In points. */
  size: number;
  isBold?: boolean;
  tone: Tone;
  /** `+mj-lt`, `+mn-lt`, or a name where the master says one. */
  typeface: string;
}

/** Returns `a:rPr`, or another element of the same type, with the style of a text. */
export function textProperties(
  element: string,
  { size, isBold = false, tone, typeface }: TextStyle,
): string {
  const language = element === 'a:defRPr' ? '' : ' lang="en-GB"';
  return `<${element}${language} sz="${hundredths(size)}" b="${isBold ? 1 : 0}" i="0" cap="none" spc="0" baseline="0">${fill(tone)}<a:latin typeface="${escapeXml(typeface)}"/></${element}>`;
}

/** Returns a run of text. Without a style, the text takes that of its placeholder. */
export const run = (text: string, style?: TextStyle): string =>
  `<a:r>${style ? textProperties('a:rPr', style) : '<a:rPr lang="en-GB"/>'}<a:t>${escapeXml(text)}</a:t></a:r>`;

/** Returns `a:rPr` of a text in its placeholder's style, except a colour and a size in points that are given. */
export function ownProperties(tone: Tone | undefined, size?: number): string {
  const attributes = `lang="en-GB"${size ? ` sz="${hundredths(size)}"` : ''}`;
  return tone ? `<a:rPr ${attributes}>${fill(tone)}</a:rPr>` : `<a:rPr ${attributes}/>`;
}

/** Returns a run of text in its placeholder's style, except a colour and a size in points that are given. */
export const ownRun = (text: string, tone: Tone | undefined, size?: number): string =>
  `<a:r>${ownProperties(tone, size)}<a:t>${escapeXml(text)}</a:t></a:r>`;

export interface ParagraphStyle {
  align?: 'l' | 'ctr' | 'r';
  /** The distance of two lines in points. */
  pitch?: number;
  /** The space before the paragraph in points. */
  before?: number;
}

/** Returns a paragraph without bullet, indent and direction, which a text box may inherit. */
export function paragraph(
  runs: string,
  { align = 'l', pitch, before = 0 }: ParagraphStyle = {},
): string {
  const spacing = pitch ? `<a:spcPts val="${hundredths(pitch)}"/>` : '<a:spcPct val="100000"/>';
  return `<a:p><a:pPr marL="0" indent="0" algn="${align}" rtl="0"><a:lnSpc>${spacing}</a:lnSpc><a:spcBef><a:spcPts val="${hundredths(before)}"/></a:spcBef><a:spcAft><a:spcPts val="0"/></a:spcAft><a:buNone/></a:pPr>${runs}</a:p>`;
}

/** Returns a paragraph of one style. */
export const line = (text: string, style: TextStyle, place?: ParagraphStyle): string =>
  paragraph(run(text, style), place);

export const position = ({ x, y, width, height }: Box, element = 'a:xfrm', flip = ''): string =>
  `<${element}${flip}><a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(Math.max(0, width))}" cy="${emu(Math.max(0, height))}"/></${element}>`;

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
  `<a:bodyPr vert="horz" wrap="${wrap ? 'square' : 'none'}" lIns="0" tIns="0" rIns="0" bIns="0" anchor="${anchor}"><a:noAutofit/></a:bodyPr>`;
