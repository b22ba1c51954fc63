import type { Deck, DeckSlide } from '../content.ts';
import { namespaces } from '../fill/drawing.ts';
import { notesXml, shapeTree } from '../fill/notes.ts';
import { drawSlide } from '../fill/slide.ts';
import type { FittedTitle } from '../fit-title.ts';
import {
  officeTypes,
  type Part,
  type PartRelationship,
  partType,
} from '../package/package-writer.ts';
import { find, serialize } from '../package/xml.ts';
import type { Sheet } from '../sheet.ts';
import type { Design } from '../template/design.ts';
import type { FreePaths } from './free-paths.ts';
import type { NotesMaster } from './notes-master.ts';

/** Writes a slide and the parts that belong to it. */

const workbookType = `${officeTypes}.spreadsheetml.sheet`;

/** Returns the colour map for a slide: a copy of its layout’s map. A slide inherits no map from its layout. */
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

/** Returns a slide with its notes, its charts and their workbooks. @param number its place in the deck, from 1. */
export function slideParts(
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
        type: `${officeTypes}.drawingml.chart+xml`,
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
