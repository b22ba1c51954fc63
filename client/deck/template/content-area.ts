import type { Box } from '../description.ts';
import {
  areaOf,
  grown,
  intersection,
  largestFree,
  overlap,
  slideBox,
  worthOfArea,
} from './free-area.ts';
import { contentsOf, type FurniturePiece, type LayoutShapes } from './furniture.ts';
import { clearance, divide, panelOf, type SlideGround } from './obstacles.ts';
import { footersOf, isContent, masterPlaceholder } from './placeholders.ts';
import type { PlacedShape } from './shape-tree.ts';

/**
 * Finds the place of the exhibit: the body placeholder of layout or master, less the room that title, footers, and the
 * pictures, bands and texts of both take.
 */

/** A body placeholder smaller than this holds a line of text, and no exhibit. */
export const leastBody = 0.1;
/** A body that is worth less than this share of the whole room of the slide is for a few lines of text. */
const leastWorth = 0.5;
/** The margins of a slide whose placeholders leave no useful area. */
const margins: Box = { x: 0.045, y: 0.04, width: 0.91, height: 0.92 };
/** A placeholder of which less than this share lies on the slide was made for another size of slide, or is hidden. */
export const leastShown = 0.95;
/** No exhibit comes nearer to the slide's edges, even where a placeholder does. */
const edges: Box = { x: 0.025, y: 0.025, width: 0.95, height: 0.95 };

/** Says whether a placeholder of a layout is for more than a line of text. One without a place has that of the master's body. */
export const isBody = (shape: PlacedShape): boolean =>
  isContent(shape) && (!shape.box || areaOf(shape.box) >= leastBody);

/** The room on slides with a so-what beside the exhibit. A logo in the lower right corner takes height from the so-what only. */
export interface RoomBeside {
  width: number;
  /** The height of the so-what. The exhibit is as high as the content area. */
  height: number;
}

export interface ContentArea {
  box: Box;
  beside: RoomBeside;
  /** The pieces that lie under the area, from back to front. */
  ground: readonly FurniturePiece[];
}

/** The part of the slide that the title takes. */
export interface TitleRoom {
  box: Box;
  /** True if each slide says the place of its title. */
  isOwn: boolean;
  /** True if the layout has a title that slides do not use, because it leaves too little room. */
  isMoved: boolean;
}

/** Returns a body of the master as far below a title as below the master's own title, where the layout moves the title up. */
function raised(body: Box, own: Box | undefined, title: Box): Box {
  const rise = own ? own.y + own.height - title.y - title.height : 0;
  if (rise <= 0) return body;
  return { ...body, y: body.y - rise, height: body.height + rise };
}

/** Returns the largest body placeholder of the layout, else that of the master. */
function bodyOf(
  shapes: LayoutShapes,
  { title, background }: SlideGround & { title: TitleRoom },
): Box | undefined {
  const masterBody = masterPlaceholder('body', shapes.ofMaster)?.box;
  const bodies = contentsOf(shapes).flatMap((shape) => shape.box ?? masterBody ?? []);
  const [largest] = bodies
    .filter((box) => areaOf(box) >= leastBody)
    .toSorted((one, other) => areaOf(other) - areaOf(one));
  // A picture may show a band or a line between title and body.
  if (largest || !masterBody || background.kind === 'picture') return largest ?? masterBody;
  return raised(masterBody, masterPlaceholder('title', shapes.ofMaster)?.box, title.box);
}

/** A side of the body nearer than this to the title's side, in shares of the slide, was meant to be in line with a title. */
const nearTitle = 0.06;

/** Returns a body that begins at the title, and is as wide if their sides are near, where the slide says the title's place. */
function underTitle(body: Box, { box, isOwn }: TitleRoom): Box {
  if (!isOwn) return body;
  const y = Math.min(body.y, box.y);
  const [end, right] = [body.x + body.width, box.x + box.width];
  const x = body.x - box.x < nearTitle ? Math.min(body.x, box.x) : body.x;
  const to = right - end < nearTitle ? Math.max(end, right) : end;
  return { x, y, width: to - x, height: body.y + body.height - y };
}

