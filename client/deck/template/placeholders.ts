import type { Box } from '../description.ts';
import { type Element, find } from '../package/xml.ts';
import type { Layout } from './masters.ts';
import type { PlacedShape } from './shape-tree.ts';
import { firstLevel, ownStyle, type StyleChain } from './text-style.ts';

/** Finds the placeholders of a layout, with what they inherit from the master. */

export interface Placeholder {
  /** `p:ph` of the layout. A slide repeats its type and number. */
  element: Element;
  shape: Element;
  masterShape: Element | undefined;
  box: Box | undefined;
  chain: StyleChain;
}

export const typeOf = (placeholder: Element | undefined): string =>
  placeholder?.attributes.type ?? 'obj';

const titles = new Set(['title', 'ctrTitle']);
const footers = new Set(['dt', 'ftr', 'sldNum', 'hdr']);

export const isTitle = (shape: PlacedShape): boolean => titles.has(typeOf(shape.placeholder));
export const isFooter = (shape: PlacedShape): boolean => footers.has(typeOf(shape.placeholder));
export const isContent = (shape: PlacedShape): boolean =>
  shape.placeholder !== undefined &&
  !isTitle(shape) &&
  !isFooter(shape) &&
  typeOf(shape.placeholder) !== 'subTitle';

/** A line of text with its middle above this share of the slide, and at least so wide, may be the heading of a layout. */
const [highest, wide] = [0.2, 0.5];

/**
 * Returns the placeholder in which the slides of a layout have their title: its title, else its highest line of text at the
 * top, as many firms make it.
 */
export function headingOf(ofLayout: readonly PlacedShape[]): PlacedShape | undefined {
  const lines = ofLayout.filter(({ placeholder, box }) => {
    if (typeOf(placeholder) !== 'body' || !box) return false;
    return box.y + box.height / 2 <= highest && box.width >= wide;
  });
  const [first] = lines.toSorted((one, other) => (one.box?.y ?? 0) - (other.box?.y ?? 0));
  return ofLayout.find(isTitle) ?? first;
}

/** A footer that keeps this distance from all edges of the slide was made for another size of slide. */
const [fromSides, fromTopAndBottom] = [0.1, 0.25];

/** Lists the footers of a layout with their places, without footers in the middle of the slide. */
export function footersOf({
  ofLayout,
  ofMaster,
}: {
  ofLayout: readonly PlacedShape[];
  ofMaster: readonly PlacedShape[];
}): (PlacedShape & { box: Box })[] {
  return ofLayout.filter(isFooter).flatMap((shape) => {
    const type = typeOf(shape.placeholder);
    const box = shape.box ?? masterPlaceholder(type, ofMaster)?.box;
    if (!box) return [];
    const isInside =
      box.y > fromTopAndBottom &&
      box.y + box.height < 1 - fromTopAndBottom &&
      box.x + box.width > fromSides &&
      box.x < 1 - fromSides;
    return isInside ? [] : [{ ...shape, box }];
  });
}

/** Returns the placeholder of the master from which one of a layout inherits. */
export function masterPlaceholder(
  type: string,
  ofMaster: readonly PlacedShape[],
): PlacedShape | undefined {
  if (titles.has(type)) return ofMaster.find(isTitle);
  if (footers.has(type))
    return ofMaster.find(({ placeholder }) => placeholder && typeOf(placeholder) === type);
  return ofMaster.find(({ placeholder }) => placeholder && typeOf(placeholder) === 'body');
}

const listOf = (type: string) =>
  titles.has(type) ? 'titleStyle' : footers.has(type) ? 'otherStyle' : 'bodyStyle';

/** Resolves a placeholder of a layout. @param defaults the presentation's default text style. */
export function resolvePlaceholder(
  shape: PlacedShape,
  layout: Layout,
  ofMaster: readonly PlacedShape[],
  defaults: Element | undefined,
): Placeholder {
  const type = typeOf(shape.placeholder);
  const parent = masterPlaceholder(type, ofMaster);
  const styles = find(layout.master.part.content, 'txStyles', listOf(type));
  return {
    element: shape.placeholder as Element,
    shape: shape.element,
    masterShape: parent?.element,
    box: shape.box ?? parent?.box,
    chain: [
      ownStyle(shape.element),
      ownStyle(parent?.element),
      firstLevel(styles),
      firstLevel(defaults),
    ],
  };
}
