import type { Box } from '../description.ts';
import { type Element, find } from '../package/xml.ts';
import { leastShown } from './content-area.ts';
import { areaOf, overlap, slideBox } from './free-area.ts';
import type { FurniturePiece, LayoutShapes } from './furniture.ts';
import type { Layout } from './masters.ts';
import { divide, type SlideGround } from './obstacles.ts';
import { fillIn, outlineOf, type PaintContext, paintOf } from './paint.ts';
import { isTitle, type Placeholder, resolvePlaceholder } from './placeholders.ts';
import type { PlacedShape } from './shape-tree.ts';
import { hasSize, textStyleOf } from './text-style.ts';
import { ownTitleBox } from './title-room.ts';

/** Finds the title placeholder of a layout. */

export interface Title extends Placeholder {
  box: Box;
  /**
   * True if each slide of the download says the place and the size of its title: the layout gives titles no place, or the
   * file’s slides write theirs in a text box.
   */
  isOwn: boolean;
  /** True if the layout has a line of text in place of a title. Each slide gives its title the place and the style of that line. */
  isHeading: boolean;
  /** True if the file's slides move the layout's placeholder, so that each slide of the download says its place alone. */
  isElsewhere: boolean;
  /** The size that each slide says, in parts of the slide's height. Undefined where the slides take the size of layout or master. */
  ownSize: number | undefined;
}

/** The place of a title, and its size in parts of the slide's height. A moved placeholder keeps the size of the layout. */
export interface TitleSpot {
  box: Box;
  size: number | undefined;
}

/** The size of a title where the file says none, in parts of the slide's height. */
const usualSize = 0.05;

/** A title in smaller letters or in a lower box, in parts of the slide's height, is a running head. */
export const leastSize = 12 / 540;
const leastHeight = 0.04;
/** A title in a box for one line, narrower than this share of the slide, is a running head too. */
const [oneLine, leastWidth] = [0.09, 0.42];
/** Furniture that covers more than this share of the title's box leaves no room for titles. */
const mostCovered = 0.5;

const titlePlaceholder: Element = {
  name: 'p:ph',
  local: 'ph',
  attributes: { type: 'title' },
  children: [],
};
/** The title of a slide whose layout has none. */
const noTitle = {
  element: { name: 'p:sp', local: 'sp', attributes: {}, children: [] },
  box: undefined,
  rotation: 0,
  flipX: false,
  flipY: false,
  placeholder: titlePlaceholder,
  groupFill: undefined,
};

const styleOf = ({ chain }: Placeholder, { scheme, master }: Layout) =>
  textStyleOf(chain, { scheme, theme: master.theme }, '+mj-lt');

/**
 * Returns the title of a layout.
 * @param defaults the presentation's default text style. @param slideHeight in English Metric Units.
 */
export function titleOf(
  layout: Layout,
  shapes: LayoutShapes,
  slide: SlideGround,
  defaults: Element | undefined,
  slideHeight: number,
): Title {
  const own = shapes.heading;
  const isHeading = own !== undefined && !isTitle(own);
  const resolve = (shape: PlacedShape) =>
    resolvePlaceholder(shape, layout, shapes.ofMaster, defaults);
  const found = resolve(own ?? noTitle);
  const { box } = found;
  const size = (styleOf(found, layout).size * 12_700) / slideHeight;
  const isPlaced =
    own &&
    box &&
    size >= leastSize &&
    box.height >= (box.width < leastWidth ? oneLine : leastHeight) &&
    overlap(box, slideBox) >= areaOf(box) * leastShown;
  if (!isPlaced) return withOwnPlace(isHeading ? resolve(noTitle) : found, shapes, slide);
  // The last style is the default of the file, which is for text boxes.
  const hasSizeAbove = found.chain.slice(0, -1).some(hasSize);
  return {
    ...found,
    element: isHeading ? titlePlaceholder : found.element,
    box,
    isOwn: isHeading,
    isHeading,
    isElsewhere: false,
    ownSize: isHeading ? size : hasSizeAbove ? undefined : usualSize,
  };
}

/** Returns a title that each slide places itself. */
export const withOwnPlace = (
  title: Placeholder,
  shapes: LayoutShapes,
  slide: SlideGround,
): Title => ({
  ...title,
  box: ownTitleBox(shapes, slide),
  isOwn: true,
  isHeading: false,
  isElsewhere: false,
  ownSize: usualSize,
});

/** Returns a title that stands where the file's slides write theirs. */
export const withSpot = (title: Title, { box, size }: TitleSpot): Title =>
  size === undefined
    ? { ...title, box, isElsewhere: true }
    : { ...title, box, isOwn: true, isHeading: false, ownSize: size };

/** Returns the fill and the line that the title's placeholder has; undefined for a placeholder without a fill. */
export function titlePanel(
  { box, shape, masterShape }: Title,
  contextOf: (part: 'master' | 'layout') => PaintContext,
): FurniturePiece | undefined {
  const [element, part] = fillIn(find(shape, 'spPr'))
    ? ([shape, 'layout'] as const)
    : ([masterShape, 'master'] as const);
  const properties = find(element, 'spPr');
  const context = contextOf(part);
  const fill = paintOf(fillIn(properties), context);
  if (!element || !fill || fill.kind === 'none') return;
  return {
    shape: { ...noTitle, element, box },
    context,
    fill,
    outline: outlineOf(properties, find(element, 'style'), context),
    lines: [],
  };
}

/** Says whether furniture covers the place of titles, as the title of a course that stands on each of its pages. */
export function isCovered({ box }: Title, { pieces }: LayoutShapes, slide: SlideGround): boolean {
  const { obstacles } = divide(pieces, box, slide);
  const covered = obstacles.reduce((sum, obstacle) => sum + overlap(obstacle, box), 0);
  return covered > areaOf(box) * mostCovered;
}
