import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openTemplate } from './open-template.ts';
import { packageOf } from './package/package-writer.ts';
import { mostBytes } from './refusal.ts';
import {
  rectangle,
  solid,
  type TemplateParts,
  templateFile,
  templateParts,
} from './testing/template-file.ts';

const types = 'application/vnd.openxmlformats-officedocument';
const open = (bytes: Uint8Array<ArrayBuffer>) => openTemplate(bytes);
const zipped = (files: Record<string, Uint8Array>) => zipSync(files) as Uint8Array<ArrayBuffer>;

/** Returns an OLE container whose directory names a stream. */
function ole(stream: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2048);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  for (const [at, letter] of [...stream].entries()) bytes[1024 + at * 2] = letter.charCodeAt(0);
  return bytes;
}

async function expectRead(bytes: Uint8Array<ArrayBuffer>) {
  const template = await open(bytes);
  expect('refused' in template ? template : 'read').toBe('read');
}

describe('refusals', () => {
  it.each([
    ['A file with a password is locked.', ole('EncryptedPackage'), 'locked'],
    ['A presentation from before 2007 is an old .ppt.', ole('PowerPoint Document'), 'old_ppt'],
    [
      'A Word document from before 2007 is not a presentation.',
      ole('WordDocument'),
      'not_presentation',
    ],
    ['A PDF is named as such.', strToU8(`%PDF-1.7${' '.repeat(40)}`), 'pdf'],
    ['A text is not a presentation.', strToU8('Dear colleagues, '.repeat(9)), 'not_presentation'],
    ['An empty file is not a presentation.', new Uint8Array(), 'not_presentation'],
    [
      'Keynote is another format.',
      zipped({ 'Index/Document.iwa': new Uint8Array(9) }),
      'other_format',
    ],
    [
      'OpenDocument is another format.',
      zipped({ mimetype: strToU8('application/vnd.oasis.opendocument.presentation') }),
      'other_format',
    ],
    [
      'A ZIP file of pictures is not a presentation.',
      zipped({ 'a.png': new Uint8Array(9) }),
      'not_presentation',
    ],
    ['A ZIP file that ends early is damaged.', templateFile().slice(0, 2000), 'damaged'],
  ])('%s', async (_, bytes, refused) => {
    expect(await open(bytes as Uint8Array<ArrayBuffer>)).toEqual({ refused });
  });

  it('openTemplate refuses a file of more than 100 MB as too large', async () => {
    expect(await open(new Uint8Array(mostBytes + 1))).toEqual({ refused: 'too_large' });
  });

  it('openTemplate refuses a Word document as no presentation', async () => {
    const main = {
      path: 'word/document.xml',
      type: `${types}.wordprocessingml.document.main+xml`,
      content: '<w/>',
    };
    const file = packageOf([{ id: 'rId1', type: 'officeDocument', target: main.path }], [main]);
    expect(await open(file)).toEqual({ refused: 'not_presentation' });
  });

  it('openTemplate refuses a presentation without a slide master, and says so', async () => {
    const [main] = templateParts();
    if (!main) throw new Error('The template has no presentation.');
    const file = packageOf(
      [{ id: 'rId1', type: 'officeDocument', target: main.path }],
      [{ ...main, relationships: [] }],
    );
    expect(await open(file)).toEqual({ refused: 'no_master' });
  });

  it('openTemplate names a damaged part', async () => {
    const parts = templateParts().map((part) =>
      part.path.includes('slideMaster')
        ? { ...part, content: '<p:sldMaster><p:cSld></p:sldMaster>' }
        : part,
    );
    const file = packageOf(
      [{ id: 'rId1', type: 'officeDocument', target: 'ppt/presentation.xml' }],
      parts,
    );
    expect(await open(file)).toEqual({
      refused: 'damaged',
      part: 'ppt/slideMasters/slideMaster1.xml',
    });
  });

  it('openTemplate refuses a master with 600,000 tags', async () => {
    const file = templateFile({ masterShapes: '<a/>'.repeat(600_000) });
    expect(await open(file)).toEqual({
      refused: 'too_much',
      part: 'ppt/slideMasters/slideMaster1.xml',
    });
  });

  it('openTemplate refuses a master of more than 12 MB, though it has few tags', async () => {
    const file = templateFile({ masterShapes: `<!--${'a'.repeat(13_000_000)}-->` });
    expect(await open(file)).toEqual({
      refused: 'too_much',
      part: 'ppt/slideMasters/slideMaster1.xml',
    });
  });

  it('openTemplate refuses a master with a thousand nested groups', async () => {
    const file = templateFile({
      masterShapes: `${'<p:grpSp>'.repeat(1000)}${'</p:grpSp>'.repeat(1000)}`,
    });
    expect(await open(file)).toEqual({
      refused: 'too_much',
      part: 'ppt/slideMasters/slideMaster1.xml',
    });
  });
});

