import type { Deck, DeckSlide } from './content.ts';
import { namespaces } from './fill/drawing.ts';
import { notesXml, plainNotesMaster, shapeTree } from './fill/notes.ts';
import { drawSlide } from './fill/slide.ts';
import { type FittedTitle, fitTitles } from './fit-title.ts';
import type { Template } from './open-template.ts';
import type { KeptPart } from './package/keep-part.ts';
import { type Part, type PartRelationship, packageOf } from './package/package-writer.ts';
import { type Element, elements, escapeXml, find, serialize } from './package/xml.ts';
import { type Sheet, sheetOf } from './sheet.ts';
import type { Design } from './template/design.ts';
import type { LoadedTemplate } from './template/load.ts';

/** Writes the file: the parts that were kept, and the slides of the deck. */

const types = 'application/vnd.openxmlformats-officedocument';
const partType = (name: string) => `${types}.presentationml.${name}+xml`;
const workbookType = `${types}.spreadsheetml.sheet`;

/** Gives new parts paths that no kept part has. */
class FreePaths {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...taken].map((path) => path.toLowerCase()));
  }

  /** Returns the path with the first free number. */
  take(start: string, end: string, from = 1): string {
    for (let number = from; ; number += 1) {
      const path = `${start}${number}${end}`;
      if (this.#taken.has(path.toLowerCase())) continue;
      this.#taken.add(path.toLowerCase());
      return path;
    }
  }
}

const relationshipsOf = ({ relationships }: KeptPart): PartRelationship[] =>
  relationships.map(({ id, address, target }) => ({ id, type: address, target }));

/** Returns the content of a kept part: as the file stores it, unless it changed or its part of the ZIP file is damaged. */
function contentOf(
  { path, content, isChanged }: KeptPart,
  source: LoadedTemplate['source'],
): Part['content'] {
  if (content && isChanged) return serialize(content);
  try {
    return source.stored(path) ?? source.bytes(path);
  } catch {
    return new Uint8Array();
  }
}

/** Writes a kept part. */
const keptPart = (part: KeptPart, { parts, source }: LoadedTemplate): Part => ({
  path: part.path,
  type: part.type,
  content: contentOf(part, source),
  // Targets are written as the part itself is, because some programs compare paths with regard to case.
  relationships: relationshipsOf(part).map((relationship) => ({
    ...relationship,
    target: parts.get(relationship.target.toLowerCase())?.path ?? relationship.target,
  })),
});

/** Lists the parts that the presentation leads to, by lower-case path. */
function reached(start: KeptPart, parts: ReadonlyMap<string, KeptPart>): Set<string> {
  const found = new Set<string>();
  const waiting = [start];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    for (const { target } of part.relationships) {
      const path = target.toLowerCase();
      const next = parts.get(path);
      if (!next || found.has(path)) continue;
      found.add(path);
      waiting.push(next);
    }
  }
  return found;
}

/** The first id of masters and layouts, which share one range. */
const firstMasterId = 2_147_483_648;

/** Gives masters and layouts new ids where two of a file are the same. */
function renumber({ loaded }: Design): void {
  const { presentation, masters } = loaded;
  const ofMasters = elements(find(presentation.content, 'sldMasterIdLst'));
  const lists = masters.map(({ part }) => ({
    part,
    ids: elements(find(part.content, 'sldLayoutIdLst')),
  }));
  const all = [...ofMasters, ...lists.flatMap(({ ids }) => ids)];
  const numbers = new Set(all.map(({ attributes }) => Number(attributes.id)));
  const isSound =
    numbers.size === all.length && [...numbers].every((number) => number >= firstMasterId);
  if (isSound) return;
  for (const [at, { attributes }] of all.entries()) attributes.id = String(firstMasterId + at);
  for (const { part } of lists) part.isChanged = true;
}

/** The parts of `p:presentation` that are kept, in the order of the schema. */
const beforeSlides = ['sldMasterIdLst', 'notesMasterIdLst', 'handoutMasterIdLst'];
const afterSlides = ['sldSz', 'notesSz', 'embeddedFontLst', 'kinsoku', 'defaultTextStyle'];
const droppedAttributes = ['firstSlideNum', 'removePersonalInfoOnSave', 'bookmarkIdSeed'];

