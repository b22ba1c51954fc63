import { namespaces } from '../fill/drawing.ts';
import { type Part, partType } from '../package/package-writer.ts';
import { descendants, type Element, elements, find, serialize } from '../package/xml.ts';
import type { LoadedTemplate } from '../template/load.ts';
import { relationshipsOf } from './kept-parts.ts';

/** Writes the part of the presentation: masters, the new slides, and the properties that are kept. */

/** The first id of masters and layouts, which share one range. */
const firstMasterId = 2_147_483_648;

/** Gives masters and layouts new ids, because in some files two have the same. */
export function renumber({ presentation, masters }: LoadedTemplate): void {
  const ofMasters = elements(find(presentation.content, 'sldMasterIdLst'));
  const ofLayouts = masters.flatMap(({ part }) => elements(find(part.content, 'sldLayoutIdLst')));
  for (const [at, { attributes }] of [...ofMasters, ...ofLayouts].entries())
    attributes.id = String(firstMasterId + at);
}

/** The parts of `p:presentation` that are kept after the slide list, in the order of the schema. */
const afterSlides = ['sldSz', 'notesSz', 'embeddedFontLst', 'kinsoku', 'defaultTextStyle'];
const droppedAttributes = ['firstSlideNum', 'removePersonalInfoOnSave', 'bookmarkIdSeed'];

/** A part to which the presentation gets a relationship. */
export interface Link {
  id: string;
  path: string;
}

/**
 * Drops the raised baseline from the style of text boxes, where Keynote writes it. Impress draws each text that inherits it
 * at 58 percent of its size, and ignores the baseline of the text's own style.
 */
function dropRaisedText(presentation: Element): void {
  const style = find(presentation, 'defaultTextStyle');
  for (const { attributes } of style ? descendants(style) : []) delete attributes.baseline;
}

/** Writes the presentation with the new slides. @param notesMaster the new notes master, where the file has none. */
export function presentationPart(
  loaded: LoadedTemplate,
  slides: readonly Link[],
  notesMaster: Link | undefined,
): Part {
  const { presentation } = loaded;
  const root = presentation.content;
  const xml = (name: string) => {
    const element = find(root, name);
    const isEmptyList = name.endsWith('IdLst') && elements(element).length === 0;
    return element && !isEmptyList ? serialize(element) : '';
  };
  const slideList = slides.map(({ id }, at) => `<p:sldId id="${256 + at}" r:id="${id}"/>`).join('');
  // python-pptx writes a notes master without this list. Users report that Keynote then refuses a file with notes.
  const own = presentation.relationships.find(({ type }) => type === 'notesMaster');
  const notesList = `<p:notesMasterIdLst><p:notesMasterId r:id="${(notesMaster ?? own)?.id}"/></p:notesMasterIdLst>`;
  // In some files the name of the size contradicts the size. Users report that Keynote refuses such a file.
  delete find(root, 'sldSz')?.attributes.type;
  dropRaisedText(root);
  const attributes: Element['attributes'] = { ...root.attributes };
  for (const name of droppedAttributes) delete attributes[name];
  const inside = `${xml('sldMasterIdLst')}${notesList}${xml('handoutMasterIdLst')}<p:sldIdLst>${slideList}</p:sldIdLst>${afterSlides.map(xml).join('')}`;
  return {
    path: presentation.path,
    type: partType('presentation.main'),
    content: rooted(root, attributes, inside),
    relationships: [
      ...relationshipsOf(presentation),
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
