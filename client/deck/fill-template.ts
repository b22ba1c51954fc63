import type { Deck } from './content.ts';
import { fitTitles } from './fit-title.ts';
import type { Template } from './open-template.ts';
import { type Part, packageOf } from './package/package-writer.ts';
import { escapeXml } from './package/xml.ts';
import { FreePaths } from './parts/free-paths.ts';
import { keptPart } from './parts/kept-parts.ts';
import { notesMasterOf } from './parts/notes-master.ts';
import { presentationPart, renumber } from './parts/presentation-part.ts';
import { slideParts } from './parts/slide-parts.ts';
import { sheetOf } from './sheet.ts';

/** Writes the file: the parts that were kept, and the slides of the deck. */

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
  const { loaded } = design;
  const { parts, presentation } = loaded;
  const sheet = sheetOf(design, deck.disclaimer);
  renumber(loaded);
  const free = new FreePaths([presentation, ...parts.values()].map(({ path }) => path));
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
  return packageOf(
    [
      { id: 'rId1', type: 'officeDocument', target: presentation.path },
      { id: 'rId2', type: propertiesAddress, target: properties.path },
    ],
    [
      presentationPart(loaded, newSlides, ownNotes),
      ...Array.from(parts.values(), keptPart),
      ...notesMaster.parts,
      ...slides.flat(),
      properties,
    ],
  );
}
