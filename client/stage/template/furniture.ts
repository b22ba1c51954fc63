import type { Furniture } from '../sample/looks.ts';
import type { Archive } from './archive.ts';
import { colorOf } from './color.ts';
import { type Tag, tagsOf } from './xml.ts';

/**
 * Reads the furniture of a template: the bars and blocks at the edges of its title layout. Only plain rectangles are
 * read. Placeholders, groups, pictures, turned shapes and fills that are no single colour are left out.
 */

/** The size of a slide in English Metric Units. */
export interface SlideSize {
  width: number;
  height: number;
}

/** A shape as far as it was read. */
interface Shape {
  isPlain: boolean;
  box: Partial<Record<'x' | 'y' | 'cx' | 'cy', number>>;
  /** `#rrggbb`, or the name of a colour of the scheme. */
  fill?: string | undefined;
  /** The fill of the shape's style, which counts where the shape itself says nothing. */
  styleFill?: string | undefined;
}

const mostRectangles = 3;
/** A rectangle within this share of the slide's side from an edge touches the edge. */
const nearEdge = 0.005;
/** A larger share of the slide is its background. */
const largestShare = 0.5;
/** Bytes of a layout that are read. Shapes stand before pictures' data, which is in parts of its own. */
const layoutStart = 200_000;

const otherFills = new Set(['noFill', 'gradFill', 'blipFill', 'pattFill', 'grpFill']);
const changes = new Set([
  'lumMod',
  'lumOff',
  'shade',
  'tint',
  'alpha',
  'satMod',
  'satOff',
  'hueMod',
]);

/** Adds what a tag says about its shape. @param parents the names of the open elements around the tag. */
function note(shape: Shape, tag: Tag, parents: readonly string[]): void {
  const { name, attributes } = tag;
  const parent = parents.at(-1);
  if (name === 'ph' || name === 'custGeom') shape.isPlain = false;
  if (name === 'prstGeom' && attributes.get('prst') !== 'rect') shape.isPlain = false;
  if (name === 'xfrm' && Number(attributes.get('rot') ?? 0) !== 0) shape.isPlain = false;
  if (parent === 'xfrm' && (name === 'off' || name === 'ext')) {
    for (const key of ['x', 'y', 'cx', 'cy'] as const)
      if (attributes.has(key)) shape.box[key] = Number(attributes.get(key));
  }
  if (parent === 'spPr' && otherFills.has(name)) shape.isPlain = false;
  const color = name === 'schemeClr' ? attributes.get('val') : colorOf(tag);
  const isFill = parent === 'solidFill' && parents.at(-2) === 'spPr';
  if (isFill) shape.fill = color;
  if (parent === 'fillRef') shape.styleFill = color;
  // Changed colours are not computed. The shape is left out, because a wrong colour would be worse than no rectangle.
  if (changes.has(name) && parents.includes('solidFill') && !parents.includes('ln'))
    shape.isPlain = false;
}

/** Returns the plain shapes of a layout, in the order in which they are drawn, and the layout's own colour map. */
function shapesOf(bytes: Uint8Array) {
  const shapes: Shape[] = [];
  const map = new Map<string, string>();
  const parents: string[] = [];
  let shape: Shape | undefined;
  for (const tag of tagsOf(bytes, false)) {
    const { name, isOpening, isEmpty, attributes } = tag;
    if (!isOpening) {
      if (name === 'sp' && shape) {
        if (shape.isPlain) shapes.push(shape);
        shape = undefined;
      }
      parents.pop();
      continue;
    }
    if (name === 'sp') shape = { isPlain: !parents.includes('grpSp'), box: {} };
    else if (name === 'overrideClrMapping') for (const [from, to] of attributes) map.set(from, to);
    else if (shape) note(shape, tag, parents);
    if (!isEmpty) parents.push(name);
  }
  return { shapes, map };
}

/** Cuts a span to the slide. @returns its start and its length as shares of the slide. */
function spanOf(start = Number.NaN, length = Number.NaN, whole: number): [number, number] {
  const from = Math.max(0, start / whole);
  return [from, Math.min(1, (start + length) / whole) - from];
}

const touchesEdge = ({ x, y, width, height }: Omit<Furniture, 'color'>) =>
  x <= nearEdge || y <= nearEdge || x + width >= 1 - nearEdge || y + height >= 1 - nearEdge;

/**
 * Reads at most three rectangles of a layout that touch an edge of the slide.
 * @param colorAt returns `#rrggbb` of a colour of the scheme by its name in the layout's colour map.
 * @throws TemplateFailure
 */
export async function readFurniture(
  archive: Archive,
  layout: string,
  { width, height }: SlideSize,
  colorAt: (name: string, map: ReadonlyMap<string, string>) => string | undefined,
): Promise<Furniture[]> {
  const { shapes, map } = shapesOf(await archive.begin(layout, layoutStart));
  const found = shapes.flatMap(({ box, fill, styleFill }) => {
    const [x, wide] = spanOf(box.x, box.cx, width);
    const [y, high] = spanOf(box.y, box.cy, height);
    const name = fill ?? styleFill ?? '';
    const color = name.startsWith('#') ? name : colorAt(name, map);
    const rectangle = { x, y, width: wide, height: high };
    const isSeen = wide > 0 && high > 0 && wide * high <= largestShare;
    return color && isSeen && touchesEdge(rectangle) ? [{ ...rectangle, color }] : [];
  });
  return found.slice(0, mostRectangles);
}

/** The margins of our slides, as shares of its height (top, bottom) or width (sides). No word stands in them. */
const margins = { top: 0.03, bottom: 0.02, side: 0.025 };

/**
 * Fits a rectangle into the margins of our slides, because words must not stand on it. A bar along an edge keeps its
 * length and becomes thinner. A block in a corner becomes a bar along its longer side.
 * @returns null for a band through the middle of the slide, which has no place in the margins.
 */
function inMargin(piece: Furniture): Furniture | null {
  const { x, y, width, height } = piece;
  const isUp = y <= nearEdge;
  const isDown = y + height >= 1 - nearEdge;
  const isLeft = x <= nearEdge;
  const isRight = x + width >= 1 - nearEdge;
  const lies = isUp !== isDown && (isLeft === isRight || width >= height);
  if (lies) {
    const thin = Math.min(height, isUp ? margins.top : margins.bottom);
    return { ...piece, height: thin, y: isUp ? y : y + height - thin };
  }
  if (isLeft === isRight) return null;
  const thin = Math.min(width, margins.side);
  return { ...piece, width: thin, x: isLeft ? x : x + width - thin };
}

/** Returns what our slides show of a template's furniture. */
export const fittedFurniture = (furniture: readonly Furniture[]): Furniture[] =>
  furniture.map(inMargin).filter((piece) => piece !== null);
