import type { Outline, Paint } from '../description.ts';
import { isTrue } from '../package/is-true.ts';
import { descendants, find } from '../package/xml.ts';
import type { LoadedTemplate } from './load.ts';
import type { Layout } from './masters.ts';
import { fillIn, outlineOf, type PaintContext, paintOf, paintOfReference } from './paint.ts';
import { headingOf, isContent, isTitle } from './placeholders.ts';
import { type PlacedShape, placedShapes } from './shape-tree.ts';
import { linesOf } from './text-style.ts';

/** What master and layout draw behind a slide. */

export interface FurniturePiece {
  shape: PlacedShape & { box: NonNullable<PlacedShape['box']> };
  context: PaintContext;
  fill: Paint;
  outline: Outline | undefined;
  lines: readonly string[];
}

/** The shapes of a layout and of its master. */
export interface LayoutShapes {
  ofMaster: readonly PlacedShape[];
  ofLayout: readonly PlacedShape[];
  /** The layout's title, or the line of text in which the file's slides on this layout have theirs. */
  heading: PlacedShape | undefined;
  pieces: readonly FurniturePiece[];
  /** True if slides hide what master and layout draw, because it covers the place of titles. */
  isFurnitureHidden: boolean;
}

function fillOf({ element, groupFill }: PlacedShape, context: PaintContext): Paint {
  if (element.local === 'pic')
    return paintOf(find(element, 'blipFill'), context) ?? { kind: 'none' };
  if (element.local !== 'sp') return { kind: 'none' };
  const own = fillIn(find(element, 'spPr'));
  if (own?.local === 'grpFill') return paintOf(groupFill, context) ?? { kind: 'none' };
  return (
    paintOf(own, context) ??
    paintOfReference(find(element, 'style', 'fillRef'), context) ?? { kind: 'none' }
  );
}

/** Says whether a piece shows a picture. */
export const showsPicture = ({ shape, fill }: FurniturePiece): boolean =>
  shape.element.local === 'pic' || fill.kind === 'picture';

/** Says whether the text of a piece has a field for the number of the slide. */
export const hasNumber = ({ shape }: FurniturePiece): boolean =>
  [...descendants(shape.element)].some(
    ({ local, attributes }) => local === 'fld' && attributes.type === 'slidenum',
  );

/** Says whether a shape is filled with what the slide's background is filled with. */
const hasBackgroundFill = ({ element }: PlacedShape) => isTrue(element.attributes.useBgFill);

function pieceOf(
  shape: PlacedShape,
  context: PaintContext,
  background: Paint,
): FurniturePiece | undefined {
  const { element, box, placeholder } = shape;
  if (placeholder || !box) return;
  const lines = linesOf(find(element, 'txBody')).filter((line) => line.trim() !== '');
  const outline = outlineOf(find(element, 'spPr'), find(element, 'style'), context);
  const fill = hasBackgroundFill(shape) ? background : fillOf(shape, context);
  return { shape: { ...shape, box }, context, fill, outline, lines };
}

/** Lists what master and layout draw, from back to front. Placeholders are not drawn. */
export function shapesOf(
  layout: Layout,
  { size, slides }: LoadedTemplate,
  contextOf: (part: 'master' | 'layout') => PaintContext,
  background: Paint,
): LayoutShapes {
  const ofMaster = placedShapes(layout.master.part.content, size);
  const ofLayout = placedShapes(layout.part.content, size);
  // Where no slides tell which layouts are used, a layout with one line of text is one with a title.
  const hasHeading =
    layout.uses > 0 || (slides.length === 0 && ofLayout.filter(isContent).length === 1);
  const hidesMaster = ['0', 'false'].includes(layout.part.content.attributes.showMasterSp ?? '');
  const drawn = [
    ...(hidesMaster
      ? []
      : ofMaster.map((shape) => pieceOf(shape, contextOf('master'), background))),
    ...ofLayout.map((shape) => pieceOf(shape, contextOf('layout'), background)),
  ];
  return {
    ofMaster,
    ofLayout,
    heading: hasHeading ? headingOf(ofLayout) : ofLayout.find(isTitle),
    pieces: drawn.filter((piece) => piece !== undefined),
    isFurnitureHidden: false,
  };
}

/** Lists the placeholders of a layout for content. */
export const contentsOf = ({ ofLayout, heading }: LayoutShapes): PlacedShape[] =>
  ofLayout.filter((shape) => shape !== heading && isContent(shape));

/** Returns the shapes for slides that hide what master and layout draw. */
export const withoutFurniture = (shapes: LayoutShapes): LayoutShapes => ({
  ...shapes,
  pieces: [],
  isFurnitureHidden: true,
});

const isSeen = (paint: Paint): boolean => {
  if (paint.kind === 'none') return false;
  if (paint.kind === 'solid') return paint.color.opacity > 0.08;
  if (paint.kind === 'gradient') return paint.stops.some(({ color }) => color.opacity > 0.08);
  return paint.opacity > 0.08;
};

/** A fill of more opacity than this hides what lies under it. */
const hiding = 0.8;

/** Says whether hardly anything is seen through a fill. */
export const isOpaque = (paint: Paint): boolean =>
  paint.kind === 'solid'
    ? paint.color.opacity > hiding
    : paint.kind === 'gradient' && paint.stops.every(({ color }) => color.opacity > hiding);

/** Says whether a piece shows anything. A picture shows even where its format cannot be drawn here. */
export const isVisible = ({ shape, fill, outline, lines }: FurniturePiece): boolean =>
  ['pic', 'graphicFrame'].includes(shape.element.local) ||
  isSeen(fill) ||
  outline !== undefined ||
  lines.length > 0;
