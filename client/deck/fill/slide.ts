import type { Deck, DeckSlide } from '../content.ts';
import type { Box } from '../description.ts';
import { type FittedTitle, sideHeadingSize } from '../fit-title.ts';
import { breakLines, textWidth } from '../measure-text.ts';
import { escapeXml } from '../package/xml.ts';
import type { Sheet } from '../sheet.ts';
import type { Tone } from '../template/palette/tone.ts';
import type { Placeholder } from '../template/placeholders.ts';
import { alignNames, anchorNames, typefaceToken } from '../template/text-style.ts';
import { sideEdge, sideText, smallSize, split } from './arrange.ts';
import { Canvas } from './canvas.ts';
import {
  emu,
  line,
  ownProperties,
  ownRun,
  paragraph,
  position,
  run,
  type TextStyle,
} from './drawing.ts';
import { drawExhibit } from './exhibits/index.ts';
import { linePitch, type Pen, stylesOf } from './exhibits/style.ts';

/** Draws a slide: the title and the footer in the layout's placeholders, everything else in the content area. */

/** Writes `p:ph` so that the slide's placeholder takes place and style from the layout's. */
function placeholderXml({ element }: Placeholder): string {
  const { type, idx, sz, orient } = element.attributes;
  const pairs = Object.entries({ type, orient, sz, idx }).filter(
    ([, value]) => value !== undefined,
  );
  return `<p:ph${pairs.map(([name, value]) => ` ${name}="${escapeXml(value ?? '')}"`).join('')}/>`;
}

/** Returns the margins of the title's box as attributes, where they are not the template's. */
function insetsOf({ title, design, toPoints }: Sheet): string {
  if (!design.title.saysMargins && !design.title.placeholder.isOwn) return '';
  const [box, inside] = [toPoints(title.box), toPoints(title.inside)];
  const margins = {
    lIns: inside.x - box.x,
    tIns: inside.y - box.y,
    rIns: box.x + box.width - inside.x - inside.width,
    bIns: box.y + box.height - inside.y - inside.height,
  };
  return Object.entries(margins)
    .map(([name, points]) => ` ${name}="${Math.max(0, emu(points))}"`)
    .join('');
}

function drawTitle(canvas: Canvas, fitted: FittedTitle, sheet: Sheet): void {
  const { title, design } = sheet;
  const { placeholder: own, tone } = design.title;
  const placeholder = placeholderXml(own);
  if (own.isOwn) {
    const { size, text } = fitted;
    const typeface = typefaceToken(own.chain, '+mn-lt');
    const inPlace = own.isHeading && tone && run(text, { ...title, size, tone, typeface });
    const words = `<a:p><a:pPr algn="${alignNames[title.align]}"/>${inPlace || ownRun(text, tone, size)}</a:p>`;
    const body = `<a:bodyPr${insetsOf(sheet)} anchor="${anchorNames[title.anchor]}"><a:normAutofit/></a:bodyPr>`;
    canvas.placeholder('Title', placeholder, words, body, position(sheet.toPoints(title.box)));
    return;
  }
  const isSmaller = !own.ownSize && fitted.size < title.size - 0.01;
  const scale = Math.floor((fitted.size / title.size) * 1000) * 100;
  const fit = isSmaller ? `<a:normAutofit fontScale="${scale}"/>` : '<a:normAutofit/>';
  const body = `<a:bodyPr${insetsOf(sheet)}>${fit}</a:bodyPr>`;
  const words = ownRun(fitted.text, tone, own.ownSize ? fitted.size : undefined);
  const place = own.isElsewhere ? position(sheet.toPoints(title.box)) : undefined;
  canvas.placeholder('Title', placeholder, `<a:p>${words}</a:p>`, body, place);
}

/** Draws the so-what in its column: label, heading, and its points under hairlines. @param size of the heading, in points. */
function drawSide(
  canvas: Canvas,
  soWhat: NonNullable<DeckSlide['soWhat']>,
  size: number,
  side: Box,
  pen: Pen,
): void {
  const { plain, quiet, large, hairline } = stylesOf(pen);
  const text = sideText(soWhat, size, side, pen);
  if (!text) return;
  const cell = (words: string, style: object) => ({ text: words, anchor: 't' as const, ...style });
  const first = line(soWhat.label, quiet) + line(soWhat.text, large(size / pen.size));
  const rows = [
    { height: text.top, cells: [cell(first, {})] },
    ...text.points.map((point) => ({
      height: point.height,
      cells: [cell(line(point.text, plain), { top: hairline, padding: pen.size * 0.38 })],
    })),
  ];
  // One table, because its rows move down where a stand-in for the typeface needs more lines.
  canvas.table('So what', side, { columns: [side.width], rows }, soWhat.label);
}