describe('accepted files', () => {
  it.each([
    'presentationml.presentation.main+xml',
    'presentationml.template.main+xml',
    'presentationml.slideshow.main+xml',
  ])('a file of the type %s is read', (type) =>
    expectRead(templateFile({ mainType: `${types}.${type}` })),
  );

  it.each(['presentation', 'template', 'slideshow'])('a %s with macros is read', (name) =>
    expectRead(
      templateFile({ mainType: `application/vnd.ms-powerpoint.${name}.macroEnabled.main+xml` }),
    ),
  );

  it('openTemplate ignores bytes before and after the ZIP file', async () => {
    const file = templateFile();
    await expectRead(Uint8Array.from([...file, 10]));
    await expectRead(Uint8Array.from([35, 33, 10, ...file]));
  });

  it('openTemplate leaves out a missing layout', async () => {
    const parts = templateParts().map((part) =>
      part.path.includes('slideMaster')
        ? {
            ...part,
            content: String(part.content).replace(
              '</p:sldLayoutIdLst>',
              '<p:sldLayoutId id="2147483650" r:id="rId9"/></p:sldLayoutIdLst>',
            ),
            relationships: [
              ...(part.relationships ?? []),
              { id: 'rId9', type: 'slideLayout', target: 'ppt/slideLayouts/gone.xml' },
            ],
          }
        : part,
    );
    const template = await open(
      packageOf([{ id: 'rId1', type: 'officeDocument', target: 'ppt/presentation.xml' }], parts),
    );
    if ('refused' in template) throw new Error(template.refused);
    expect(template.design.layout.master.layouts).toHaveLength(1);
  });

  it('openTemplate reads a strict file', async () => {
    const strict = (text: string) =>
      text
        .replaceAll(
          'http://schemas.openxmlformats.org/presentationml/2006/',
          'http://purl.oclc.org/ooxml/presentationml/',
        )
        .replaceAll(
          'http://schemas.openxmlformats.org/drawingml/2006/',
          'http://purl.oclc.org/ooxml/drawingml/',
        )
        .replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
          'http://purl.oclc.org/ooxml/officeDocument/relationships',
        );
    const parts = templateParts().map((part) => ({
      ...part,
      content: strict(String(part.content)),
      relationships: (part.relationships ?? []).map((link) => ({
        ...link,
        type: `http://purl.oclc.org/ooxml/officeDocument/relationships/${link.type}`,
      })),
    }));
    await expectRead(
      packageOf([{ id: 'rId1', type: 'officeDocument', target: 'ppt/presentation.xml' }], parts),
    );
  });

  /**
   * Opens a file of two masters. The first master has layout 1, the second master has the other layouts.
   * @param uses the number of each slide's layout.
   */
  async function chosenLayout(
    uses: readonly number[],
    isFirstTitled = true,
    partsOfSecond: TemplateParts = {},
  ): Promise<string> {
    const second = templateParts(partsOfSecond).filter(({ path }) => /Master|Layout/.test(path));
    const next = (path: string) =>
      path.replace(/\d(?=\.xml)/, (number) => String(Number(number) + 1));
    const more = second.map((part) => ({
      ...part,
      path: next(part.path),
      relationships: (part.relationships ?? []).map((link) => ({
        ...link,
        target: link.target.includes('theme') ? link.target : next(link.target),
      })),
    }));
    const slides = uses.map((layout, at) => ({
      path: `ppt/slides/slide${at + 1}.xml`,
      type: `${types}.presentationml.slide+xml`,
      content: '<p:sld/>',
      relationships: [
        { id: 'rId1', type: 'slideLayout', target: `ppt/slideLayouts/slideLayout${layout}.xml` },
      ],
    }));
    const parts = templateParts({
      more: [...more, ...slides],
      presentationLinks: [
        { id: 'rId2', type: 'slideMaster', target: 'ppt/slideMasters/slideMaster2.xml' },
        ...slides.map(({ path }, at) => ({ id: `rId${3 + at}`, type: 'slide', target: path })),
      ],
    }).map((part) => {
      const content = String(part.content);
      if (part.path === 'ppt/presentation.xml') {
        const id = '<p:sldMasterId id="2147483660" r:id="rId2"/></p:sldMasterIdLst>';
        return { ...part, content: content.replace('</p:sldMasterIdLst>', id) };
      }
      return part.path.endsWith('slideLayout1.xml') && !isFirstTitled
        ? { ...part, content: content.replace(/<p:sp>.*<\/p:sp>/, '') }
        : part;
    });
    const template = await open(
      packageOf([{ id: 'rId1', type: 'officeDocument', target: 'ppt/presentation.xml' }], parts),
    );
    if ('refused' in template) throw new Error(template.refused);
    return template.design.layout.part.path;
  }

  it('openTemplate chooses the master that the slides use most, and on that master the layout for a title alone', async () => {
    expect(await chosenLayout([2])).toBe('ppt/slideLayouts/slideLayout2.xml');
  });

  it('openTemplate chooses the master whose slides have titles, also if more slides use a master without titles', async () => {
    expect(await chosenLayout([1, 1, 2])).toBe('ppt/slideLayouts/slideLayout1.xml');
    expect(await chosenLayout([1, 1, 2], false)).toBe('ppt/slideLayouts/slideLayout2.xml');
  });

  it('openTemplate chooses the master that more slides use, also if these slides have no title and the master has a layout for titles', async () => {
    expect(await chosenLayout([1, 3, 3], true, { moreLayouts: [''] })).toBe(
      'ppt/slideLayouts/slideLayout2.xml',
    );
  });

  it('openTemplate chooses another master where slides would have to hide the drawing of the master that they use most', async () => {
    const buttons = [0.25, 0.4, 0.55, 0.7, 0.85].map((y) =>
      rectangle([0.1, y, 0.8, 0.08], solid('accent1')),
    );
    expect(await chosenLayout([2], true, { masterShapes: buttons.join('') })).toBe(
      'ppt/slideLayouts/slideLayout1.xml',
    );
  });

  it('openTemplate chooses another master where the master that the slides use most was made for dividers', async () => {
    const band = rectangle([0, 0.33, 1, 0.35], solid('accent1'));
    const divider = {
      masterShapes: band,
      layoutType: 'secHead',
      title: [0.1, 0.4, 0.8, 0.2],
    } as const;
    expect(await chosenLayout([2], true, divider)).toBe('ppt/slideLayouts/slideLayout1.xml');
  });
});
