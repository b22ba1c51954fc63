import type { XmlPart } from '../package/collection.ts';
import { type Element, elements, escapeXml, find } from '../package/xml.ts';
import { namespaces } from './drawing.ts';

/** Writes speaker notes, and a plain notes master for a file that has none. */

const group =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';

export const shapeTree = (shapes: string): string => `<p:spTree>${group}${shapes}</p:spTree>`;

const colorMap =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';

const shape = (
  id: number,
  name: string,
  locks: string,
  placeholder: string,
  place: string,
  text: string,
) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr><a:spLocks ${locks}/></p:cNvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${place}</p:spPr>${text}</p:sp>`;

const imageLocks = 'noGrp="1" noRot="1" noChangeAspect="1"';
const place = (y: number, height: number) =>
  `<a:xfrm><a:off x="685800" y="${y}"/><a:ext cx="5486400" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`;

/** A plain notes master: the slide above, the notes below. */
export const plainNotesMaster = `<p:notesMaster ${namespaces}><p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>${shapeTree(
  shape(
    2,
    'Slide image',
    imageLocks,
    '<p:ph type="sldImg" idx="2"/>',
    place(857_250, 3_086_100),
    '',
  ) +
    shape(
      3,
      'Notes',
      'noGrp="1"',
      '<p:ph type="body" sz="quarter" idx="3"/>',
      place(4_286_250, 4_000_000),
      '<p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="en-GB"/><a:t>Notes</a:t></a:r></a:p></p:txBody>',
    ),
)}</p:cSld>${colorMap}<p:notesStyle><a:lvl1pPr marL="0" algn="l"><a:defRPr sz="1200"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl1pPr></p:notesStyle></p:notesMaster>`;

/** Returns `p:ph` of the notes master's placeholder of a type, as a notes page repeats it. */
function placeholderOf(master: XmlPart | undefined, type: string, otherwise: string): string {
  if (!master?.content) return otherwise;
  const shapes: Element[] = elements(find(master.content, 'cSld', 'spTree'));
  const found = shapes
    .map((each) => find(each, 'nvSpPr', 'nvPr', 'ph'))
    .find((placeholder) => placeholder?.attributes.type === type);
  const idx = found?.attributes.idx;
  return found ? `<p:ph type="${type}"${idx ? ` idx="${escapeXml(idx)}"` : ''}/>` : otherwise;
}

/** Returns the notes part of a slide. @param master the file's own notes master, if it has one. */
export function notesXml(paragraphs: readonly string[], master: XmlPart | undefined): string {
  const image = placeholderOf(master, 'sldImg', '<p:ph type="sldImg" idx="2"/>');
  const body = placeholderOf(master, 'body', '<p:ph type="body" sz="quarter" idx="3"/>');
  const text = paragraphs.map(
    (words) => `<a:p><a:r><a:rPr lang="en-GB"/><a:t>${escapeXml(words)}</a:t></a:r></a:p>`,
  );
  return `<p:notes ${namespaces}><p:cSld>${shapeTree(
    shape(2, 'Slide image', imageLocks, image, '', '') +
      shape(
        3,
        'Notes',
        'noGrp="1"',
        body,
        '',
        `<p:txBody><a:bodyPr/><a:lstStyle/>${text.join('')}</p:txBody>`,
      ),
  )}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>`;
}
