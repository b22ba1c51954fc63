import type { Box } from '../description.ts';
import type { XmlPart } from '../package/collection.ts';
import { officeRelationships } from '../package/package-writer.ts';
import { descendants, type Element, find, isElement, numberOf } from '../package/xml.ts';
import { drawingsOf, picturesOf } from './drawings.ts';
import { areaOf, largestFree, overlap, slideBox, union } from './free-area.ts';
import { type FurniturePiece, isVisible, showsPicture } from './furniture.ts';
import type { LoadedTemplate } from './load.ts';
import { divide } from './obstacles.ts';
import type { Pictures } from './pictures.ts';
import { type RatedLayout, rateLayout } from './rate-layout.ts';
import { sharedBySlides } from './slide-drawings.ts';
import type { TitleSpot } from './title.ts';

/**
 * Draws on the chosen layout what most slides draw alike, where it leaves the places of title and content usable. Titles
 * stand where most slides write theirs.
 */

/** A slide that shares more with others is a form. */
const mostDrawings = 12;
/** The parts of the content area and of the title's box that stay free. A line in the title's box belongs to a text there. */
const leastFree = { area: 0.7, title: 0.5, titleWithLine: 0.95 };
/** A picture under the content that covers less of the slide is content itself. */
const leastGround = 0.9;
/** The part of its box that a group fills at least without its texts. The rest of a text fills less. */
const leastOfGroup = 0.5;

/** Returns the id of the part's relationship to a picture. */
function pictureId(part: XmlPart, target: string): string {
  const { relationships } = part;
  const own = relationships.find((one) => one.type === 'image' && one.target === target);
  if (own) return own.id;
  let id = `rId${relationships.length + 1}`;
  while (relationships.some((one) => one.id === id)) id += '0';
  const address = `${officeRelationships}/image`;
  part.relationships = [
    ...relationships,
    { id, type: 'image', address, target, isExternal: false },
  ];
  return id;
}

/** Draws on a layout. @returns a function that removes the drawing. */
function draw(drawing: Element, part: XmlPart, { collection }: LoadedTemplate): () => void {
  const { relationships } = part;
  const isBackground = drawing.local === 'bg';
  const slide = find(part.content, 'cSld');
  const parent = isBackground ? slide : find(slide, 'spTree');
  if (!parent) return () => {};
  const before = parent.children;
  let id = 0;
  for (const { local, attributes } of descendants(part.content))
    if (local === 'cNvPr') id = Math.max(id, Number(attributes.id) || 0);
  for (const { local, attributes } of descendants(drawing)) {
    if (local === 'cNvPr') attributes.id = String(++id);
    const path = attributes['r:embed'];
    if (path === undefined) continue;
    attributes['r:embed'] = pictureId(part, path);
    collection.keepPicture(path);
  }
  const others = before.filter(
    (child) => !isElement(child) || !['bg', 'extLst'].includes(child.local),
  );
  parent.children = isBackground ? [drawing, ...others] : [...others, drawing];
  return () => {
    parent.children = before;
    part.relationships = relationships;
  };
}

/** Says whether a group still fills its box without its texts. */
function isWhole(
  group: Element,
  pieces: readonly FurniturePiece[],
  { size }: LoadedTemplate,
): boolean {
  const extent = find(group, 'grpSpPr', 'xfrm', 'ext');
  const width = (numberOf(extent, 'cx') ?? 0) / size.width;
  const height = (numberOf(extent, 'cy') ?? 0) / size.height;
  const box = pieces.map((piece) => piece.shape.box).reduce(union);
  return areaOf(box) >= width * height * leastOfGroup;
}

/** Says whether a drawing shows something on a layout, and leaves it usable. */
function suits(
  drawing: Element,
  { chosen, before, after }: { chosen: RatedLayout; before: RatedLayout; after: RatedLayout },
  loaded: LoadedTemplate,
): boolean {
  const { shapes, background, title, titlePanel, area } = after;
  if (drawing.local === 'bg')
    return (
      background.kind !== 'none' && JSON.stringify(background) !== JSON.stringify(before.background)
    );
  const known = new Set(before.shapes.pieces.map((piece) => piece.shape.element));
  const added = shapes.pieces.filter((one) => isVisible(one) && !known.has(one.shape.element));
  if (added.length === 0 || !isWhole(drawing, added, loaded)) return false;
  const isLine = added.every((one) => one.fill.kind === 'none' && !showsPicture(one));
  const isUnderContent = area.ground.some(
    (one) =>
      added.includes(one) && showsPicture(one) && overlap(one.shape.box, slideBox) < leastGround,
  );
  const slide = { ratio: loaded.size.width / loaded.size.height, background };
  const free = (rated: RatedLayout) =>
    areaOf(largestFree(title.box, divide(rated.shapes.pieces, title.box, slide).obstacles));
  const isCut =
    titlePanel !== undefined &&
    divide(added, title.box, slide).obstacles.some((box) => overlap(box, title.box) > 0);
  return (
    !shapes.isFurnitureHidden &&
    !isUnderContent &&
    !isCut &&
    title.isOwn === before.title.isOwn &&
    areaOf(area.box) >= areaOf(chosen.area.box) * leastFree.area &&
    free(after) >=
      free(isLine ? before : chosen) * (isLine ? leastFree.titleWithLine : leastFree.title)
  );
}

/** A title whose edges differ by less than this share of the slide from the layout's title stands in the layout's place. */
const samePlace = 0.02;

/** Says whether slides write their titles at another place than the layout. A text box is another place always. */
function isAnotherPlace({ box, size }: TitleSpot, { title }: RatedLayout): boolean {
  const edges = ({ x, y, width, height }: Box) => [x, y, x + width, y + height];
  const own = edges(title.box);
  return (
    size !== undefined || edges(box).some((edge, at) => Math.abs(edge - (own[at] ?? 0)) > samePlace)
  );
}

/** Returns the chosen layout with what most of the file's slides have alike, if master and layout do not have it already. */
export async function withSlideDrawings(
  best: RatedLayout,
  loaded: LoadedTemplate,
  pictures: Pictures,
): Promise<RatedLayout> {
  const { layout, shapes } = best;
  if (shapes.isFurnitureHidden) return best;
  const { drawings, spot: found } = await sharedBySlides(layout, shapes.heading, loaded);
  const spot = found && isAnotherPlace(found, best) ? found : undefined;
  const rate = () => rateLayout(layout, loaded, pictures, spot);
  const chosen = spot ? rate() : best;
  const own = [layout.part, layout.master.part];
  const ownDrawings = own.flatMap((part) => [...drawingsOf(part, loaded.size.width).keys()]);
  const ownPictures = own.flatMap((part) => part.relationships.map(({ target }) => target));
  let rated = chosen;
  for (const [key, drawing] of drawings.slice(0, mostDrawings)) {
    const used = picturesOf(drawing);
    const isOwnPicture = used.length > 0 && used.every((path) => ownPictures.includes(path));
    if (isOwnPicture || ownDrawings.includes(key)) continue;
    const remove = draw(drawing, layout.part, loaded);
    const after = rate();
    if (suits(drawing, { chosen, before: rated, after }, loaded)) rated = after;
    else remove();
  }
  if (drawings.length === 0) return rated;
  loaded.collection.dropUnreached(loaded.presentation);
  await loaded.collection.readCopies();
  return rated;
}
