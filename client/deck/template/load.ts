import { idsIn, type KeptPart, keepXmlPart, keptRelationships } from '../package/keep-part.ts';
import { type PackageReader, readPackage } from '../package/package-reader.ts';
import { countTags, type Element, elements, find, numberOf } from '../package/xml.ts';
import { check, TemplateRefused } from '../refusal.ts';
import type { ColorScheme } from './color.ts';
import { readTheme, type Theme } from './theme.ts';

/** Loads the kept parts of a file: presentation, masters, layouts, themes and the parts that these use. Inflates nothing else. */

type XmlPart = KeptPart & { content: Element };

export interface Layout {
  part: XmlPart;
  name: string;
  type: string | undefined;
  master: Master;
  /** The count of the file's slides that use the layout. */
  uses: number;
  scheme: ColorScheme;
}

export interface Master {
  part: XmlPart;
  theme: Theme;
  scheme: ColorScheme;
  layouts: Layout[];
}

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

/** A layout with so many tags is not offered for slides. */
const hugeLayout = 20_000;

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

/** Collects parts by following the relationships that are kept. A part is read once, so that circles end. */
class Collection {
  readonly parts = new Map<string, KeptPart>();
  readonly #source: PackageReader;

  constructor(source: PackageReader) {
    this.#source = source;
  }

  /** Keeps an XML part and everything that it leads to, except masters and layouts, which their lists decide. */
  xml(path: string, types?: ReadonlySet<string>): XmlPart {
    const before = this.parts.get(path.toLowerCase());
    if (before?.content) return before as XmlPart;
    const part = keepXmlPart(this.#source, path, types);
    this.parts.set(path.toLowerCase(), part);
    this.#follow(part.relationships);
    return part;
  }

  /**
   * Keeps a layout as it is, without reading it, if it is nothing but a huge drawing. Returns false for any other layout.
   * A layout with a relationship that is not kept has to be read.
   */
  isCopied(path: string): boolean {
    if (this.parts.has(path.toLowerCase()) || countTags(this.#source.bytes(path)) < hugeLayout)
      return false;
    const relationships = keptRelationships(this.#source, path);
    if (relationships.length < this.#source.relationships(path).length) return false;
    const type = this.#source.typeOf(path) ?? '';
    this.parts.set(path.toLowerCase(), {
      path,
      type,
      content: null,
      relationships,
      isChanged: false,
    });
    this.#follow(relationships);
    return true;
  }

  #follow(relationships: KeptPart['relationships']): void {
    for (const { type, target } of relationships) {
      if (type === 'image' || type === 'hdphoto' || type === 'font') this.#bytes(target);
      if (type === 'theme' || type === 'themeOverride') this.xml(target);
    }
  }

  #bytes(path: string): void {
    if (this.parts.has(path.toLowerCase())) return;
    const type = this.#source.typeOf(path) ?? 'application/octet-stream';
    this.parts.set(path.toLowerCase(), {
      path,
      type,
      content: null,
      relationships: [],
      isChanged: false,
    });
  }
}

const targetsOf = ({ relationships }: KeptPart, type: string) =>
  relationships.filter((relationship) => relationship.type === type);

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

const attributesOf = (element: Element | undefined) =>
  new Map(Object.entries(element?.attributes ?? {}));

/** Removes the relationships and list entries of layouts that are not there, and reads the layouts that are. */
function readLayouts(
  collection: Collection,
  master: Master,
  uses: ReadonlyMap<string, number>,
): Layout[] {
  const { part } = master;
  const byId = new Map(targetsOf(part, 'slideLayout').map(({ id, target }) => [id, target]));
  const list = find(part.content, 'sldLayoutIdLst');
  if (list) {
    const seen = new Set<string>();
    const before = elements(list).length;
    list.children = elements(list, 'sldLayoutId').filter(({ attributes }) => {
      const target = byId.get(attributes['r:id'] ?? '');
      if (!target || seen.has(target)) return false;
      seen.add(target);
      return true;
    });
    part.isChanged ||= list.children.length < before;
  }
  const listed = new Set(idsIn(part.content, 'sldLayoutIdLst'));
  part.relationships = part.relationships.filter(
    ({ id, type }) => type !== 'slideLayout' || listed.has(id),
  );
  const paths = [...listed].flatMap((id) => byId.get(id) ?? []);
  const readable = paths.filter((path) => !collection.isCopied(path));
  const chosen = readable.length > 0 ? readable : paths.slice(0, 1);
  return chosen.map((path) => {
    const layout = collection.xml(path);
    const overriding = find(layout.content, 'clrMapOvr', 'overrideClrMapping');
    const override = targetsOf(layout, 'themeOverride')[0]?.target;
    const places = override
      ? readTheme(collection.xml(override), master.theme).places
      : master.theme.places;
    const map = overriding ? attributesOf(overriding) : master.scheme.map;
    return {
      part: layout,
      name: (find(layout.content, 'cSld')?.attributes.name ?? '').slice(0, 100),
      type: layout.content.attributes.type,
      master,
      uses: uses.get(path.toLowerCase()) ?? 0,
      scheme: { places, map },
    };
  });
}

function readMaster(
  collection: Collection,
  path: string,
  uses: ReadonlyMap<string, number>,
): Master {
  const part = collection.xml(path);
  const themePath = targetsOf(part, 'theme')[0]?.target;
  check(themePath !== undefined, 'damaged', path);
  const theme = readTheme(collection.xml(themePath));
  const map = attributesOf(find(part.content, 'clrMap'));
  const master: Master = { part, theme, scheme: { places: theme.places, map }, layouts: [] };
  master.layouts = readLayouts(collection, master, uses);
  return master;
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
