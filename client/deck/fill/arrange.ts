import type { DeckSlide } from '../content.ts';
import type { Box } from '../description.ts';
import { breakLines } from '../measure-text.ts';
import { linePitch, type Pen } from './exhibits/style.ts';

/**
 * Divides the content area. In a wide area the so-what stands beside the exhibit, in any other area below the exhibit.
 * Where there is too little room for the least text, the slide leaves out the points of the so-what, from the last one on, and
 * then the so-what. The notes or the title have the same words.
 */

/** The size of text for an area. All lengths are in points. */
export interface AreaStyle {
  size: number;
  isBeside: boolean;
}

/** The largest text in parts of the slide's height. */
const largestText = 16 / 540;
/** The least text, in points, on a slide of at least this height. A lower slide is shown enlarged. */
const [leastText, leastSlide] = [10, 300];

/** Returns the size in points that no text on a slide is smaller than. */
export const leastTextOn = (slideHeight: number): number =>
  leastText * Math.min(1, slideHeight / leastSlide);

export function areaStyle(area: Box, slideHeight: number): AreaStyle {
  const isBeside = area.width >= area.height * 1.25;
  const [columns, rows] = isBeside ? [55, 21.5] : [37, 32];
  const size = Math.min(area.width / columns, area.height / rows, slideHeight * largestText);
  return { size: Math.max(leastTextOn(slideHeight), Math.round(size * 10) / 10), isBeside };
}

/** Where the exhibit, with its heading, and the so-what stand. */
export interface Split {
  exhibit: Box;
  side: Box | null;
}

/** The parts of the area's width: the exhibit, and where the column of the so-what begins. */
const [exhibitShare, sideFrom] = [0.67, 0.738];
/** The part of the area's width at which a hairline parts exhibit and so-what. */
export const sideEdge = 0.714;
/** The least exhibit in sizes of text: narrower, words of its labels would break. */
const leastExhibit = { width: 32, height: 11 };

/**
 * Divides the content area into an exhibit and a so-what. All lengths are in points.
 * @param size the size of the text.
 * @param isBeside true: the so-what stands right of the exhibit. False: it stands below.
 * @param sideHeight the height of the so-what.
 */
export function split(area: Box, size: number, isBeside: boolean, sideHeight: number): Split {
  if (isBeside) {
    const exhibit = { ...area, width: area.width * exhibitShare };
    const x = area.x + area.width * sideFrom;
    const side = { ...area, x, width: area.x + area.width - x, height: sideHeight };
    const hasRoom = exhibit.width >= leastExhibit.width * size && side.width >= 9 * size;
    return hasRoom ? { exhibit, side } : { exhibit: area, side: null };
  }
  const height = area.height - sideHeight - size;
  if (sideHeight === 0 || height < leastExhibit.height * size) return { exhibit: area, side: null };
  const side = { ...area, y: area.y + height + size, height: sideHeight };
  return { exhibit: { ...area, height }, side };
}

/** The text of a so-what with its lines and its height. */
export interface SideText {
  /** The points that have room, with the height of each. */
  points: readonly { text: string; height: number }[];
  /** The height of label and heading. */
  top: number;
  height: number;
}

/**
 * Lays out a so-what in a column.
 * @param large the size of its heading. @param column width and height of the column.
 * @returns null if not even the heading has room.
 */
export function sideText(
  soWhat: NonNullable<DeckSlide['soWhat']>,
  large: number,
  { width, height: room }: { width: number; height: number },
  { size, heading, body }: Pen,
): SideText | null {
  const headingLines = breakLines(soWhat.text, large, width * 0.98, heading.face).length;
  const top = size * linePitch + headingLines * large * linePitch + size * 0.6;
  if (top > room) return null;
  const points: { text: string; height: number }[] = [];
  let height = top;
  for (const text of soWhat.points) {
    const own =
      breakLines(text, size, width * 0.98, body.face).length * size * linePitch + size * 0.8;
    if (height + own > room) break;
    points.push({ text, height: own });
    height += own;
  }
  return { points, top, height };
}

type Sizes = Pick<Pen, 'size' | 'least'>;

/** Returns the size of a small line of text under the content. */
export const smallSize = ({ size, least }: Sizes): number => Math.max(least, size * 0.75);

/** Divides an area into the content and a small line of text under it. */
export function withFoot(area: Box, { size, least }: Sizes): { main: Box; foot: Box } {
  const height = Math.max(least, size * 0.8) * linePitch;
  return {
    main: { ...area, height: area.height - height - size * 0.4 },
    foot: { ...area, y: area.y + area.height - height, height },
  };
}
