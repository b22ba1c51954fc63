import type { Box, TitlePlace } from '../description.ts';
import { grown, intersection, largestFree, overlap, slideBox } from './free-area.ts';
import { type FurniturePiece, isOpaque, type LayoutShapes } from './furniture.ts';
import { divide, type SlideGround } from './obstacles.ts';

/** The text of a title keeps this distance from furniture above and below it, in shares of the slide. */
const gap = 0.008;
/** The text keeps this distance from furniture beside it, and from the slide's edge where the title's box reaches over it. */
const sideGap = 0.02;
/** A room narrower than this share of the title's box is no room. */
const leastWidth = 0.42;

/** Returns the part of a title that lies on the last panel under it, so that no line of text crosses the panel's edge. */
function withinPanel(
  inside: Box,
  ground: readonly FurniturePiece[],
  { leastHeight }: { leastHeight: number },
): Box {
  const panel = ground.findLast(({ fill, shape }) => isOpaque(fill) && shape.rotation === 0);
  if (!panel) return inside;
  const part = intersection(inside, grown(panel.shape.box, -gap, -gap));
  return part.height >= leastHeight ? part : inside;
}

/**
 * Returns the part of a title's box on which no furniture lies: beside a logo, over a line or under a band. Returns the whole
 * box where too little of it is free.
 * @param slide with `band`, the part of the box that a picture's band leaves, and `busy`, the boxes in which pictures show
 * something.
 */
export function titleRoom(
  title: TitlePlace,
  { pieces }: LayoutShapes,
  slide: SlideGround & { leastHeight: number; band: Box; busy: readonly Box[] },
): Box {
  const { ground, obstacles: furniture } = divide(pieces, title.inside, slide);
  const { x, width } = title.inside;
  const isOnSlide = x >= 0 && x + width <= 1;
  const onSlide = intersection(slide.band, isOnSlide ? slideBox : grown(slideBox, -sideGap, 0));
  const inside = withinPanel(intersection(title.inside, onSlide), ground, slide);
  const obstacles = [...furniture, ...slide.busy]
    .filter((box) => overlap(inside, box) > 0)
    .map((box) => grown(box, sideGap, gap));
  const room = largestFree(inside, obstacles);
  const isRoomy = room.height >= slide.leastHeight && room.width >= inside.width * leastWidth;
  return isRoomy ? room : inside;
}

/** Where a slide looks for room for its own title, and the height of that title, in shares of the slide. */
const highest: Box = { x: 0.05, y: 0.04, width: 0.9, height: 0.3 };
const ownHeight = 0.13;

/** Returns the place of a slide's own title, on a layout without one: at the top, under the furniture that is there. */
export function ownTitleBox({ pieces }: LayoutShapes, slide: SlideGround): Box {
  const obstacles = divide(pieces, highest, slide).obstacles.map((box) => grown(box, gap, gap));
  const room = largestFree(highest, obstacles);
  const isRoomy = room.height >= ownHeight / 2 && room.width >= highest.width * leastWidth;
  const base = isRoomy ? room : highest;
  return { ...base, height: Math.min(ownHeight, base.height) };
}