/** Draws the decision under the exhibit and returns the room above it. */
function drawDecision(
  canvas: Canvas,
  { label, text }: NonNullable<DeckSlide['decision']>,
  area: Box,
  pen: Pen,
): Box {
  const { size, heading, body } = pen;
  const { quiet, large, ink } = stylesOf(pen);
  const first = textWidth(`${label}     `, size, body.face);
  const style = large(1.15);
  const lines = breakLines(text, style.size, area.width - first, heading.face).length;
  const height = size * 0.6 + lines * style.size * linePitch;
  const y = area.y + area.height - height;
  canvas.line(area.x, y, area.x + area.width, y, ink);
  canvas.text(
    'Decision',
    { ...area, x: area.x, width: first, y: y + size * 0.75, height: height - size * 0.6 },
    line(label, quiet),
  );
  canvas.text(
    'Decision: text',
    {
      x: area.x + first,
      width: area.width - first,
      y: y + size * 0.6,
      height: height - size * 0.6,
    },
    line(text, style),
  );
  return { ...area, height: area.height - height - size * 0.9 };
}

function drawHeading(
  canvas: Canvas,
  { title, unit }: NonNullable<DeckSlide['heading']>,
  area: Box,
  pen: Pen,
): Box {
  const { bold, quiet } = stylesOf(pen);
  const height = pen.size * linePitch;
  const top = height + pen.size * 0.35;
  canvas.text(
    'Heading',
    { ...area, height },
    paragraph(run(`${title}, `, bold) + run(unit, quiet)),
  );
  return { ...area, y: area.y + top, height: area.height - top };
}

/** Returns a paragraph in two runs. LibreOffice replaces a footer of one run by a field of its own, in black Times. */
function inTwoRuns(text: string, tone: Tone | undefined): string {
  const cut = text.indexOf(' ');
  const runs = cut > 0 ? [text.slice(0, cut), text.slice(cut)] : [text];
  return `<a:p>${runs.map((words) => ownRun(words, tone)).join('')}</a:p>`;
}

/** Draws the disclaimer and the number of the slide. */
function drawFoot(canvas: Canvas, disclaimer: string, number: number, sheet: Sheet): void {
  const { design, pen, foot } = sheet;
  if (foot) {
    const small: TextStyle = { ...stylesOf(pen).quiet, size: smallSize(pen) };
    canvas.text('Footer', foot, line(disclaimer, small), 'b');
  } else if (design.footer) {
    const { placeholder, tone } = design.footer;
    canvas.placeholder('Footer', placeholderXml(placeholder), inTwoRuns(disclaimer, tone));
  }
  if (design.number) {
    const { placeholder, tone } = design.number;
    const field = `<a:p><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum">${ownProperties(tone)}<a:t>${number}</a:t></a:fld></a:p>`;
    canvas.placeholder('Slide number', placeholderXml(placeholder), field);
  }
}

/** Draws a slide. @param number its place in the deck, from 1. */
export function drawSlide(
  slide: DeckSlide,
  title: FittedTitle,
  number: number,
  { disclaimer }: Deck,
  sheet: Sheet,
): Canvas {
  const canvas = new Canvas();
  const { main, beside, isBeside, pen } = sheet;
  if (sheet.panel) canvas.shape({ name: 'Panel', ...sheet.panel, fill: pen.tones.paper });
  drawTitle(canvas, title, sheet);
  const { tracker } = sheet.design;
  if (tracker && slide.tracker) {
    canvas.placeholder('Tracker', placeholderXml(tracker), `<a:p>${run(slide.tracker)}</a:p>`);
  }
  let room = slide.decision ? drawDecision(canvas, slide.decision, main, pen) : main;
  if (slide.soWhat) {
    const size = sideHeadingSize(pen.size, title.size);
    const low = { ...main, height: main.height * 0.45 };
    const below = sideText(slide.soWhat, size, low, pen)?.height ?? 0;
    const { area, sideHeight } = isBeside ? beside : { area: main, sideHeight: below };
    const { exhibit, side } = split(area, pen.size, isBeside, sideHeight);
    if (side) {
      room = exhibit;
      const x = area.x + area.width * sideEdge;
      const { hairline } = stylesOf(pen);
      if (isBeside) canvas.line(x, side.y, x, side.y + side.height, hairline);
      drawSide(canvas, slide.soWhat, size, side, pen);
    }
  }
  if (slide.heading) room = drawHeading(canvas, slide.heading, room, pen);
  drawExhibit(canvas, room, slide.exhibit, slide.alt, pen);
  drawFoot(canvas, disclaimer, number, sheet);
  return canvas;
}