/** An area in line with the title may be worth so much less than one beside a logo. */
const worthOfLine = 0.8;

/** Returns the area that begins at the left side of `base`, if it is worth almost as much as the best area. Else returns the best. */
function inLine(best: Box, base: Box, obstacles: readonly Box[]): Box {
  if (best.x === base.x) return best;
  const strip = { ...base, width: best.x - base.x };
  const across = obstacles.map((box) =>
    overlap(box, strip) > 0 ? { ...box, x: base.x, width: base.width } : box,
  );
  const area = largestFree(base, across);
  return worthOfArea(area) > worthOfArea(best) * worthOfLine ? area : best;
}

/** Returns the room up to the right side of `base`, above the highest obstacle that is right of the content area. */
export function roomBeside(
  { x, y, width, height }: Box,
  base: Box,
  obstacles: readonly Box[],
): RoomBeside {
  const right = base.x + base.width;
  const strip = { x: x + width, y, width: right - x - width, height };
  const tops = obstacles.filter((box) => overlap(box, strip) > 0).map((box) => box.y - y);
  return { width: right - x, height: Math.max(0, Math.min(height, ...tops)) };
}

/** The distance of the content from the title's box, in shares of the slide. A title of two lines fills its box. */
const underTitleGap = 0.019;

/**
 * Moves an area that begins right under the title a little down. Only the chosen area moves: the distance would change which
 * of two areas is worth more.
 */
function belowTitle({ box, beside, ground }: ContentArea, title: Box): ContentArea {
  const lower = title.y + title.height + underTitleGap - box.y;
  if (lower <= 0 || lower > underTitleGap || !isOver(title, box)) return { box, beside, ground };
  return {
    box: { ...box, y: box.y + lower, height: box.height - lower },
    beside: { ...beside, height: Math.max(0, beside.height - lower) },
    ground,
  };
}

/** Says whether a box lies over a part of another, at any distance. */
const isOver = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && one.x + one.width > other.x;

/** Returns the content area of a layout. */
export const contentArea = (
  shapes: LayoutShapes,
  slide: SlideGround & { title: TitleRoom },
): ContentArea => belowTitle(roomForContent(shapes, slide), slide.title.box);

/** Returns the room that the title and what the layout draws leave to the content. */
function roomForContent(
  shapes: LayoutShapes,
  slide: SlideGround & { title: TitleRoom },
): ContentArea {
  const { pieces } = shapes;
  const taken = footersOf(shapes).map(({ box }) => box);
  const free = (base: Box, isTemplatesBody: boolean): ContentArea => {
    const { ground, obstacles } = divide(pieces, base, slide, isTemplatesBody);
    const panel = panelOf(ground, base, slide);
    const within = panel ? intersection(base, panel) : base;
    const all = [...obstacles, ...taken].map((box) => grown(box, clearance, clearance));
    all.push(grown(slide.title.box, 0, clearance / 2));
    const box = inLine(largestFree(within, all), within, all);
    return { box, beside: roomBeside(box, within, all), ground };
  };
  const body = bodyOf(shapes, slide);
  const isShown = body && overlap(body, slideBox) > areaOf(body) * leastShown;
  // The body of a layout leaves room for the layout's title.
  const isMeant = isShown && !slide.title.isMoved;
  const first = isMeant
    ? free(intersection(underTitle(body, slide.title), edges), true)
    : undefined;
  // No room of the slide is worth more than the slide without its margins, so that the whole room is not needed here.
  if (first && worthOfArea(first.box) >= areaOf(margins) * leastWorth) return first;
  const whole = free(margins, false);
  if (!first || areaOf(first.box) < 0.3) return whole;
  if (worthOfArea(first.box) >= worthOfArea(whole.box) * leastWorth) return first;
  // A body of a few lines grows with its text.
  const { x, width } = first.box;
  return free({ ...margins, x, width }, false);
}
