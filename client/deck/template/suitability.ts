import type { Box } from '../description.ts';
import { isBody, leastBody, type TitleRoom } from './content-area.ts';
import { areaOf, worthOfArea } from './free-area.ts';
import { contentsOf, type LayoutShapes } from './furniture.ts';
import type { Layout } from './masters.ts';
import { footersOf, typeOf } from './placeholders.ts';
import type { PlacedShape } from './shape-tree.ts';

/** Rates how well a layout suits a title with an exhibit. */

/** Says whether the middle of a placeholder is in the middle half of an area, and not at its top or foot as a subtitle or a footnote. */
function isInMiddle({ y, height }: Box, area: Box): boolean {
  const at = (y + height / 2 - area.y) / area.height;
  return at > 0.25 && at < 0.75;
}

/**
 * Says whether only covers have such a placeholder: a centred title, a line for a subtitle, or a picture of half a slide and
 * more. A larger subtitle is a body, as in files of Google Slides.
 */
function isOfCover({ placeholder, box }: PlacedShape): boolean {
  const type = typeOf(placeholder);
  if (type === 'subTitle') return !box || areaOf(box) < leastBody;
  return type === 'ctrTitle' || (type === 'pic' && box !== undefined && areaOf(box) > 0.5);
}

/** The worth that a layout loses: it has no title for slides, slides hide its drawing, or its title is hard to use. */
const penalties = { noTitle: 1, hidden: 2, poorTitle: 0.3 };
/** A title with its middle below this share of the slide, or narrower than `narrowTitle`, is that of a divider or a caption. */
export const lowTitle = 0.3;
const narrowTitle = 0.5;

/** Returns the worth that a layout loses by its title; 0 for a title at the top of the slide. */
export function titlePenalty(
  { heading, isFurnitureHidden }: LayoutShapes,
  { box, isOwn, isMoved }: TitleRoom,
): number {
  if (isFurnitureHidden) return penalties.hidden;
  if (isMoved || !heading) return penalties.noTitle;
  const isPoor = isOwn || box.y + box.height / 2 > lowTitle || box.width < narrowTitle;
  return isPoor ? penalties.poorTitle : 0;
}

/** The worth that a layout gains or loses by its purpose. */
const bonuses = { opening: -0.5, title: 0.4, freeSpace: 0.3, oneContent: 0.2, other: 0 };
const openingTypes = ['title', 'secHead', 'vertTx', 'vertTitleAndTx', 'picTx'];

/** Returns what a layout was made for. A layout with small placeholders in the middle of the area is a form or a cover. */
function purposeOf({ type = '' }: Layout, shapes: LayoutShapes, area: Box): keyof typeof bonuses {
  if (openingTypes.includes(type) || shapes.ofLayout.some(isOfCover)) return 'opening';
  if (type === 'titleOnly') return 'title';
  const contents = contentsOf(shapes);
  const bodies = contents.filter(isBody).length;
  if (bodies > 0) return bodies === 1 ? 'oneContent' : 'other';
  const isForm = contents.some(({ box }) => box && isInMiddle(box, area));
  return isForm ? 'other' : 'freeSpace';
}

/** The worth that a layout gains by a slide number, which takes about as much of its area. */
const withNumber = 0.12;

/** Returns how well a layout suits a title with an exhibit. @param area its content area. */
export function suitability(
  layout: Layout,
  shapes: LayoutShapes,
  area: Box,
  title: TitleRoom,
): number {
  const hasNumber = footersOf(shapes).some(({ placeholder }) => typeOf(placeholder) === 'sldNum');
  const worth = worthOfArea(area) + bonuses[purposeOf(layout, shapes, area)];
  return worth + (hasNumber ? withNumber : 0) - titlePenalty(shapes, title);
}
