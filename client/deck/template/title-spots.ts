import { shrunk } from '../fit-title.ts';
import type { XmlPart } from '../package/collection.ts';
import { descendants, find, numberOf, textIn } from '../package/xml.ts';
import { hair } from './drawings.ts';
import type { LoadedTemplate } from './load.ts';
import { isTitle } from './placeholders.ts';
import { type PlacedShape, placedShapes } from './shape-tree.ts';
import { lowTitle } from './suitability.ts';
import { bodyOf, insideOf } from './text-style.ts';
import { leastSize, type TitleSpot } from './title.ts';

/** Finds the places where a slide may write its title. */

const hasText = ({ element }: PlacedShape): boolean =>
  textIn(find(element, 'txBody')).trim() !== '';

/** The size of a text that names no size, in points. */
const usualSize = 18;
/** The least width of a text box for a sentence, in sizes of its text. A narrower box holds words. */
const leastLine = 20;

/**
 * Lists the places where a slide may write its title: its title placeholder, if the slide says where that stands. A slide
 * without a title placeholder may write its title in one of its text boxes.
 */
export function titleSpots(
  { content }: XmlPart,
  size: LoadedTemplate['size'],
  heading: PlacedShape | undefined,
): Map<string, TitleSpot> {
  const shapes = placedShapes(content, size).filter(hasText);
  const found = new Map<string, TitleSpot>();
  const number = heading?.placeholder?.attributes.idx;
  const isHeading = ({ placeholder }: PlacedShape) =>
    number !== undefined && placeholder?.attributes.idx === number;
  const titles = shapes.filter((shape) => isTitle(shape) || isHeading(shape));
  const others = shapes.filter(({ placeholder }) => !placeholder);
  for (const { box, element, placeholder, rotation } of titles.length > 0 ? titles : others) {
    if (!box || rotation !== 0 || box.y + box.height / 2 > lowTitle) continue;
    const sizes = [...descendants(element)].map((one) => numberOf(one, 'sz'));
    const points = (sizes.find((one) => one !== undefined) ?? usualSize * 100) / 100;
    const { x, width } = insideOf(box, bodyOf([element]), size);
    const share = (points * 12_700) / size.height;
    const spot = placeholder
      ? { box, size: undefined }
      : { box: { ...box, x, width }, size: share };
    const isLong = width * size.width >= shrunk(points) * leastLine * 12_700;
    const place = [box.x, box.y, box.width, box.height].map((length) => Math.round(length / hair));
    if (isLong && share >= leastSize) found.set(place.join(' '), spot);
  }
  return found;
}
