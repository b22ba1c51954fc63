import { site } from '../../../shared/site.ts';
import { engagementName } from '../sample/engagement.ts';
import type { Look } from '../sample/looks.ts';
import { type SampleSlide, slides } from '../sample/slides.ts';
import { drawSlide } from './draw-slide.ts';
import { emu, namespaces, textProperties } from './drawing.ts';
import {
  disclaimer,
  type LayoutName,
  layoutXml,
  masterXml,
  notesMasterXml,
  notesXml,
  shapeTree,
  slideSize,
} from './master.ts';
import { escapeXml, type Part, packageOf, type Relationship } from './package.ts';
import { speakerNotes } from './speaker-notes.ts';
import { themeXml } from './theme.ts';

/** Makes the sample deck. The build and the browser use the same function, so that both give the same file. */

/** The chosen wording of each title, by the number of its slide; the first where there is none. */
export type Wordings = Readonly<Record<number, number>>;

const types = 'application/vnd.openxmlformats-officedocument';
const partType = (name: string) => `${types}.presentationml.${name}+xml`;
const layoutNames: readonly LayoutName[] = ['Title and chart', 'Table'];

function slideParts(slide: SampleSlide, wording: number | undefined, look: Look): Part[] {
  const { number, layout } = slide;
  const canvas = drawSlide(slide, wording, look);
  const path = `ppt/slides/slide${number}.xml`;
  const notes = `ppt/notesSlides/notesSlide${number}.xml`;
  const charts = canvas.charts.map(({ xml, data }): [Part, Part] => {
    const workbook = `ppt/embeddings/chart${number}.xlsx`;
    return [
      {
        path: `ppt/charts/chart${number}.xml`,
        type: `${types}.drawingml.chart+xml`,
        content: xml,
        relationships: [{ id: 'rId1', type: 'package', target: workbook }],
      },
      { path: workbook, content: data },
    ];
  });
  const relationships: Relationship[] = [
    {
      id: 'rId1',
      type: 'slideLayout',
      target: `ppt/slideLayouts/slideLayout${layoutNames.indexOf(layout) + 1}.xml`,
    },
    { id: 'rId2', type: 'notesSlide', target: notes },
    ...charts.map(([{ path: target }], at) => ({ id: `rId${at + 3}`, type: 'chart', target })),
  ];
  return [
    {
      path,
      type: partType('slide'),
      content: `<p:sld ${namespaces}><p:cSld>${shapeTree(canvas.xml)}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`,
      relationships,
    },
    {
      path: notes,
      type: partType('notesSlide'),
      content: notesXml(speakerNotes(slide, wording)),
      relationships: [
        { id: 'rId1', type: 'notesMaster', target: 'ppt/notesMasters/notesMaster1.xml' },
        { id: 'rId2', type: 'slide', target: path },
      ],
    },
    ...charts.flat(),
  ];
}

function presentation(): Part {
  const { width, height } = slideSize;
  const size = `cx="${emu(width)}" cy="${emu(height)}"`;
  const ids = slides.map(
    ({ number }) => `<p:sldId id="${255 + number}" r:id="rIdSlide${number}"/>`,
  );
  const level = textProperties('a:defRPr', { size: 24, color: 'ink' });
  return {
    path: 'ppt/presentation.xml',
    type: partType('presentation.main'),
    content: `<p:presentation ${namespaces} saveSubsetFonts="1"><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:notesMasterIdLst><p:notesMasterId r:id="rId2"/></p:notesMasterIdLst><p:sldIdLst>${ids.join('')}</p:sldIdLst><p:sldSz ${size}/><p:notesSz cx="6858000" cy="9144000"/><p:defaultTextStyle><a:lvl1pPr>${level}</a:lvl1pPr></p:defaultTextStyle></p:presentation>`,
    relationships: [
      { id: 'rId1', type: 'slideMaster', target: 'ppt/slideMasters/slideMaster1.xml' },
      { id: 'rId2', type: 'notesMaster', target: 'ppt/notesMasters/notesMaster1.xml' },
      { id: 'rId3', type: 'theme', target: 'ppt/theme/theme1.xml' },
      ...slides.map(({ number }) => ({
        id: `rIdSlide${number}`,
        type: 'slide',
        target: `ppt/slides/slide${number}.xml`,
      })),
    ],
  };
}

const theme = (number: number, look: Look): Part => ({
  path: `ppt/theme/theme${number}.xml`,
  type: `${types}.theme+xml`,
  content: themeXml(look),
});

function masterParts(look: Look): Part[] {
  const layouts = layoutNames.map(
    (name, at): Part => ({
      path: `ppt/slideLayouts/slideLayout${at + 1}.xml`,
      type: partType('slideLayout'),
      content: layoutXml(name),
      relationships: [
        { id: 'rId1', type: 'slideMaster', target: 'ppt/slideMasters/slideMaster1.xml' },
      ],
    }),
  );
  return [
    {
      path: 'ppt/slideMasters/slideMaster1.xml',
      type: partType('slideMaster'),
      content: masterXml(
        layouts.map((_, at) => `rId${at + 2}`),
        look,
      ),
      relationships: [
        { id: 'rId1', type: 'theme', target: 'ppt/theme/theme1.xml' },
        ...layouts.map(({ path }, at) => ({
          id: `rId${at + 2}`,
          type: 'slideLayout',
          target: path,
        })),
      ],
    },
    ...layouts,
    {
      path: 'ppt/notesMasters/notesMaster1.xml',
      type: partType('notesMaster'),
      content: notesMasterXml(),
      relationships: [{ id: 'rId1', type: 'theme', target: 'ppt/theme/theme2.xml' }],
    },
    theme(1, look),
    theme(2, look),
  ];
}

/** The document's title, for screen readers and file lists. The file names no person, machine or time. */
const properties: Part = {
  path: 'docProps/core.xml',
  type: 'application/vnd.openxmlformats-package.core-properties+xml',
  content: `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(`${engagementName}: a sample by ${site.name}`)}</dc:title><dc:description>${disclaimer}</dc:description></cp:coreProperties>`,
};

const propertiesType =
  'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties';

/**
 * Makes the eight-slide sample as a PPTX file. The same arguments give the same bytes.
 * @param look colours and typefaces, which stand in the theme alone.
 * @param wordings the titles as chosen; so-what and notes follow them.
 */
export function createDeck(look: Look, wordings: Wordings = {}): Uint8Array<ArrayBuffer> {
  return packageOf(
    [
      { id: 'rId1', type: 'officeDocument', target: 'ppt/presentation.xml' },
      { id: 'rId2', type: propertiesType, target: properties.path },
    ],
    [
      presentation(),
      ...masterParts(look),
      ...slides.flatMap((slide) => slideParts(slide, wordings[slide.number], look)),
      properties,
    ],
  );
}