interface NewSlide {
  id: string;
  path: string;
}

/** Returns the relationships of the presentation, except to masters without a layout. */
function keptRelationships({
  loaded: { presentation, masters },
}: Design): KeptPart['relationships'] {
  const used = new Set(masters.map(({ part }) => part.path.toLowerCase()));
  return presentation.relationships.filter(
    ({ type, target }) => type !== 'slideMaster' || used.has(target.toLowerCase()),
  );
}

/** Writes the presentation with the new slides. */
function presentationPart(
  design: Design,
  slides: readonly NewSlide[],
  notesMaster: NewSlide | undefined,
): Part {
  const { presentation } = design.loaded;
  const root = presentation.content;
  const kept = keptRelationships(design);
  const ids = new Set(kept.map(({ id }) => id));
  const xml = (names: readonly string[]) =>
    names.map((name) => {
      const element = find(root, name);
      if (!element) return '';
      const children = elements(element).filter(
        ({ attributes }) => attributes['r:id'] === undefined || ids.has(attributes['r:id']),
      );
      const isList = name.endsWith('IdLst');
      if (isList && children.length === 0) return '';
      return serialize(isList ? { ...element, children } : element);
    });
  const slideList = slides.map(({ id }, at) => `<p:sldId id="${256 + at}" r:id="${id}"/>`).join('');
  const notes = notesMaster
    ? `<p:notesMasterIdLst><p:notesMasterId r:id="${notesMaster.id}"/></p:notesMasterIdLst>`
    : '';
  const attributes: Element['attributes'] = { ...root.attributes };
  for (const name of droppedAttributes) delete attributes[name];
  const [masterList = '', notesList = '', handoutList = ''] = xml(beforeSlides);
  const inside = `${masterList}${notesList || notes}${handoutList}<p:sldIdLst>${slideList}</p:sldIdLst>${xml(afterSlides).join('')}`;
  return {
    path: presentation.path,
    type: partType('presentation.main'),
    content: rooted(root, attributes, inside),
    relationships: [
      ...(keptPart({ ...presentation, relationships: kept }, design.loaded).relationships ?? []),
      ...slides.map(({ id, path }) => ({ id, type: 'slide', target: path })),
      ...(notesMaster
        ? [{ id: notesMaster.id, type: 'notesMaster', target: notesMaster.path }]
        : []),
    ],
  };
}

/** Writes the root of the presentation with its own prefixes, and ours for the slide list. */
function rooted(root: Element, attributes: Element['attributes'], inside: string): string {
  const own = { ...attributes };
  for (const [, name = '', value = ''] of namespaces.matchAll(/(xmlns:\w)="(.*?)"/g))
    own[name] = value;
  const open = serialize({ ...root, attributes: own, children: [] }).slice(0, -2);
  return `${open}>${inside}</${root.name}>`;
}

interface NotesMaster {
  path: string;
  own: KeptPart | undefined;
  parts: readonly Part[];
}

/** Returns the file's own notes master, else a plain one with a copy of the theme. */
function notesMasterOf({ loaded, layout }: Design, free: FreePaths): NotesMaster {
  const own = loaded.notesMaster;
  if (own) return { path: own.path, own, parts: [] };
  const path = free.take('ppt/notesMasters/notesMaster', '.xml');
  const theme = loaded.parts.get(layout.master.theme.path.toLowerCase());
  const themePath = free.take('ppt/theme/theme', '.xml');
  const copy: Part[] = theme ? [{ ...keptPart(theme, loaded), path: themePath }] : [];
  const master: Part = {
    path,
    type: partType('notesMaster'),
    content: plainNotesMaster,
    relationships: [{ id: 'rId1', type: 'theme', target: themePath }],
  };
  return { path, own: undefined, parts: [master, ...copy] };
}

/** Returns the colour map of a slide, which repeats that of its layout, because a slide does not inherit it. */
function colorMapXml({ layout }: Design): string {
  const override = find(layout.part.content, 'clrMapOvr', 'overrideClrMapping');
  if (!override) return '<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>';
  const map = serialize({
    name: 'a:overrideClrMapping',
    local: '',
    attributes: override.attributes,
    children: [],
  });
  return `<p:clrMapOvr>${map}</p:clrMapOvr>`;
}

