import { site } from '../../../shared/site.ts';
import { engagementName } from '../sample/engagement.ts';
import { fileTexts } from '../sample/file-texts.ts';
import type { Look } from '../sample/looks.ts';
import { type SampleSlide, sayings, slides, sourceNote } from '../sample/slides.ts';
import { Canvas } from './canvas.ts';
import {
  emu,
  lineBreak,
  namespaces,
  paragraph,
  run,
  type TextStyle,
  textProperties,
} from './drawing.ts';
import { exhibits } from './exhibits/index.ts';
import {
  disclaimer,
  type LayoutName,
  layoutXml,
  masterXml,
  noteSize,
  notesMasterXml,
  notesXml,
  shapeTree,
  slideNumber,
  slideSize,
} from './master.ts';
import { escapeXml, type Part, packageOf, type Relationship } from './package.ts';
import type { TableCell } from './table.ts';
import { type ColorName, onKeyColor, themeXml } from './theme.ts';

/** Makes the sample deck. The build and the browser use the same function, so that both give the same file. */

/** The chosen wording of each title, by the number of its slide; the first where there is none. */
export type Wordings = Readonly<Record<number, number>>;

const types = 'application/vnd.openxmlformats-officedocument';
const partType = (name: string) => `${types}.presentationml.${name}+xml`;
const layoutNames: readonly LayoutName[] = ['Title and chart', 'Table'];

/** A title in its two lines, the part between `*` under the pen. */
function titleRuns(title: string, onKey: ColorName): string {
  const lines = title.split('|').map((line) =>
    line.split('*').map((words, at) => {
      if (!words) return '';
      return at % 2
        ? run(words, { color: onKey, highlight: true, heading: 'inherit' })
        : run(words);
    }),
  );
  return lines.map((runs) => runs.join('')).join(lineBreak);
}

/** Estimates how many lines a text takes. @param letter the average width of a letter, in parts of its height. */
function lineCount(words: string, size: number, width: number, letter: number): number {
  let [lines, length] = [1, 0];
  for (const word of words.split(' ')) {
    const longer = length + (length ? 1 : 0) + word.length;
    const fits = longer * size * letter <= width;
    lines += fits ? 0 : 1;
    length = fits ? longer : word.length;
  }
  return lines;
}

/** The average width of a letter in parts of its height, of the headings we know. */
const letterWidths: Readonly<Record<string, number>> = {
  'STIX Two Text': 0.435,
  'Instrument Sans': 0.49,
  Arial: 0.5,
};
/** Of a heading that we do not know. DejaVu Serif, which stands in on Linux, is as wide. */
const widestLetter = 0.6;

const letterWidth = ({ fonts }: Look) => letterWidths[fonts.heading] ?? widestLetter;

/** The width that must fit on every device. Most devices have Arial, and few have our typefaces. */
const standInWidth = (look: Look) =>
  look.fonts.heading === 'Arial' ? letterWidth(look) : widestLetter;

const label: TextStyle = { size: 21.5, color: 'ink2' };

/** The column at the right: the so-what, and its points under hairlines. */
function drawSide(canvas: Canvas, { soWhat }: SampleSlide, words: string, look: Look): void {
  const letter = letterWidth(look);
  const size = letter < 0.45 ? 29 : 26;
  const style = { size, color: 'ink', heading: true } as const;
  canvas.placeholder(
    'So what',
    'type="body" idx="1"',
    paragraph(run(soWhat.label, label)) + paragraph(run(words, style), { pitch: 36 }),
  );
  canvas.line(890, 225, 890, 651, { color: 'light' });
  const top = { color: 'light' } as const;
  const rows = soWhat.points.map((point) => {
    const lines = lineCount(point, 21.5, 310, 0.45);
    const text = paragraph(run(point, { size: 21.5, color: 'ink' }), { pitch: 28 });
    const cell: TableCell = { text, top, anchor: 't', padding: 8 };
    return { height: 16 + lines * 28, cells: [cell] };
  });
  const y = 227 + 28 + lineCount(words, size, 308, standInWidth(look)) * 36 + 22;
  canvas.table('Points', { x: 918, y }, { columns: [310], rows }, 'Points of the so-what');
}

/** Slide 8 has its decision under the exhibit. */
function drawDecision(canvas: Canvas, { soWhat }: SampleSlide, words: string, look: Look): void {
  const box = { x: 52, y: 615, width: 1176, height: 40 };
  // One line, beside the label.
  const size = Math.min(26, 1030 / (words.length * letterWidth(look)));
  const style = { size, color: 'ink', heading: true } as const;
  const text = run(`${soWhat.label}     `, label) + run(words, style);
  canvas.placeholder('Decision', 'type="body" idx="1"', paragraph(text, { pitch: 36 }), box);
}

function drawSlide(slide: SampleSlide, wording: number | undefined, look: Look): Canvas {
  const { title, soWhat } = sayings(slide, wording);
  const { number, tracker, exhibit } = slide;
  const onKey = onKeyColor(look);
  const canvas = new Canvas();
  canvas.placeholder('Title', 'type="title"', paragraph(titleRuns(title, onKey)));
  canvas.text('Tracker', { x: 52, y: 41, width: 600, height: 28 }, paragraph(run(tracker, label)));
  if (exhibit) {
    const heading =
      run(`${exhibit.title}, `, { size: 21.5, bold: true, color: 'ink' }) +
      run(exhibit.unit, label);
    canvas.text('Heading', { x: 52, y: 227, width: 790, height: 28 }, paragraph(heading));
  }
  exhibits[number]?.(canvas, slide, onKey);
  if (exhibit) drawSide(canvas, slide, soWhat, look);
  else drawDecision(canvas, slide, soWhat, look);
  const note = sourceNote(slide).replace('|', '');
  const noteStyle = { size: noteSize, color: 'ink2' } as const;
  canvas.text('Source', { x: 52, y: 664, width: 640, height: 28 }, paragraph(run(note, noteStyle)));
  canvas.placeholder('Footer', 'type="ftr" sz="quarter" idx="10"', paragraph(run(disclaimer)));
  canvas.placeholder('Slide number', 'type="sldNum" sz="quarter" idx="11"', slideNumber(number));
  return canvas;
}

/** What the speaker notes of a slide say: on which lines its title rests, and how its figures follow. */
export function speakerNotes(slide: SampleSlide, wording?: number): string[] {
  const quotes = sayings(slide, wording).trace.map(({ page, text }) => `p. ${page}: “${text}”`);
  const figures = fileTexts(slide).workings.map(({ shown, sum, result }) => {
    const value = result.toLocaleString('en').replace('-', '−');
    return `${shown}: ${sum} = ${value}`;
  });
  return [
    `The title rests on SOW.pdf, ${quotes.join('; ')}`,
    `How the figures follow: ${figures.join('; ')}.`,
    disclaimer,
  ];
}

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
