import type { Box, Paint } from '../description.ts';
import { coveredParts } from './coverage.ts';
import {
  areaOf,
  grown,
  intersection,
  largestFree,
  overlap,
  slideBox,
  without,
} from './free-area.ts';
import { type FurniturePiece, isOpaque, isVisible, type LayoutShapes } from './furniture.ts';
import type { Layout } from './masters.ts';
import { footersOf, isContent, isTitle, typeOf } from './placeholders.ts';
import { distance, mix } from './rgb.ts';
import { around, type PlacedShape } from './shape-tree.ts';
import { strokesOf } from './strokes.ts';

/**
 * Finds the place of the exhibit: the body placeholder of layout or master, less the room that title, footers, and the
 * pictures, bands and texts of both take.
 */

/** A shape that covers this share of the body is its ground, and no obstacle. */
const groundShare = 0.6;
/** A piece this large, in shares of the slide, is ground if the template's body lies over a third of it. */
const [largePiece, bodyShare] = [0.08, 0.33];
/** Two colours nearer than this in OKLab look alike: a shape in almost the colour of its ground is decoration. */
const alike = 0.1;
/** Two colours nearer than this are a quiet pattern, on which one can write. */
const quiet = 0.25;
/** The free space around obstacles, in shares of the slide. */
const gap = 0.012;
/** A body placeholder smaller than this holds a line of text, and no exhibit. */
const leastBody = 0.1;
/** The margins of a slide whose placeholders leave no useful area. */
const margins: Box = { x: 0.045, y: 0.04, width: 0.91, height: 0.92 };
/** A placeholder of which less than this share lies on the slide was made for another size of slide, or is hidden. */
export const leastShown = 0.95;
/** No exhibit comes nearer to the slide's edges, even where a placeholder does. */
const edges: Box = { x: 0.025, y: 0.025, width: 0.95, height: 0.95 };

/** Says whether a placeholder of a layout is for more than a line of text. One without a place has that of the master's body. */
export const isBody = (shape: PlacedShape): boolean =>
  isContent(shape) && (!shape.box || areaOf(shape.box) >= leastBody);

