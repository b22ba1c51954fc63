import type { SlideSource, XmlPart } from '../package/collection.ts';
import { type Element, find } from '../package/xml.ts';
import { drawingsOf } from './drawings.ts';
import { type LoadedTemplate, layoutOf } from './load.ts';
import type { Layout } from './masters.ts';
import type { PlacedShape } from './shape-tree.ts';
import type { TitleSpot } from './title.ts';
import { titleSpots } from './title-spots.ts';

/**
 * Finds what most of the file's slides have alike: a logo that somebody drew on each slide, or on the layouts of most slides,
 * and not on the master; or a text box in which each slide has its title.
 */

/** The slides that are read at most, and the bytes of their XML. */
const [mostSlides, mostBytes] = [24, 400_000];
const newBudget = () => ({ bytes: 2 * mostBytes, tags: 40_000, attributes: 80_000 });
/** So many of the slides that are read must draw a thing, and such a share of them. */
const [leastSlides, leastShare] = [4, 0.6];
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
 * Returns a function that lists the pictures of a layout, by the path of the layout. It leaves out shapes, because layouts
 * have different shapes on purpose.
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
