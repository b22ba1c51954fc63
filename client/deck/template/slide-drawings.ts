import { shrunk } from '../fit-title.ts';
import type { SlideSource, XmlPart } from '../package/collection.ts';
import { officeRelationships } from '../package/package-writer.ts';
import {
  descendants,
  type Element,
  elements,
  find,
  numberOf,
  serialize,
  textIn,
} from '../package/xml.ts';
import { isTrue } from './is-true.ts';
import { type LoadedTemplate, layoutOf } from './load.ts';
import type { Layout } from './masters.ts';
import { isTitle } from './placeholders.ts';
import { type PlacedShape, placedShapes } from './shape-tree.ts';
import { lowTitle } from './suitability.ts';
import { bodyOf, insideOf } from './text-style.ts';
import { leastSize, type TitleSpot } from './title.ts';

/**
 * Finds what most of the file's slides have alike: a logo that somebody drew on each slide, or on the layouts of most slides,
 * and not on the master; or a text box in which each slide has its title.
 */

/** The slides that are read at most, and the bytes of their XML. */
const [mostSlides, mostBytes] = [24, 400_000];
const newBudget = () => ({ bytes: 2 * mostBytes, tags: 40_000, attributes: 80_000 });
/** So many of the slides that are read must draw a thing, and such a share of them. */
const [leastSlides, leastShare] = [4, 0.6];
/** Two drawings are at the same place if they differ by less than this part of the slide's width. */
const hair = 1 / 200;

/** What is copied of each kind of drawing. Texts, charts, tables, objects and descriptions are not. */
const copied: Readonly<Record<string, readonly string[]>> = {
  sp: ['spPr', 'style'],
  cxnSp: ['spPr', 'style'],
  pic: ['blipFill', 'spPr', 'style'],
  grpSp: ['grpSpPr', 'sp', 'cxnSp', 'pic', 'grpSp'],
};
/** What the properties of a drawing may hold. A placeholder, a film and a sound are no drawings. */
const mayHold = new Set(['custDataLst', 'extLst']);

type PathOf = (id: string) => string;

/** Copies properties with the paths of pictures in place of ids. Of extensions, only the vector form of a picture is copied. */
function copyOf(element: Element, pathOf: PathOf): Element {
  const attributes: Element['attributes'] = {};
  for (const name in element.attributes) {
    const value = element.attributes[name] ?? '';
    if (name === 'r:embed') attributes[name] = pathOf(value);
    else if (!name.includes(':') || name.startsWith('xmlns')) attributes[name] = value;
  }
  const isList = element.local === 'extLst';
  const children = elements(element).filter((child) => !isList || find(child, 'svgBlip'));
  return { ...element, attributes, children: children.map((child) => copyOf(child, pathOf)) };
}

/**
 * Copies a drawing without names, links and labels. The copy of a group has no shapes with a text. Returns undefined if the
 * element is a shape with a text, or no drawing.
 */
function drawingOf(element: Element, pathOf: PathOf): Element | undefined {
  const names = copied[element.local];
  const [properties] = elements(element);
  if (!names || !properties) return;
  const label = find(properties, 'cNvPr');
  const isOther =
    elements(find(properties, 'nvPr')).some(({ local }) => !mayHold.has(local)) ||
    elements(label).some(({ attributes }) => attributes.action) ||
    isTrue(label?.attributes.hidden) ||
    textIn(find(element, 'txBody')).trim() !== '';
  if (isOther) return;
  const children = elements(element).flatMap((child) => {
    if (!names.includes(child.local)) return [];
    return copied[child.local] ? (drawingOf(child, pathOf) ?? []) : copyOf(child, pathOf);
  });
  const bare = elements(properties).map((child) => ({
    ...child,
    attributes: child === label ? { id: '0', name: 'Drawing' } : {},
    children: [],
  }));
  const { attributes } = copyOf({ ...element, children: [] }, pathOf);
  return { ...element, attributes, children: [{ ...properties, children: bare }, ...children] };
}

/** Lists the pictures that a drawing uses, by their paths; an empty path for a picture that is missing or outside the file. */
export const picturesOf = (drawing: Element): string[] =>
  [...descendants(drawing)].flatMap(({ local, attributes }) =>
    local === 'blip' || 'r:embed' in attributes ? [attributes['r:embed'] ?? ''] : [],
  );

