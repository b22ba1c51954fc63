import type { Furniture, Look } from '../sample/looks.ts';
import {
  type Box,
  bodyProperties,
  fill,
  namespaces,
  outline,
  paragraph,
  position,
  run,
  shapeName,
  textProperties,
} from './drawing.ts';
import { themeColor } from './theme.ts';

/** The slide master and its two layouts: what all slides share. */

export const slideSize = { width: 1280, height: 720 };

/** The footer of each slide. */
export const disclaimer = 'Illustrative. The engagement is invented.';

const places = {
  title: { x: 52, y: 79, width: 1176, height: 106 },
  side: { x: 918, y: 227, width: 308, height: 430 },
  exhibit: { x: 52, y: 262, width: 788, height: 394 },
  footer: { x: 700, y: 664, width: 440, height: 28 },
  number: { x: 1160, y: 664, width: 68, height: 28 },
} as const satisfies Record<string, Box>;

/** The height of a note's letters in pixels. */
export const noteSize = 19;

const group =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';

export const shapeTree = (shapes: string): string => `<p:spTree>${group}${shapes}</p:spTree>`;

function placeholder(id: number, name: string, kind: string, box: Box, text: string, style = '') {
  return `<p:sp><p:nvSpPr>${shapeName(id, name, '')}<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${kind}/></p:nvPr></p:nvSpPr><p:spPr>${position(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody>${bodyProperties()}${style ? `<a:lstStyle>${style}</a:lstStyle>` : ''}${text}</p:txBody></p:sp>`;
}

const noteStyle = (align: string) =>
  `<a:lvl1pPr algn="${align}">${textProperties('a:defRPr', { size: noteSize, color: 'ink2' })}</a:lvl1pPr>`;

const number = `<a:p><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="en-GB"/><a:t>‹#›</a:t></a:fld></a:p>`;

/** Returns the number of a slide as a field, which PowerPoint updates when slides move. */
export const slideNumber = (value: number): string => number.replace('‹#›', String(value));

const line = (id: number, name: string, y: number) =>
  `<p:cxnSp><p:nvCxnSpPr>${shapeName(id, name)}<p:cNvCxnSpPr/><p:nvPr userDrawn="1"/></p:nvCxnSpPr><p:spPr>${position({ x: 52, y, width: 1176, height: 0 })}<a:prstGeom prst="line"><a:avLst/></a:prstGeom>${outline({ color: 'ink' })}</p:spPr></p:cxnSp>`;

const tag = `<p:sp><p:nvSpPr>${shapeName(8, 'Illustrative', '')}<p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr>${position({ x: 1104, y: 37, width: 124, height: 34 })}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/>${outline({ color: 'ink2' })}</p:spPr><p:txBody>${bodyProperties('ctr', false)}${paragraph(run('Illustrative', { size: 21.5, color: 'ink2' }), { align: 'ctr' })}</p:txBody></p:sp>`;

const text = (words: string) => paragraph(run(words));

const noBullet = '<a:buNone/>';
const spacing = (pixels: number) =>
  `<a:lnSpc><a:spcPts val="${Math.round(pixels * 75)}"/></a:lnSpc>`;
const level = (number: number, style: string) =>
  `<a:lvl${number}pPr marL="0" indent="0" algn="l">${style}</a:lvl${number}pPr>`;
const bodyLevel = spacing(28) + noBullet + textProperties('a:defRPr', { size: 21.5, color: 'ink' });
const nine = (style: string) => Array.from({ length: 9 }, (_, at) => level(at + 1, style)).join('');

const colorMap =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';

/** Returns a bar of the visitor's template, in a colour of the theme if the theme has that colour. */
function bar({ x, y, width, height, color }: Furniture, id: number, look: Look): string {
  const box = {
    x: x * slideSize.width,
    y: y * slideSize.height,
    width: width * slideSize.width,
    height: height * slideSize.height,
  };
  return `<p:sp><p:nvSpPr>${shapeName(id, 'Bar')}<p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr>${position(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill>${themeColor(color, look)}</a:solidFill>${outline('none')}</p:spPr></p:sp>`;
}