export interface ContentArea {
  box: Box;
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

export interface SlideGround {
  /** Width over height. */
  ratio: number;
  background: Paint;
}

/** Returns the largest body placeholder of the layout, else that of the master. */
function bodyOf({ ofLayout, ofMaster }: LayoutShapes): Box | undefined {
  const masterBody = ofMaster.find(
    ({ placeholder }) => placeholder && typeOf(placeholder) === 'body',
  )?.box;
  const bodies = ofLayout.filter(isContent).flatMap((shape) => shape.box ?? masterBody ?? []);
  const [largest] = bodies
    .filter((box) => areaOf(box) >= leastBody)
    .toSorted((one, other) => areaOf(other) - areaOf(one));
  return largest ?? masterBody;
}

/** Returns the colour of a paint in its middle; undefined for a picture. */
function middleOf(paint: Paint): { hex: string; opacity: number } | undefined {
  if (paint.kind === 'solid') return paint.color;
  if (paint.kind !== 'gradient') return;
  const strongest = paint.stops.toSorted(
    (one, other) => other.color.opacity - one.color.opacity,
  )[0];
  return strongest?.color;
}

/** Says whether a colour on the background looks like the background. */
function isPale(
  color: { hex: string; opacity: number } | undefined,
  background: Paint,
  most = alike,
): boolean {
  const under = middleOf(background);
  if (!color || !under) return false;
  return distance(mix(under.hex, color.hex, color.opacity), under.hex) < most;
}

/** Says whether a piece is a slanted text across the slide, as "Draft", over which one writes. */
const isWatermark = ({ shape, fill, lines }: FurniturePiece): boolean =>
  lines.length > 0 && fill.kind === 'none' && Math.abs(shape.rotation % 90) > 1;

/** Returns the boxes in which a piece is in the way. Lines count as their strokes. */
function obstaclesOf(piece: FurniturePiece, { background, ratio }: SlideGround): readonly Box[] {
  const { shape, fill, outline, lines } = piece;
  const box = intersection(around(shape, ratio), slideBox);
  if (isWatermark(piece)) return [];
  if (['pic', 'graphicFrame'].includes(shape.element.local) || lines.length > 0) return [box];
  const isFilled =
    fill.kind === 'picture' || (fill.kind !== 'none' && !isPale(middleOf(fill), background));
  if (isFilled) return coveredParts(shape, ratio);
  if (!outline || isPale(outline.color, background)) return [];
  return strokesOf(shape).map((stroke) => intersection(stroke, slideBox));
}

/** Says whether the template's own body lies over a piece, so that the piece is meant to be written on. */
function isGround(
  { shape, fill, lines }: FurniturePiece,
  box: Box,
  body: Box,
  { background, ratio }: SlideGround,
  isTemplatesBody: boolean,
): boolean {
  const isEmpty =
    fill.kind === 'none' && shape.element.local !== 'pic' && shape.element.local !== 'graphicFrame';
  if (isEmpty || lines.length > 0) return false;
  const parts = coveredParts(shape, ratio);
  const shared = parts.reduce((sum, part) => sum + overlap(part, body), 0);
  // A band in a strong colour is in the way, also where the body reaches over its edge.
  const isQuiet =
    !['solid', 'gradient'].includes(fill.kind) || isPale(middleOf(fill), background, quiet);
  const isUnder =
    isTemplatesBody && isQuiet && areaOf(box) >= largePiece && shared / areaOf(box) >= bodyShare;
  return shared / areaOf(body) >= groundShare || isUnder;
}

/**
 * Divides the pieces into the pieces under a text area and the pieces in its way.
 * @param isTemplatesBody whether the template itself puts text into the area.
 */
export function divide(
  pieces: readonly FurniturePiece[],
  body: Box,
  slide: SlideGround,
  isTemplatesBody = false,
) {
  const ground: FurniturePiece[] = [];
  let obstacles: Box[] = [];
  for (const piece of pieces.filter(isVisible)) {
    const box = intersection(around(piece.shape, slide.ratio), slideBox);
    if (isGround(piece, box, body, slide, isTemplatesBody)) {
      ground.push(piece);
      // What a ground covers is no longer seen.
      const covers = isOpaque(piece.fill) && coveredParts(piece.shape, slide.ratio).length === 1;
      if (covers) obstacles = obstacles.flatMap((other) => without(other, box));
    } else obstacles.push(...obstaclesOf(piece, slide));
  }
  return { ground, obstacles };
}

/** Returns the box of the last ground that is a panel of its own colour, within which the content stays. */
export function panelOf(
  ground: readonly FurniturePiece[],
  body: Box,
  { background, ratio }: SlideGround,
): Box | undefined {
  const panels = ground.filter(({ fill, shape }) => {
    return (
      isOpaque(fill) &&
      !isPale(middleOf(fill), background) &&
      overlap(shape.box, body) / areaOf(body) >= groundShare
    );
  });
  const last = panels.at(-1);
  return last && grown(around(last.shape, ratio), -gap, -gap);
}

/** Returns the content area of a layout. */
export function contentArea(
  shapes: LayoutShapes,
  slide: SlideGround & { title: TitleRoom },
): ContentArea {
  const { pieces } = shapes;
  const taken = footersOf(shapes).map(({ box }) => box);
  const free = (base: Box, isTemplatesBody: boolean): ContentArea => {
    const { ground, obstacles } = divide(pieces, base, slide, isTemplatesBody);
    const panel = panelOf(ground, base, slide);
    const within = panel ? intersection(base, panel) : base;
    const all = [...obstacles, ...taken].map((box) => grown(box, gap, gap));
    all.push(grown(slide.title.box, 0, gap / 2));
    return { box: largestFree(within, all), ground };
  };
  const body = bodyOf(shapes);
  const isShown = body && overlap(body, slideBox) > areaOf(body) * leastShown;
  // The body of a layout leaves room for the layout's title.
  const isMeant = isShown && !slide.title.isMoved;
  const first = isMeant ? free(intersection(body, edges), true) : undefined;
  if (first && areaOf(first.box) >= 0.3) return first;
  return free(margins, false);
}

/** Says whether the middle of a placeholder is in the middle half of an area, and not at its top or foot as a subtitle or a footnote. */
function isInMiddle({ y, height }: Box, area: Box): boolean {
  const at = (y + height / 2 - area.y) / area.height;
  return at > 0.25 && at < 0.75;
}

/** Says whether only covers have such a placeholder: a centred title, a subtitle, or a picture of half a slide and more. */
const isOfCover = ({ placeholder, box }: PlacedShape): boolean =>
  ['ctrTitle', 'subTitle'].includes(typeOf(placeholder)) ||
  (typeOf(placeholder) === 'pic' && box !== undefined && areaOf(box) > 0.5);

/** What a layout is worth less: without a title that slides use, with slides that hide its drawing, with a title that is hard to use. */
const penalties = { noTitle: 1, hidden: 2, poorTitle: 0.3 };
/** A title with its middle below this share of the slide, or narrower than this share, is that of a divider or a caption. */
const [lowTitle, narrowTitle] = [0.3, 0.5];

/** Returns what a layout is worth less because of its title; 0 for a title at the top of the slide. */
export function titlePenalty(
  { ofLayout, isFurnitureHidden }: LayoutShapes,
  { box, isOwn, isMoved }: TitleRoom,
): number {
  if (isFurnitureHidden) return penalties.hidden;
  if (isMoved || !ofLayout.some(isTitle)) return penalties.noTitle;
  const isPoor = isOwn || box.y + box.height / 2 > lowTitle || box.width < narrowTitle;
  return isPoor ? penalties.poorTitle : 0;
}

/** Returns how well a layout suits a title with an exhibit. @param box its content area. */
export function suitability(
  layout: Layout,
  shapes: LayoutShapes,
  box: Box,
  title: TitleRoom,
): number {
  const { ofLayout } = shapes;
  const area = areaOf(box) * Math.min(1, box.height / 0.45) * Math.min(1, box.width / 0.6);
  const contents = ofLayout.filter(isBody).length;
  const isOpening =
    ['title', 'secHead', 'vertTx', 'vertTitleAndTx', 'picTx'].includes(layout.type ?? '') ||
    ofLayout.some(isOfCover);
  // A layout with small placeholders in the middle of the area is a form or a cover.
  const isFree =
    contents === 0 &&
    !ofLayout.some((shape) => isContent(shape) && shape.box && isInMiddle(shape.box, box)) &&
    layout.type !== 'blank' &&
    !isOpening;
  const bonus = isOpening
    ? -0.5
    : layout.type === 'titleOnly'
      ? 0.6
      : isFree
        ? 0.3
        : contents === 1
          ? 0.2
          : 0;
  return area + bonus - titlePenalty(shapes, title);
}