/** Lists the background and the drawings of a part, from back to front, by what they show and where. */
export function drawingsOf(
  { content, relationships }: XmlPart,
  slideWidth: number,
): Map<string, Element> {
  const paths = new Map(relationships.map(({ id, target }) => [id, target]));
  const pathOf: PathOf = (id) => paths.get(id) ?? '';
  const slide = find(content, 'cSld');
  const declared = Object.entries(content.attributes).filter(([name]) => name.startsWith('xmlns'));
  const prefixes = { ...Object.fromEntries(declared), 'xmlns:r': officeRelationships };
  const found = new Map<string, Element>();
  for (const element of [...elements(slide, 'bg'), ...elements(find(slide, 'spTree'))]) {
    const drawing = element.local === 'bg' ? copyOf(element, pathOf) : drawingOf(element, pathOf);
    if (!drawing || picturesOf(drawing).includes('')) continue;
    const key = serialize(drawing).replaceAll(
      / (x|y|cx|cy)="(-?\d+)"/g,
      (_, name, length) => ` ${name}="${Math.round(Number(length) / slideWidth / hair)}"`,
    );
    found.set(key, { ...drawing, attributes: { ...prefixes, ...drawing.attributes } });
  }
  return found;
}

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
function titleSpots(
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

/** Chooses slides from the whole file, the smaller ones where they are large. */
function sampleOf({ slides, collection }: LoadedTemplate): SlideSource[] {
  const step = Math.ceil(slides.length / mostSlides);
  const spread = slides.filter((_, at) => at % step === 0);
  const sizeOf = ({ path }: SlideSource) => collection.sizeOf(path);
  const read = new Set<SlideSource>();
  let left = mostBytes;
  for (const slide of spread.toSorted((one, other) => sizeOf(one) - sizeOf(other))) {
    left -= sizeOf(slide);
    if (left >= 0) read.add(slide);
  }
  return spread.filter((slide) => read.has(slide));
}

/** What most of the file's slides have alike. */
export interface Shared {
  /** From back to front. */
  drawings: [key: string, drawing: Element][];
  /** The place in which they write their titles, in text boxes. */
  spot: TitleSpot | undefined;
}

/**
 * Returns a function that lists the pictures of a layout, by the path of the layout. Shapes differ from layout to layout on
 * purpose.
 */
function layoutPictures({ masters, size }: LoadedTemplate) {
  const parts = new Map(
    masters.flatMap(({ layouts }) => layouts.map(({ part }) => [part.path, part])),
  );
  const known = new Map<XmlPart, Map<string, Element>>();
  return (path = ''): Map<string, Element> => {
    const part = parts.get(path);
    if (!part) return new Map();
    const pictures =
      known.get(part) ??
      new Map([...drawingsOf(part, size.width)].filter(([, { local }]) => local === 'pic'));
    known.set(part, pictures);
    return pictures;
  };
}

/** Returns what most of the file's slides have alike. A slide that cannot be read has nothing. */
export async function sharedBySlides(
  { master }: Layout,
  heading: PlacedShape | undefined,
  loaded: LoadedTemplate,
): Promise<Shared> {
  const ofMaster = new Set(master.layouts.map(({ part }) => part.path));
  const sample = sampleOf(loaded);
  const needed = Math.max(leastSlides, sample.length * leastShare);
  const counts = new Map<string, number>();
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const isShared = (key: string) => (counts.get(key) ?? 0) >= needed;
  const spots = new Map<string, TitleSpot>();
  const slides: Map<string, Element>[] = [];
  const ofLayouts = layoutPictures(loaded);
  const budget = newBudget();
  for (const [at, slide] of sample.entries()) {
    if (Math.max(0, ...counts.values()) + sample.length - at < needed) break;
    const part = await loaded.collection.slide(slide, budget).catch(() => undefined);
    if (!part) continue;
    const drawings = new Map([
      ...ofLayouts(layoutOf(slide)),
      ...drawingsOf(part, loaded.size.width),
    ]);
    // Another master has other shapes on a background. Another colour map gives the colours of a scheme another meaning.
    const isOnMaster = ofMaster.has(layoutOf(slide) ?? '');
    const isAlike = isOnMaster && !find(part.content, 'clrMapOvr', 'overrideClrMapping');
    for (const [key, { local }] of drawings) {
      if (key.includes('schemeClr') ? isAlike : isOnMaster || local !== 'bg') count(key);
    }
    slides.push(drawings);
    for (const [key, spot] of titleSpots(part, loaded.size, heading)) {
      spots.set(key, spot);
      count(key);
    }
  }
  const shared = slides.map((drawings) => [...drawings].filter(([key]) => isShared(key)));
  // One slide gives all of them, so that they lie over each other as the slide draws them.
  const [drawings = []] = shared.toSorted((one, other) => other.length - one.length);
  const titles = [...spots].filter(([key]) => isShared(key)).map(([, spot]) => spot);
  return {
    drawings,
    spot: titles.toSorted((one, other) => (other.size ?? 0) - (one.size ?? 0))[0],
  };
}