/** Returns the master part. @param layoutIds the relationships of its layouts. */
export function masterXml(layoutIds: readonly string[], look: Look): string {
  const shapes = [
    ...(look.furniture ?? []).map((piece, at) => bar(piece, 9 + at, look)),
    placeholder(2, 'Title', 'type="title"', places.title, text('Click to add title')),
    placeholder(3, 'So what', 'type="body" idx="1"', places.side, text('So what')),
    placeholder(
      4,
      'Footer',
      'type="ftr" sz="quarter" idx="10"',
      places.footer,
      text(disclaimer),
      noteStyle('r'),
    ),
    placeholder(
      5,
      'Slide number',
      'type="sldNum" sz="quarter" idx="11"',
      places.number,
      number,
      noteStyle('r'),
    ),
    line(6, 'Rule', 206),
    tag,
  ];
  const ids = layoutIds.map((id, at) => `<p:sldLayoutId id="${2147483649 + at}" r:id="${id}"/>`);
  const titleStyle = level(
    1,
    spacing(51) +
      noBullet +
      textProperties('a:defRPr', { size: 42, color: 'ink', heading: true, bold: false }),
  );
  return (
    `<p:sldMaster ${namespaces}><p:cSld><p:bg><p:bgPr>${fill('paper')}<a:effectLst/></p:bgPr></p:bg>${shapeTree(shapes.join(''))}</p:cSld>${colorMap}` +
    `<p:sldLayoutIdLst>${ids.join('')}</p:sldLayoutIdLst><p:hf hdr="0" dt="0"/><p:txStyles><p:titleStyle>${titleStyle}</p:titleStyle>` +
    `<p:bodyStyle>${nine(bodyLevel)}</p:bodyStyle><p:otherStyle>${nine(textProperties('a:defRPr', { size: 21.5, color: 'ink' }))}</p:otherStyle></p:txStyles></p:sldMaster>`
  );
}

export type LayoutName = 'Title and chart' | 'Table';

/** Returns a layout part: the master's placeholders, and one for the exhibit. */
export function layoutXml(name: LayoutName): string {
  const exhibit = name === 'Table' ? 'tbl' : 'chart';
  const inherited = (id: number, called: string, kind: string, words: string) =>
    `<p:sp><p:nvSpPr>${shapeName(id, called, '')}<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${kind}/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${words}</p:txBody></p:sp>`;
  const shapes = [
    inherited(2, 'Title', 'type="title"', text('Click to add title')),
    inherited(3, 'So what', 'type="body" idx="1"', text('So what')),
    placeholder(
      4,
      'Exhibit',
      `type="${exhibit}" idx="2"`,
      places.exhibit,
      '<a:p><a:endParaRPr lang="en-GB"/></a:p>',
    ),
    inherited(5, 'Footer', 'type="ftr" sz="quarter" idx="10"', text(disclaimer)),
    inherited(6, 'Slide number', 'type="sldNum" sz="quarter" idx="11"', number),
  ];
  return `<p:sldLayout ${namespaces} preserve="1" userDrawn="1"><p:cSld name="${name}">${shapeTree(shapes.join(''))}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`;
}

const notesPlaces = {
  image: { x: 72, y: 90, width: 576, height: 324 },
  notes: { x: 72, y: 450, width: 576, height: 600 },
} as const;

const notesShapes = (words: string) =>
  `<p:sp><p:nvSpPr>${shapeName(2, 'Slide image', '')}<p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg" idx="2"/></p:nvPr></p:nvSpPr><p:spPr>${position(notesPlaces.image)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:sp>` +
  placeholder(3, 'Notes', 'type="body" sz="quarter" idx="3"', notesPlaces.notes, words);

/** Returns the notes master part, which speaker notes need. */
export const notesMasterXml = (): string =>
  `<p:notesMaster ${namespaces}><p:cSld><p:bg><p:bgPr>${fill('paper')}<a:effectLst/></p:bgPr></p:bg>${shapeTree(notesShapes(text('Notes')))}</p:cSld>${colorMap}<p:notesStyle>${level(1, textProperties('a:defRPr', { size: 16, color: 'ink2' }))}</p:notesStyle></p:notesMaster>`;

/** Returns the notes part of a slide. @param paragraphs in plain text. */
export const notesXml = (paragraphs: readonly string[]): string =>
  `<p:notes ${namespaces}><p:cSld>${shapeTree(notesShapes(paragraphs.map(text).join('')))}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>`;
