import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import type { Exhibit } from './content.ts';
import { describe as described } from './describe.ts';
import { fillTemplate } from './fill-template.ts';
import { openTemplate } from './open-template.ts';
import { type Part, packageOf } from './package/package-writer.ts';
import { openParts } from './testing/open-parts.ts';
import { content } from './testing/sample-content.ts';
import {
  greyPixel,
  type Place,
  picture,
  placeholder,
  rectangle,
  solid,
  type TemplateParts,
  templateFile,
  templateParts,
} from './testing/template-file.ts';

const types = 'application/vnd.openxmlformats-officedocument';
type Parts = Readonly<Record<string, string>>;

/** Returns the parts of a package by path; XML as text, and the parts of embedded workbooks under their path. */
function unpack(file: Uint8Array, prefix = ''): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [path, bytes] of Object.entries(unzipSync(file))) {
    if (path.endsWith('.xlsx')) Object.assign(texts, unpack(bytes, `${prefix}${path}/`));
    texts[prefix + path] = /\.(xml|rels)$/.test(path) ? strFromU8(bytes) : '';
  }
  return texts;
}

async function filled(
  file: Uint8Array<ArrayBuffer>,
  deck = content,
): Promise<Record<string, string>> {
  const template = await openTemplate(file);
  if ('refused' in template) throw new Error(template.refused);
  return unpack(fillTemplate(template, deck));
}
const fill = (parts: TemplateParts = {}) => filled(templateFile(parts));
const look = async (name: string) =>
  new Uint8Array(await readFile(new URL(`templates/${name}.pptx`, import.meta.url)));

const matches = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, one = '']) => one);
const own = (parts: Parts) => Object.keys(parts).filter((path) => !path.includes('.xlsx/'));
const slide = (parts: Parts, number = 1) => parts[`ppt/slides/slide${number}.xml`] ?? '';
const words = (xml: string) => matches(xml, /<a:t>(.*?)<\/a:t>/g).join('');

/** Returns the shape in a placeholder. */
const inPlaceholder = (xml: string, type: string) =>
  matches(xml, /(<p:sp>.*?<\/p:sp>)/g).find((shape) => shape.includes(`<p:ph type="${type}"`)) ??
  '';

/** Reads a part. Throws if the part is not well-formed, or uses a prefix that it does not declare. */
function readXml(xml: string): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
}