function slideParts(
  slide: DeckSlide,
  title: FittedTitle,
  number: number,
  deck: Deck,
  sheet: Sheet,
  notesMaster: NotesMaster,
  free: FreePaths,
): [Part, ...Part[]] {
  const canvas = drawSlide(slide, title, number, deck, sheet);
  const path = free.take('ppt/slides/slide', '.xml', number);
  const notes = free.take('ppt/notesSlides/notesSlide', '.xml', number);
  const charts = canvas.charts.map(({ xml, data }): [Part, Part] => {
    const workbook = free.take('ppt/embeddings/workbook', '.xlsx', number);
    return [
      {
        path: free.take('ppt/charts/chart', '.xml', number),
        type: `${types}.drawingml.chart+xml`,
        content: xml,
        relationships: [{ id: 'rId1', type: 'package', target: workbook }],
      },
      { path: workbook, type: workbookType, content: data },
    ];
  });
  const hidden = sheet.design.shapes.isFurnitureHidden ? ' showMasterSp="0"' : '';
  const relationships: PartRelationship[] = [
    { id: 'rId1', type: 'slideLayout', target: sheet.design.layout.part.path },
    { id: 'rId2', type: 'notesSlide', target: notes },
    ...charts.map(([{ path: target }], at) => ({ id: `rId${at + 3}`, type: 'chart', target })),
  ];
  return [
    {
      path,
      type: partType('slide'),
      content: `<p:sld ${namespaces}${hidden}><p:cSld>${shapeTree(canvas.xml)}</p:cSld>${colorMapXml(sheet.design)}</p:sld>`,
      relationships,
    },
    {
      path: notes,
      type: partType('notesSlide'),
      content: notesXml(slide.notes, notesMaster.own),
      relationships: [
        { id: 'rId1', type: 'notesMaster', target: notesMaster.path },
        { id: 'rId2', type: 'slide', target: path },
      ],
    },
    ...charts.flat(),
  ];
}

/** Writes the document's title, for screen readers and file lists. The file names no person, machine or time. */
const propertiesPart = ({ title, description }: Deck, free: FreePaths): Part => ({
  path: free.take('docProps/core', '.xml'),
  type: 'application/vnd.openxmlformats-package.core-properties+xml',
  content: `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title><dc:description>${escapeXml(description)}</dc:description></cp:coreProperties>`,
});

const propertiesAddress =
  'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties';

/** Returns the bytes of a `.pptx`: the template with the slides of the deck. The same arguments give the same bytes. */
export function fillTemplate({ design }: Template, deck: Deck): Uint8Array<ArrayBuffer> {
  const { parts, presentation } = design.loaded;
  const sheet = sheetOf(design, deck.disclaimer);
  renumber(design);
  const free = new FreePaths(Array.from(parts.values(), ({ path }) => path));
  const notesMaster = notesMasterOf(design, free);
  const titles = fitTitles(
    sheet.title,
    deck.slides.map((slide) => slide.titles),
    sheet,
  );
  const slides = deck.slides.flatMap((slide, at) => {
    const title = titles[at];
    return title ? [slideParts(slide, title, at + 1, deck, sheet, notesMaster, free)] : [];
  });
  const taken = new Set(presentation.relationships.map(({ id }) => id));
  const freeId = (start: string) => (taken.has(start) ? `${start}Deck` : start);
  const newSlides = slides.map(([{ path }], at) => ({ id: freeId(`rIdSlide${at + 1}`), path }));
  const ownNotes = notesMaster.own
    ? undefined
    : { id: freeId('rIdNotesMaster'), path: notesMaster.path };
  const properties = propertiesPart(deck, free);
  const used = reached({ ...presentation, relationships: keptRelationships(design) }, parts);
  const kept = [...parts].flatMap(([path, part]) => (used.has(path) ? [part] : []));
  return packageOf(
    [
      { id: 'rId1', type: 'officeDocument', target: presentation.path },
      { id: 'rId2', type: propertiesAddress, target: properties.path },
    ],
    [
      presentationPart(design, newSlides, ownNotes),
      ...kept.map((part) => keptPart(part, design.loaded)),
      ...notesMaster.parts,
      ...slides.flat(),
      properties,
    ],
  );
}
