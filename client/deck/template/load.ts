import {
  Collection,
  type KeptPart,
  type SlideSource,
  targetsOf,
  type XmlPart,
} from '../package/collection.ts';
import { type PackageReader, readPackage } from '../package/package-reader.ts';
import { prune } from '../package/prune.ts';
import { type Element, elements, find, idsIn, numberOf } from '../package/xml.ts';
import { check } from '../refusal.ts';
import { type Master, readMaster } from './masters.ts';

/** Loads the kept parts of a file: presentation, masters, layouts, themes and the parts that these use. */

export interface LoadedTemplate {
  presentation: XmlPart;
  /** The slide in English Metric Units. */
  size: { width: number; height: number };
  masters: readonly Master[];
  notesMaster: XmlPart | undefined;
  /** All parts that go into the deck besides the presentation, by path. */
  parts: ReadonlyMap<string, KeptPart>;
  collection: Collection;
  /** The file's slides, of which only the relationships are read. */
  slides: readonly SlideSource[];
}

const keptByPresentation = new Set([
  'slideMaster',
  'notesMaster',
  'handoutMaster',
  'theme',
  'tableStyles',
  'presProps',
  'font',
]);

/** Finds the main part of the package, which must be a presentation, a template or a show. */
async function mainPart(source: PackageReader): Promise<string> {
  const all = await source.relationships('');
  const main = all.find(({ type }) => type === 'officeDocument')?.target;
  check(main !== undefined, 'not_presentation');
  const type = source.typeOf(main) ?? '';
  check(source.has(main), 'damaged', main);
  const isOther = /wordprocessingml|spreadsheetml|ms-word|ms-excel|visio|xps/.test(type);
  check(!isOther, 'not_presentation');
  return main;
}

/** Lists the file's slides. */
async function slidesOf(source: PackageReader, main: string): Promise<SlideSource[]> {
  const slides: SlideSource[] = [];
  for (const { type, target: path } of await source.relationships(main)) {
    if (type !== 'slide' || !source.has(path)) continue;
    slides.push({ path, relationships: await source.relationships(path) });
  }
  return slides;
}

/** Returns the path of a slide's layout. */
export const layoutOf = ({ relationships }: SlideSource): string | undefined =>
  relationships.find(({ type }) => type === 'slideLayout')?.target;

/** Counts how often the slides use each layout. */
function countUses(slides: readonly SlideSource[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const slide of slides) {
    const layout = layoutOf(slide);
    if (layout) uses.set(layout, (uses.get(layout) ?? 0) + 1);
  }
  return uses;
}

/** The size of a slide where the file names none: 10 by 7.5 inches. */
const defaultSize = { width: 9_144_000, height: 6_858_000 };

function sizeOf(presentation: Element) {
  const size = find(presentation, 'sldSz');
  const [width, height] = [numberOf(size, 'cx'), numberOf(size, 'cy')];
  // PowerPoint allows 1 to 56 inches.
  const holds = [width, height].every(
    (length) => length && length >= 900_000 && length <= 52_000_000,
  );
  return holds && width && height ? { width, height } : defaultSize;
}

/** The settings of a show and of printing, which name slides and custom shows of the file. */
const showSettings = new Set(['showPr', 'htmlPubPr', 'webPr', 'prnPr']);

/** Keeps the presentation's properties without the settings of its show. */
async function keepProperties(collection: Collection, path: string): Promise<void> {
  const { content } = await collection.xml(path);
  content.children = elements(content).filter(({ local }) => !showSettings.has(local));
}

/** The parts of which a presentation has several. Some programs write a second theme, which the schema forbids. */
const several = new Set(['slideMaster', 'font']);

/** Drops masters without a layout, and a second part of one kind. */
function dropUnused(presentation: XmlPart, masters: readonly Master[]): void {
  const used = new Set(masters.map(({ part }) => part.path));
  const { relationships, content } = presentation;
  presentation.relationships = relationships.filter(({ type, target }, at) => {
    if (type === 'slideMaster') return used.has(target);
    return several.has(type) || relationships.findIndex((each) => each.type === type) === at;
  });
  prune(content, new Set(presentation.relationships.map(({ id }) => id)));
}

/** Reads the parts of a file that make it a template. @throws TemplateRefused */
export async function loadTemplate(file: Uint8Array<ArrayBuffer>): Promise<LoadedTemplate> {
  const source = await readPackage(file);
  const main = await mainPart(source);
  const collection = new Collection(source);
  const presentation = await collection.xml(main, keptByPresentation);
  check(presentation.content.local === 'presentation', 'not_presentation');
  const slides = await slidesOf(source, main);
  const uses = countUses(slides);
  const byId = new Map(
    targetsOf(presentation, 'slideMaster').map(({ id, target }) => [id, target]),
  );
  const listed = idsIn(presentation.content, 'sldMasterIdLst').flatMap((id) => byId.get(id) ?? []);
  const masters: Master[] = [];
  for (const path of new Set(listed)) {
    const master = await readMaster(collection, path, uses);
    if (master.layouts.length > 0) masters.push(master);
  }
  check(masters.length > 0, 'no_master');
  const [notes] = targetsOf(presentation, 'notesMaster');
  const [handout] = targetsOf(presentation, 'handoutMaster');
  const notesMaster = notes && (await collection.xml(notes.target));
  if (handout) await collection.xml(handout.target);
  for (const { target } of targetsOf(presentation, 'tableStyles')) await collection.xml(target);
  for (const { target } of targetsOf(presentation, 'presProps'))
    await keepProperties(collection, target);
  dropUnused(presentation, masters);
  collection.dropUnreached(presentation);
  await collection.readCopies();
  return {
    presentation,
    size: sizeOf(presentation.content),
    masters,
    notesMaster,
    parts: collection.parts,
    collection,
    slides,
  };
}
