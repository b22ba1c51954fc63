import { Collection, targetsOf, type XmlPart } from '../package/collection.ts';
import { idsIn, type KeptPart } from '../package/keep-part.ts';
import { type PackageReader, readPackage } from '../package/package-reader.ts';
import { type Element, elements, find, numberOf } from '../package/xml.ts';
import { check, TemplateRefused } from '../refusal.ts';
import { type Master, readMaster } from './masters.ts';

/** Loads the kept parts of a file: presentation, masters, layouts, themes and the parts that these use. Inflates nothing else. */

export interface LoadedTemplate {
  source: PackageReader;
  presentation: XmlPart;
  /** The slide in English Metric Units. */
  size: { width: number; height: number };
  masters: readonly Master[];
  notesMaster: XmlPart | undefined;
  /** All parts that go into the deck, by path. */
  parts: ReadonlyMap<string, KeptPart>;
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
function mainPart(source: PackageReader): string {
  const main = source.relationships('').find(({ type }) => type === 'officeDocument')?.target;
  check(main !== undefined, 'not_presentation');
  const type = source.typeOf(main) ?? '';
  check(source.has(main), 'damaged', main);
  const isOther = /wordprocessingml|spreadsheetml|ms-word|ms-excel|visio|xps/.test(type);
  check(!isOther, 'not_presentation');
  return main;
}

/** Counts how often the file's slides use each layout. */
function countUses(source: PackageReader, main: string): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { type, target } of source.relationships(main)) {
    if (type !== 'slide' || !source.has(target)) continue;
    const layout = source
      .relationships(target)
      .find((each) => each.type === 'slideLayout')
      ?.target.toLowerCase();
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
function keepProperties(collection: Collection, path: string): void {
  const part = collection.xml(path);
  const { content } = part;
  const before = content.children.length;
  content.children = elements(content).filter(({ local }) => !showSettings.has(local));
  part.isChanged ||= content.children.length < before;
}

/** Reads the parts of a file that make it a template. @throws TemplateRefused */
export function loadTemplate(file: Uint8Array<ArrayBuffer>): LoadedTemplate {
  const source = readPackage(file);
  const main = mainPart(source);
  const collection = new Collection(source);
  const presentation = collection.xml(main, keptByPresentation);
  check(presentation.content.local === 'presentation', 'not_presentation');
  const uses = countUses(source, main);
  const byId = new Map(
    targetsOf(presentation, 'slideMaster').map(({ id, target }) => [id, target]),
  );
  const listed = idsIn(presentation.content, 'sldMasterIdLst').flatMap((id) => byId.get(id) ?? []);
  const paths = [...new Set(listed)];
  const masters = paths
    .map((path) => readMaster(collection, path, uses))
    .filter(({ layouts }) => layouts.length > 0);
  if (masters.length === 0) throw new TemplateRefused('no_master');
  const [notes] = targetsOf(presentation, 'notesMaster');
  const [handout] = targetsOf(presentation, 'handoutMaster');
  const notesMaster = notes && collection.xml(notes.target);
  if (handout) collection.xml(handout.target);
  for (const { target } of targetsOf(presentation, 'tableStyles')) collection.xml(target);
  for (const { target } of targetsOf(presentation, 'presProps')) keepProperties(collection, target);
  return {
    source,
    presentation,
    size: sizeOf(presentation.content),
    masters,
    notesMaster,
    parts: collection.parts,
  };
}
