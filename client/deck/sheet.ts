import type { Box, TitlePlace } from './description.ts';
import { areaStyle, leastTextOn, sideEdge, withFoot } from './fill/arrange.ts';
import type { Pen } from './fill/exhibits/style.ts';
import { textWidth } from './measure-text.ts';
import type { Design, Foot } from './template/design.ts';
import { grown, union } from './template/free-area.ts';
import type { Tone } from './template/palette/tone.ts';
import { placeOf } from './template/text-place.ts';
import { typefaceOf, typefaceToken } from './template/text-style.ts';

/** A template as slides are drawn on it: places in points, and styles. Drawing and description start from it. */
export interface Sheet {
  design: Design;
  /** The slide in points. */
  width: number;
  height: number;
  /** Where the content stands. */
  main: Box;
  /** Where the content of slides with a so-what at the right stands, and the height of that so-what. */
  beside: { area: Box; sideHeight: number };
  /** Where the disclaimer stands if the layout's footer placeholder has no room for it. */
  foot: Box | null;
  /** True if the so-what stands right of the exhibit, false if it stands below. */
  isBeside: boolean;
  pen: Pen;
  title: TitlePlace;
  /** The layout's footer placeholder, if it has room for the disclaimer. */
  footer: TitlePlace | null;
  number: TitlePlace | null;
  panel: Box | null;
  toPoints: (box: Box) => Box;
}

function penOf(design: Design, title: TitlePlace, size: number, least: number): Pen {
  const { layout, body, palette } = design;
  const { theme } = layout.master;
  const heading = typefaceToken(design.title.placeholder.chain, '+mj-lt');
  const text = typefaceToken(body, '+mn-lt');
  return {
    tones: palette.tones,
    size,
    least,
    heading: {
      token: heading,
      face: { typeface: typefaceOf(heading, theme), isBold: title.isBold },
    },
    body: { token: text, face: { typeface: typefaceOf(text, theme) } },
  };
}

/** Returns the place of a text in a colour, if one is given. */
const inTone = (place: TitlePlace, tone: Tone | undefined): TitlePlace =>
  tone ? { ...place, color: { hex: tone.hex, opacity: 1 } } : place;

/** Says whether the disclaimer fits the footer placeholder on one line. */
const hasRoom = (footer: TitlePlace, disclaimer: string, width: number): boolean =>
  footer.size >= 6 && textWidth(disclaimer, footer.size, footer) <= footer.inside.width * width;

/** Moves the sides of the area to the sides of the title's text, if they are near. */
function alignedWith({ inside }: TitlePlace, area: Box, width: number): Box {
  const near = width * 0.03;
  const [left, right] = [inside.x * width, (inside.x + inside.width) * width];
  const end = area.x + area.width;
  const x = left >= area.x && left - area.x < near ? left : area.x;
  const to = right <= end && end - right < near ? right : end;
  return { ...area, x, width: to - x };
}

/** Returns the panel around the content, and around the title where that stands on a pattern too. */
function panelOf(
  { palette, title: { isOnPanel } }: Design,
  content: Box,
  title: Box,
  inset: number,
): Box | null {
  if (!palette.needsPanel) return null;
  return grown(isOnPanel ? union(content, title) : content, inset, inset);
}

/** The height of a so-what with all its points, in sizes of the text. */
const leastSide = 18;

/** Returns the area of slides with a so-what at the right, which is wider where a logo leaves room above. */
function besideOf(
  { beside, palette, content }: Design,
  main: Box,
  size: number,
  toArea: (box: Box) => Box,
) {
  const wide = !palette.needsPanel && toArea({ ...content, ...beside });
  const width = wide ? wide.x + wide.width - main.x : main.width;
  const isRoomy = wide && width * sideEdge <= main.width && wide.height >= size * leastSide;
  if (!isRoomy) return { area: main, sideHeight: main.height };
  return { area: { ...main, width }, sideHeight: Math.min(wide.height, main.height) };
}

/** Makes the sheet of a template. @param disclaimer the text that the footer has to hold. */
export function sheetOf(design: Design, disclaimer: string): Sheet {
  const { size } = design.loaded;
  const [width, height] = [size.width / 12_700, size.height / 12_700];
  const toPoints = (box: Box): Box => ({
    x: box.x * width,
    y: box.y * height,
    width: box.width * width,
    height: box.height * height,
  });
  const title = inTone(design.title.place, design.title.tone);
  const small = (foot: Foot | undefined) => {
    const box = foot?.placeholder.box;
    return box ? inTone(placeOf(foot.placeholder, box, design, '+mn-lt'), foot.tone) : null;
  };
  const place = small(design.footer);
  const isRoomy = place && hasRoom(place, disclaimer, width);
  const footer = isRoomy ? place : null;
  const least = leastTextOn(height);
  const inset = design.palette.needsPanel ? least * 0.8 : 0;
  const toArea = (box: Box) => alignedWith(title, grown(toPoints(box), -inset, -inset), width);
  const inner = toArea(design.content);
  const { size: textSize, isBeside } = areaStyle(inner, height);
  const divided = footer ? { main: inner, foot: null } : withFoot(inner, { size: textSize, least });
  return {
    design,
    width,
    height,
    ...divided,
    beside: besideOf(design, divided.main, textSize, toArea),
    isBeside,
    pen: penOf(design, title, textSize, least),
    title,
    footer,
    number: small(design.number),
    panel: panelOf(design, inner, toPoints(title.inside), inset),
    toPoints,
  };
}