/** Expects what PowerPoint expects of a package. */
function expectSound(parts: Parts): void {
  const named = matches(parts['[Content_Types].xml'] ?? '', /PartName="\/(.*?)"/g);
  expect(new Set(named.map((path) => path.toLowerCase())).size).toBe(named.length);
  expect(
    own(parts)
      .filter((path) => !/\.rels$|Content_Types/.test(path))
      .toSorted(),
  ).toEqual(named.toSorted());
  const reached = new Set<string>();
  for (const path of own(parts).filter((each) => each.endsWith('.rels'))) {
    const source = path.replace('_rels/', '').replace('.rels', '');
    const relationships = parts[path] ?? '';
    expect(relationships).not.toContain('TargetMode');
    for (const target of matches(relationships, /Target="\/(.*?)"/g)) {
      expect(own(parts), `${path}: ${target}`).toContain(target);
      reached.add(target);
    }
    const ids = matches(relationships, / Id="(.*?)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    for (const used of matches(parts[source] ?? '', / r:(?:id|embed|link|pict)="(.*?)"/g))
      expect(ids).toContain(used);
  }
  expect(named.filter((path) => !reached.has(path))).toEqual([]);
  for (const [path, xml] of Object.entries(parts).filter(([, text]) => text !== ''))
    expect(() => readXml(xml), path).not.toThrow();
  for (const path of own(parts).filter((each) => /slides\/slide\d+\.xml$/.test(each))) {
    const ids = matches(parts[path] ?? '', /<p:cNvPr id="(\d+)"/g);
    expect(new Set(ids).size).toBe(ids.length);
  }
}

const secret = (path: string, type: string): Part => ({
  path,
  type,
  content: '<secret>Jane Doe</secret>',
});

describe('kept parts', () => {
  it('fillTemplate keeps masters, layouts, themes, table styles, pictures and embedded fonts', async () => {
    const parts = await fill({
      masterShapes: picture([0.8, 0.02, 0.15, 0.1], 'rId9'),
      masterLinks: [{ id: 'rId9', type: 'image', target: 'ppt/media/logo.png' }],
      presentationXml:
        '<p:embeddedFontLst><p:embeddedFont><p:font typeface="F"/><p:regular r:id="rId8"/></p:embeddedFont></p:embeddedFontLst>',
      presentationLinks: [
        { id: 'rId8', type: 'font', target: 'ppt/fonts/font1.fntdata' },
        { id: 'rId7', type: 'tableStyles', target: 'ppt/tableStyles.xml' },
      ],
      more: [
        { path: 'ppt/media/logo.png', type: 'image/png', content: greyPixel },
        { path: 'ppt/fonts/font1.fntdata', type: 'application/x-fontdata', content: greyPixel },
        {
          path: 'ppt/tableStyles.xml',
          type: `${types}.presentationml.tableStyles+xml`,
          content: '<a:tblStyleLst xmlns:a="urn:a"/>',
        },
      ],
    });
    expectSound(parts);
    for (const path of [
      'ppt/slideMasters/slideMaster1.xml',
      'ppt/slideLayouts/slideLayout1.xml',
      'ppt/theme/theme1.xml',
      'ppt/media/logo.png',
      'ppt/fonts/font1.fntdata',
      'ppt/tableStyles.xml',
    ]) {
      expect(own(parts)).toContain(path);
    }
    expect(parts['ppt/presentation.xml']).toContain('<p:regular r:id="rId8"/>');
    expect(parts['ppt/slideMasters/slideMaster1.xml']).toContain('r:embed="rId9"');
  });

  it('the presentation names one theme where the file’s presentation names two', async () => {
    const parts = await fill({
      presentationLinks: [
        { id: 'rId5', type: 'theme', target: 'ppt/theme/theme1.xml' },
        { id: 'rId6', type: 'theme', target: 'ppt/theme/theme2.xml' },
      ],
      more: [
        {
          path: 'ppt/theme/theme2.xml',
          type: `${types}.theme+xml`,
          content: '<a:theme xmlns:a="urn:a"/>',
        },
      ],
    });
    expectSound(parts);
    expect(matches(parts['ppt/_rels/presentation.xml.rels'] ?? '', /(\/theme")/g)).toHaveLength(1);
  });

  it('fillTemplate drops a master without a layout, together with its entry in the list', async () => {
    const file = templateParts({
      presentationLinks: [{ id: 'rId5', type: 'slideMaster', target: 'ppt/bare.xml' }],
      more: [
        {
          path: 'ppt/bare.xml',
          type: `${types}.presentationml.slideMaster+xml`,
          content: '<p:sldMaster xmlns:p="urn:p"/>',
          relationships: [{ id: 'rId1', type: 'theme', target: 'ppt/theme/theme1.xml' }],
        },
      ],
    }).map((part) => ({
      ...part,
      content: String(part.content).replace(
        '</p:sldMasterIdLst>',
        '<p:sldMasterId id="2147483660" r:id="rId5"/></p:sldMasterIdLst>',
      ),
    }));
    const parts = await filled(
      packageOf([{ id: 'rId1', type: 'officeDocument', target: 'ppt/presentation.xml' }], file),
    );
    expectSound(parts);
    expect(own(parts)).not.toContain('ppt/bare.xml');
    expect(matches(parts['ppt/presentation.xml'] ?? '', /(<p:sldMasterId )/g)).toHaveLength(1);
  });

  it('a layout of more than 500 kB is kept, and is not offered for slides', async () => {
    const drawing = rectangle([0, 0, 1, 1], solid('accent1')).repeat(2000);
    const file = templateFile({ moreLayouts: [drawing] });
    const template = await openTemplate(file);
    if ('refused' in template) throw new Error(template.refused);
    expect(template.design.layout.master.layouts.map(({ name }) => name)).toEqual(['Only a title']);
    const path = 'ppt/slideLayouts/slideLayout2.xml';
    expect(unpack(fillTemplate(template, content))[path]).toBe(unpack(file)[path]);
  });

  it('fillTemplate uses the file’s own notes master, and makes a plain one for a file without a notes master', async () => {
    const plain = await fill();
    expect(plain['ppt/notesMasters/notesMaster1.xml']).toContain('<p:notesMaster');
    const master = `<p:notesMaster xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="urn:a"><p:cSld><p:spTree>${placeholder('type="body" idx="7"')}</p:spTree></p:cSld></p:notesMaster>`;
    const listed = '<p:notesMasterIdLst><p:notesMasterId r:id="rId5"/></p:notesMasterIdLst>';
    const withNotes = (presentationXml: string): TemplateParts => ({
      presentationXml,
      presentationLinks: [
        { id: 'rId5', type: 'notesMaster', target: 'ppt/notesMasters/notesMaster1.xml' },
      ],
      more: [
        {
          path: 'ppt/notesMasters/notesMaster1.xml',
          type: `${types}.presentationml.notesMaster+xml`,
          content: master,
          relationships: [{ id: 'rId1', type: 'theme', target: 'ppt/theme/theme1.xml' }],
        },
      ],
    });
    const parts = await fill(withNotes(listed));
    expectSound(parts);
    expect(matches(own(parts).join(' '), /(notesMaster\d+\.xml)(?!\.rels)/g)).toEqual([
      'notesMaster1.xml',
    ]);
    expect(parts['ppt/notesSlides/notesSlide1.xml']).toContain('<p:ph type="body" idx="7"/>');
    // python-pptx links a notes master and does not list it.
    expect(await fill(withNotes(''))).toEqual(parts);
  });

  it('the slide size has no name, because the name of a widescreen template of python-pptx is screen4x3', async () => {
    const file = templateParts({}).map((part) => ({
      ...part,
      content: String(part.content).replace('<p:sldSz ', '<p:sldSz type="screen4x3" '),
    }));
    const parts = await filled(
      packageOf([{ id: 'rId1', type: 'officeDocument', target: 'ppt/presentation.xml' }], file),
    );
    expect(parts['ppt/presentation.xml']).toContain('<p:sldSz cx="12192000" cy="6858000"/>');
  });

  it('the style of text boxes has no raised baseline, because Impress draws text that inherits one at 58 percent', async () => {
    const parts = await fill({
      presentationXml:
        '<p:defaultTextStyle><a:lvl1pPr><a:defRPr sz="1800" baseline="3999"/></a:lvl1pPr></p:defaultTextStyle>',
    });
    expect(parts['ppt/presentation.xml']).toContain('<a:defRPr sz="1800"/>');
  });

  it('a kept part whose file name has a space or an umlaut gets a name that every program can open', async () => {
    const target = 'ppt/media/Bild ä.png';
    const parts = await fill({
      masterShapes: picture([0.8, 0.02, 0.15, 0.1], 'rId9'),
      masterLinks: [{ id: 'rId9', type: 'image', target }],
      more: [{ path: target, type: 'image/png', content: greyPixel }],
    });
    expectSound(parts);
    expect(own(parts)).toContain('ppt/media/Bild%20%C3%A4.png');
  });

  it('parts with a path or an id that the deck would use do not collide with it', async () => {
    const parts = await fill({
      masterShapes: picture([0.8, 0.02, 0.15, 0.1], 'rId9'),
      masterLinks: [{ id: 'rId9', type: 'image', target: 'ppt/slides/slide1.xml' }],
      presentationLinks: [{ id: 'rIdSlide1', type: 'theme', target: 'ppt/theme/theme1.xml' }],
      more: [{ path: 'ppt/slides/Slide1.xml', type: 'image/png', content: greyPixel }],
    });
    const targets = matches(
      parts['ppt/_rels/presentation.xml.rels'] ?? '',
      /relationships\/slide" Target="\/(.*?)"/g,
    );
    expect(targets).toHaveLength(8);
    expect(targets).not.toContain('ppt/slides/slide1.xml');
    const ids = matches(parts['ppt/_rels/presentation.xml.rels'] ?? '', / Id="(.*?)"/g);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('dropped parts', () => {
  it('slides, comments, macros, tags, custom XML, properties and links leave no trace', async () => {
    const parts = await fill({
      masterShapes: `<p:sp><p:nvSpPr><p:cNvPr id="5" name="L"><a:hlinkClick r:id="rId8"/></p:cNvPr><p:cNvSpPr/><p:nvPr><p:custDataLst><p:tags r:id="rId9"/></p:custDataLst></p:nvPr></p:nvSpPr><p:spPr/></p:sp>`,
      masterLinks: [
        { id: 'rId8', type: 'hyperlink', target: 'ppt/secret8.xml' },
        { id: 'rId9', type: 'tags', target: 'ppt/tags/tag1.xml' },
      ],
      presentationXml:
        '<p:sldIdLst><p:sldId id="256" r:id="rId4"/></p:sldIdLst><p:custShowLst><p:custShow name="Jane Doe" id="0"><p:sldLst><p:sld r:id="rId4"/></p:sldLst></p:custShow></p:custShowLst>',
      presentationLinks: [
        { id: 'rId4', type: 'slide', target: 'ppt/slides/slide9.xml' },
        { id: 'rId5', type: 'commentAuthors', target: 'ppt/commentAuthors.xml' },
        {
          id: 'rId6',
          type: 'http://schemas.microsoft.com/office/2006/relationships/vbaProject',
          target: 'ppt/vbaProject.bin',
        },
        { id: 'rId7', type: 'customXml', target: 'customXml/item1.xml' },
        { id: 'rId8', type: 'presProps', target: 'ppt/presProps.xml' },
      ],
      more: [
        secret('ppt/slides/slide9.xml', `${types}.presentationml.slide+xml`),
        {
          path: 'ppt/presProps.xml',
          type: `${types}.presentationml.presProps+xml`,
          content:
            '<p:presentationPr xmlns:p="urn:p"><p:showPr><p:custShow id="0"/></p:showPr></p:presentationPr>',
        },
        secret('ppt/commentAuthors.xml', `${types}.presentationml.commentAuthors+xml`),
        secret('ppt/vbaProject.bin', 'application/vnd.ms-office.vbaProject'),
        secret('customXml/item1.xml', 'application/xml'),
        secret('ppt/tags/tag1.xml', `${types}.presentationml.tags+xml`),
        secret('ppt/secret8.xml', 'application/xml'),
        secret('docProps/app.xml', `${types}.extended-properties+xml`),
      ],
      mainType: 'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml',
    });
    expectSound(parts);
    expect(JSON.stringify(parts)).not.toContain('Jane Doe');
    expect(own(parts).join()).not.toMatch(/vba|tags|customXml|comment|app\.xml|secret|slide9/);
    expect(parts['ppt/slideMasters/slideMaster1.xml']).not.toMatch(/hlinkClick|custDataLst/);
    expect(parts['[Content_Types].xml']).toContain('presentationml.presentation.main+xml');
    expect(parts['[Content_Types].xml']).not.toContain('macroEnabled');
    expect(parts['ppt/presProps.xml']).not.toContain('custShow');
  });

  it('fillTemplate drops a picture outside the file, an embedded object and a sound, together with the shapes that show them', async () => {
    const object =
      '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="5" name="O"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm/><a:graphic><a:graphicData uri="urn:ole"><p:oleObj r:id="rId8"><p:embed/></p:oleObj></a:graphicData></a:graphic></p:graphicFrame>';
    const parts = await fill({
      layoutShapes: object + picture([0.1, 0.1, 0.1, 0.1], 'rId9'),
      layoutLinks: [{ id: 'rId8', type: 'oleObject', target: 'ppt/embeddings/o.bin' }],
      more: [
        { path: 'ppt/embeddings/o.bin', type: 'application/octet-stream', content: greyPixel },
      ],
    });
    expectSound(parts);
    expect(parts['ppt/slideLayouts/slideLayout1.xml']).not.toMatch(/graphicFrame|<p:pic>/);
  });

  it('fillTemplate keeps the picture of an embedded object in the place of the object, unless the object is hidden', async () => {
    const object = (label: string) => {
      const shown = picture([0.9, 0.9, 0.05, 0.05], 'rId9').replace('id="7"', 'id="0"');
      const oleObject = (inside: string) => `<p:oleObj r:id="rId8"><p:embed/>${inside}</p:oleObj>`;
      return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr ${label}/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm/><a:graphic><a:graphicData uri="urn:ole"><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="v">${oleObject('')}</mc:Choice><mc:Fallback>${oleObject(shown)}</mc:Fallback></mc:AlternateContent></a:graphicData></a:graphic></p:graphicFrame>`;
    };
    const parts = await fill({
      masterShapes: object('id="5" name="Logo"') + object('id="6" name="think" hidden="1"'),
      masterLinks: [
        { id: 'rId8', type: 'oleObject', target: 'ppt/embeddings/o.bin' },
        { id: 'rId9', type: 'image', target: 'ppt/media/logo.png' },
      ],
      more: [
        { path: 'ppt/embeddings/o.bin', type: 'application/octet-stream', content: greyPixel },
        { path: 'ppt/media/logo.png', type: 'image/png', content: greyPixel },
      ],
    });
    expectSound(parts);
    const master = parts['ppt/slideMasters/slideMaster1.xml'] ?? '';
    expect(master).not.toMatch(/graphicFrame|AlternateContent|oleObj/);
    expect(matches(master, /<p:pic>.*?<p:cNvPr id="(\d+)"/g)).toEqual(['5']);
  });

  it('fillTemplate drops links that use no relationship, or that of a kept picture', async () => {
    const links =
      '<a:hlinkClick action="ppaction://macro?name=Run"/><a:hlinkHover r:id="rId9" action="ppaction://program"/>';
    const parts = await fill({
      masterShapes: `<p:sp><p:nvSpPr><p:cNvPr id="5" name="L">${links}</p:cNvPr><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/></p:sp>`,
      masterLinks: [{ id: 'rId9', type: 'image', target: 'ppt/media/linked.png' }],
      more: [{ path: 'ppt/media/linked.png', type: 'image/png', content: greyPixel }],
    });
    expect(parts['ppt/slideMasters/slideMaster1.xml']).toContain('name="L"');
    expect(parts['ppt/slideMasters/slideMaster1.xml']).not.toMatch(/hlink(Click|Hover)|ppaction/);
  });

  it('the file names no person, machine, program or time', async () => {
    const parts = await fill();
    expect(matches(parts['docProps/core1.xml'] ?? '', /<(?:dc|cp|dcterms):(\w+)[ >]/g)).toEqual([
      'coreProperties',
      'title',
      'description',
    ]);
  });
});

describe('the slides', () => {
  it('the title is plain text in the layout’s title placeholder, without a size, colour or place of its own', async () => {
    const title = inPlaceholder(slide(await fill()), 'title');
    expect(title).toContain('<p:spPr></p:spPr>');
    expect(title).toContain(
      '<a:r><a:rPr lang="en-GB"/><a:t>Hubs cost more than they should</a:t></a:r>',
    );
  });

  it('the heading of the so-what is smaller than the title, also where the title is small', async () => {
    const sizesOf = async (parts: TemplateParts) =>
      matches(slide(await fill(parts)), /<a:rPr [^>]*sz="(\d+)"/g).map(Number);
    const titleStyle = '<a:defRPr sz="2000"/>';
    expect(Math.max(...(await sizesOf({})))).toBeGreaterThan(2000);
    expect(Math.max(...(await sizesOf({ titleStyle })))).toBe(1700);
  });

  it('the disclaimer stands on every slide once: in the footer placeholder, or at the foot of the content', async () => {
    const footers =
      placeholder('type="ftr" idx="10"', [0.1, 0.93, 0.5, 0.05]) +
      placeholder('type="sldNum" idx="11"', [0.9, 0.93, 0.05, 0.05]);
    const [plain, own] = [await fill(), await fill({ footers })];
    for (const number of content.slides.keys()) {
      for (const parts of [plain, own]) {
        expect(words(slide(parts, number + 1)).split(content.disclaimer)).toHaveLength(2);
      }
      expect(words(inPlaceholder(slide(own, number + 1), 'ftr'))).toBe(content.disclaimer);
      expect(words(inPlaceholder(slide(own, number + 1), 'sldNum'))).toBe(String(number + 1));
      expect(slide(plain, number + 1)).not.toContain('type="ftr"');
    }
  });

  it('disclaimer and number take a readable colour where the template’s own cannot be read', async () => {
    const inGrey = (attributes: string, place: Place) =>
      placeholder(
        attributes,
        place,
        `<a:bodyPr/><a:lstStyle><a:lvl1pPr><a:defRPr sz="1000">${solid('898989')}</a:defRPr></a:lvl1pPr></a:lstStyle><a:p/>`,
      );
    const footers =
      inGrey('type="ftr" idx="10"', [0.1, 0.93, 0.5, 0.05]) +
      inGrey('type="sldNum" idx="11"', [0.9, 0.93, 0.05, 0.05]);
    const on = async (color: string) => {
      const band = rectangle([0, 0.92, 1, 0.08], solid(color));
      return slide(await fill({ footers, masterShapes: band }));
    };
    const [onWhite, onGrey] = [await on('FFFFFF'), await on('6E7B85')];
    for (const type of ['ftr', 'sldNum']) {
      expect(inPlaceholder(onWhite, type)).not.toContain('solidFill');
      expect(inPlaceholder(onGrey, type)).toContain('<a:solidFill>');
    }
    const parts = { footers, masterShapes: rectangle([0, 0.92, 1, 0.08], solid('6E7B85')) };
    const { footer, number } = described(await openParts(parts), content.disclaimer);
    expect([footer.color.hex, number?.color.hex]).not.toContain('#898989');
  });

  it('a slide has no number where the master draws a logo over it', async () => {
    const footers = placeholder('type="sldNum" idx="11"', [0.8, 0.93, 0.15, 0.05]);
    const logo = (x: number) => rectangle([x, 0.93, 0.04, 0.05], solid('C00000'));
    const number = async (x: number) =>
      inPlaceholder(slide(await fill({ footers, masterShapes: logo(x) })), 'sldNum');
    expect(await number(0.82)).toBe('');
    expect(words(await number(0.7))).toBe('1');
  });

  it('a slide has no number of its own where the master draws one, unless that stands beside the slide', async () => {
    const footers = placeholder('type="sldNum" idx="11"', [0.8, 0.93, 0.15, 0.05]);
    const field = '<a:p><a:fld id="{1}" type="slidenum"><a:t>‹#›</a:t></a:fld></a:p>';
    const drawn = (x: number) =>
      rectangle([x, 0.02, 0.05, 0.05], '<a:noFill/>').replace(
        '</p:spPr>',
        `</p:spPr><p:txBody><a:bodyPr/>${field}</p:txBody>`,
      );
    const number = async (x: number) =>
      inPlaceholder(slide(await fill({ footers, masterShapes: drawn(x) })), 'sldNum');
    expect(await number(0.9)).toBe('');
    expect(words(await number(1.1))).toBe('1');
  });

  it('a slide uses no footer and no number over which its title is written', async () => {
    const footers = (y: number) =>
      placeholder('type="ftr" idx="10"', [0.1, y, 0.4, 0.05]) +
      placeholder('type="sldNum" idx="11"', [0.6, y, 0.2, 0.05]);
    const feet = async (y: number) => {
      const xml = slide(await fill({ footers: footers(y) }));
      return [words(inPlaceholder(xml, 'ftr')), words(inPlaceholder(xml, 'sldNum'))];
    };
    expect(await feet(0.1)).toEqual(['', '']);
    expect(await feet(0.93)).toEqual([content.disclaimer, '1']);
  });

  it('a slide says place and size of its title where the layout has no title, a running head of 7 points, or a narrow line', async () => {
    const runningHead = await fill({ titleStyle: '<a:defRPr sz="700"/>' });
    const without = await filled(
      packageOf(
        [{ id: 'rId1', type: 'officeDocument', target: 'ppt/presentation.xml' }],
        templateParts().map((part) =>
          part.path.includes('slideLayout')
            ? { ...part, content: String(part.content).replace(/<p:sp>.*<\/p:sp>/, '') }
            : part,
        ),
      ),
    );
    const narrow = await fill({ title: [0.05, 0.05, 0.35, 0.06] });
    for (const parts of [runningHead, without, narrow]) {
      const title = inPlaceholder(slide(parts), 'title');
      expect(title).toContain('<a:xfrm>');
      expect(title).toMatch(/<a:rPr lang="en-GB" sz="2\d00"\/>/);
    }
  });

  it('a slide gives its title the place and the style of the line of text that the layout has in place of a title', async () => {
    const style = `<a:bodyPr/><a:lstStyle><a:lvl1pPr algn="ctr"><a:defRPr sz="2800" b="1">${solid('tx2')}</a:defRPr></a:lvl1pPr></a:lstStyle><a:p/>`;
    const heading = placeholder('type="body" idx="10"', [0.05, 0.04, 0.9, 0.1], style);
    const parts = await filled(
      packageOf(
        [{ id: 'rId1', type: 'officeDocument', target: 'ppt/presentation.xml' }],
        templateParts({
          presentationLinks: [{ id: 'rId9', type: 'slide', target: 'ppt/slides/slide9.xml' }],
          more: [
            {
              path: 'ppt/slides/slide9.xml',
              type: `${types}.presentationml.slide+xml`,
              content: '<p:sld/>',
              relationships: [
                { id: 'rId1', type: 'slideLayout', target: 'ppt/slideLayouts/slideLayout1.xml' },
              ],
            },
          ],
        }).map((part) =>
          part.path.includes('slideLayout')
            ? { ...part, content: String(part.content).replace(/<p:sp>.*<\/p:sp>/, heading) }
            : part,
        ),
      ),
    );
    const title = inPlaceholder(slide(parts), 'title');
    expect(title).toContain('<a:pPr algn="ctr"/>');
    expect(title).toMatch(
      /<a:rPr lang="en-GB" sz="2\d00" b="1".*<a:schemeClr val="tx2">.*typeface="\+mn-lt"/,
    );
    expect(title).toContain(`<a:off x="${0.05 * 12_192_000}"`);
  });

  it('a slide says the size of its title where neither layout nor master say it', async () => {
    const title = inPlaceholder(slide(await fill({ titleStyle: '<a:defRPr/>' })), 'title');
    expect(title).toMatch(/<a:rPr lang="en-GB" sz="2\d00"\/>/);
    expect(title).not.toContain('<a:xfrm>');
  });

  it('a title that is too long shrinks by the automatic fit, without a size of its own', async () => {
    const title = inPlaceholder(slide(await fill({ title: [0.05, 0.05, 0.3, 0.12] })), 'title');
    expect(title).toContain('<a:normAutofit fontScale="80000"/>');
    expect(title).not.toContain(' sz=');
  });

  it('slides hide what the master draws where it covers the place of titles', async () => {
    const band = rectangle([0.02, 0.02, 0.96, 0.2], solid('accent1'));
    const title = [0.05, 0.05, 0.9, 0.15] as const;
    const covered = band.replace(
      '</p:spPr>',
      '</p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>Course 1</a:t></a:r></a:p></p:txBody>',
    );
    expect(slide(await fill({ title, masterShapes: covered }))).toContain('showMasterSp="0"');
    expect(slide(await fill({ title, masterShapes: band }))).not.toContain('showMasterSp');
  });

  it('a title whose gradient has one colour is written in this colour', async () => {
    const stop = '<a:gs pos="0"><a:schemeClr val="tx2"/></a:gs>';
    const titleStyle = `<a:defRPr sz="2800"><a:gradFill><a:gsLst>${stop}${stop}</a:gsLst></a:gradFill></a:defRPr>`;
    const title = inPlaceholder(slide(await fill({ titleStyle })), 'title');
    expect(title).toContain('<a:solidFill><a:schemeClr val="tx2">');
  });

  it('the tracker stands in a line of text above the title, if the layout has one', async () => {
    const tracker = placeholder('type="body" idx="12"', [0.05, 0.01, 0.5, 0.03]);
    const slides = content.slides.map((each) => ({ ...each, tracker: 'Network economics' }));
    const parts = await filled(templateFile({ layoutShapes: tracker }), { ...content, slides });
    expect(words(inPlaceholder(slide(parts), 'body'))).toBe('Network economics');
    expect(words(slide(await filled(templateFile(), { ...content, slides })))).not.toContain(
      'Network economics',
    );
  });

  it('text and fills name colours of the scheme and the typefaces of the theme', async () => {
    const parts = await fill();
    for (const path of own(parts).filter(
      (each) => /slides\/slide|charts\/chart/.test(each) && each.endsWith('.xml'),
    )) {
      expect(parts[path], path).not.toMatch(/srgbClr|sysClr|prstClr/);
      for (const typeface of matches(parts[path] ?? '', /<a:latin typeface="(.*?)"/g))
        expect(typeface).toMatch(/^\+m[jn]-lt$/);
    }
  });

  it('body text has the typeface that the master names, also where the master names the heading’s typeface or a font', async () => {
    const style = (typeface: string) =>
      `<a:defRPr sz="2000"><a:latin typeface="${typeface}"/></a:defRPr>`;
    const of = async (typeface: string) => slide(await fill({ bodyStyle: style(typeface) }));
    expect(await of('+mj-lt')).not.toContain('"+mn-lt"');
    expect(await of('Frutiger 45')).toContain('<a:latin typeface="Frutiger 45"/>');
  });

  it('text is opaque where the template has translucent text, so that its second rank is weaker', async () => {
    const color = '<a:schemeClr val="tx1"><a:alpha val="60000"/></a:schemeClr>';
    const bodyStyle = `<a:defRPr sz="2000"><a:solidFill>${color}</a:solidFill></a:defRPr>`;
    expect(slide(await fill({ bodyStyle }))).not.toContain('alpha');
  });

  it('no text is smaller than 10 points, on a small slide too', async () => {
    for (const size of [
      { width: 9_144_000, height: 5_143_500 },
      { width: 6_858_000, height: 9_906_000 },
    ]) {
      const parts = await fill({ size });
      for (const path of own(parts).filter((each) => /slides\/slide|charts\/chart/.test(each))) {
        for (const points of matches(parts[path] ?? '', / sz="(\d+)"/g))
          expect(Number(points)).toBeGreaterThanOrEqual(1000);
      }
    }
  });

  it('nothing leaves the content area, in wide, square and tall slides', async () => {
    for (const size of [
      { width: 12_192_000, height: 6_858_000 },
      { width: 9_144_000, height: 6_858_000 },
      { width: 6_858_000, height: 9_906_000 },
    ]) {
      const parts = await fill({ size });
      for (const number of content.slides.keys()) {
        const boxes = slide(parts, number + 1).matchAll(
          /<a:off x="(-?\d+)" y="(-?\d+)"\/><a:ext cx="(\d+)" cy="(\d+)"\/>/g,
        );
        for (const [, x, y, width, height] of [...boxes].slice(1)) {
          expect(Number(x)).toBeGreaterThanOrEqual(size.width * 0.02);
          expect(Number(x) + Number(width), `slide ${number + 1}`).toBeLessThanOrEqual(
            size.width * 0.98,
          );
          expect(Number(y)).toBeGreaterThanOrEqual(size.height * 0.19);
          expect(Number(y) + Number(height), `slide ${number + 1}`).toBeLessThanOrEqual(
            size.height * 0.9,
          );
        }
      }
    }
  });

  it('on a tall slide, the label over a steep line stands to the left of the line, and the one under a flat line under its point', async () => {
    const parts = await fill({ size: { width: 9_144_000, height: 6_858_000 } });
    const chart = parts['ppt/charts/chart1.xml'] ?? '';
    const [upper = '', lower = ''] = matches(chart, /<c:dLbl><c:idx val="1"\/>(.*?)<\/c:dLbl>/g);
    expect(upper).toMatch(/<c:x val="-0\.0[1-9]/);
    expect(lower).toBe('');
  });

  it('the bridge has a short label in place of a label with a word that is wider than its column', async () => {
    const steps = ['Margin FY25', 'Labour productivity', 'Labour', 'Space', 'Hubs', 'Margin FY28'];
    const exhibit: Exhibit = {
      kind: 'bridge',
      unit: '%',
      steps: steps.map((name) => ({ name, value: 1, kind: 'rise' })),
      short: ['Short', 'Work', 'Short', 'Short', 'Short', 'Short'],
      callout: '+1',
    };
    const deck = { ...content, slides: content.slides.map((each) => ({ ...each, exhibit })) };
    const labelsOf = async (width: number) => {
      const parts = await filled(templateFile({ size: { width, height: 6_858_000 } }), deck);
      const categories =
        /<c:cat>(.*?)<\/c:cat>/s.exec(parts['ppt/charts/chart1.xml'] ?? '')?.[1] ?? '';
      return matches(categories, /<c:v>(.*?)<\/c:v>/gs).map((label) =>
        label.replaceAll(/\s/g, ' '),
      );
    };
    expect(await labelsOf(12_192_000)).toEqual(steps);
    expect(await labelsOf(4_572_000)).toEqual(steps.with(1, 'Work'));
  });

  it('table and cards fill an area of four to three', async () => {
    const size = { width: 9_144_000, height: 6_858_000 };
    const parts = await fill({ size, body: [0.05, 0.2, 0.9, 0.7] });
    const bottomOf = (number: number, name: string) => {
      const [, y, height] =
        new RegExp(
          `name="${name}".*?<a:off x="\\d+" y="(\\d+)"/><a:ext cx="\\d+" cy="(\\d+)"`,
        ).exec(slide(parts, number)) ?? [];
      return (Number(y) + Number(height)) / size.height;
    };
    expect(bottomOf(5, 'Table')).toBeGreaterThan(0.6);
    expect(bottomOf(8, 'Option C')).toBeGreaterThan(0.75);
  });

  it('the slide stands on a panel where no text is readable on the ground', async () => {
    const parts = await fill({
      background: '<p:bg><p:bgPr><a:blipFill><a:blip r:embed="rId9"/></a:blipFill></p:bgPr></p:bg>',
      masterLinks: [{ id: 'rId9', type: 'image', target: 'ppt/media/photo.emf' }],
      more: [{ path: 'ppt/media/photo.emf', type: 'image/x-emf', content: greyPixel }],
    });
    expect(slide(parts)).toContain('name="Panel"');
    expect(slide(await fill())).not.toContain('name="Panel"');
  });

  it('when the layout overrides the colour map, the slide has the same override', async () => {
    const map =
      '<a:overrideClrMapping bg1="dk1" tx1="lt1" bg2="dk2" tx2="lt2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';
    const { templateParts } = await import('./testing/template-file.ts');
    const { packageOf } = await import('./package/package-writer.ts');
    const changed = templateParts().map((part) =>
      part.path.includes('slideLayout')
        ? { ...part, content: String(part.content).replace('<a:masterClrMapping/>', map) }
        : part,
    );
    const parts = await filled(
      packageOf([{ id: 'rId1', type: 'officeDocument', target: 'ppt/presentation.xml' }], changed),
    );
    expect(slide(parts)).toContain('<a:overrideClrMapping bg1="dk1"');
  });

  it('six slides have a native chart whose numbers stand in its workbook, and three have native tables', async () => {
    const parts = await fill();
    const charts = own(parts).filter((path) => /charts\/chart\d\.xml$/.test(path));
    expect(charts).toHaveLength(6);
    for (const path of charts) {
      const sheet =
        parts[`ppt/embeddings/workbook${path.at(-5)}.xlsx/xl/worksheets/sheet1.xml`] ?? '';
      const cells = new Map(
        Array.from(
          sheet.matchAll(
            /<c r="([A-Z]+\d+)"[^>]*>(?:<f>.*?<\/f>)?(?:<v>(.*?)<\/v>|<is><t>([\s\S]*?)<\/t><\/is>)/g,
          ),
          ([, at = '', value, text]) => [at, value ?? text],
        ),
      );
      let compared = 0;
      for (const [, column = '', row = '', cache = ''] of (parts[path] ?? '').matchAll(
        /<c:f>Sheet1!\$([A-Z])\$(\d+).*?<\/c:f><c:\w+>([\s\S]*?)<\/c:\w+Cache>/g,
      )) {
        for (const [, index = '', value = ''] of cache.matchAll(
          /<c:pt idx="(\d+)"><c:v>([\s\S]*?)<\/c:v>/g,
        )) {
          expect(
            cells.get(`${column}${Number(row) + Number(index)}`),
            `${path} ${column}${row}`,
          ).toBe(value);
          compared += 1;
        }
      }
      expect(compared).toBeGreaterThan(3);
    }
    for (const number of [5, 7, 8]) expect(slide(parts, number)).toContain('<a:tbl>');
  });

  it('charts and tables have alternative texts, and speaker notes have their paragraphs', async () => {
    const parts = await fill();
    for (const [at, { alt, notes }] of content.slides.entries()) {
      for (const frame of matches(
        slide(parts, at + 1),
        /(<p:graphicFrame>.*?<\/p:graphicFrame>)/g,
      )) {
        expect(frame).toMatch(/<p:cNvPr [^>]*descr="[^"]+"/);
      }
      if (at < 7) expect(slide(parts, at + 1)).toContain(alt);
      expect(words(parts[`ppt/notesSlides/notesSlide${at + 1}.xml`] ?? '')).toBe(notes.join(''));
    }
  });

  it('the ring of a hub that closes is in the colour of the text, because it is thin', async () => {
    const xml = Object.values(await fill()).find((part) => part.includes('name="Hub"')) ?? '';
    const rings = matches(xml, /(<p:sp>.*?<\/p:sp>)/g).filter(
      (shape) => shape.includes('name="Hub"') && shape.includes('prstDash'),
    );
    expect(rings.length).toBeGreaterThan(0);
    for (const ring of rings) expect(ring).not.toContain('lumMod');
  });

  it('a band of the master stays clear of the content', async () => {
    const parts = await fill({ masterShapes: rectangle([0, 0, 0.2, 1], solid('accent1')) });
    for (const [, x] of [...slide(parts).matchAll(/<a:off x="(-?\d+)"/g)].slice(1)) {
      expect(Number(x)).toBeGreaterThanOrEqual(12_192_000 * 0.2);
    }
  });
});

describe('the three looks', () => {
  it.each(['ours', 'office', 'midnight'])(
    '%s gives a sound deck of at most 120 kB, the same bytes each time',
    async (name) => {
      const file = await look(name);
      const template = await openTemplate(file);
      if ('refused' in template) throw new Error(template.refused);
      const deck = fillTemplate(template, content);
      expectSound(unpack(deck));
      expect(deck.length).toBeLessThanOrEqual(120_000);
      expect(Buffer.compare(fillTemplate(template, content), deck)).toBe(0);
      expect(own(unpack(deck)).filter((path) => /slideLayouts\/[^/]+xml$/.test(path))).toHaveLength(
        6,
      );
    },
  );

  it('a deck that is filled as a template has the same slides', async () => {
    const first = await openTemplate(await look('ours'));
    if ('refused' in first) throw new Error(first.refused);
    const deck = fillTemplate(first, content);
    const again = await filled(deck);
    expectSound(again);
    expect(slide(again, 4)).toBe(slide(unpack(deck), 4));
  });
});
