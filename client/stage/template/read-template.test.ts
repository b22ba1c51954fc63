import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createDeck } from '../deck-file/deck.ts';
import { looks } from '../sample/looks.ts';
import { limits } from './archive.ts';
import { readTemplate } from './read-template.ts';

const [ours] = looks;
const deck = createDeck(ours);
const theme = 'ppt/theme/theme1.xml';
const master = 'ppt/slideMasters/slideMaster1.xml';

type Change = (text: string) => string;

/** The sample deck with some of its parts changed; a part whose change is null is left out. */
function changed(
  changes: Record<string, Change | null>,
  more: Zippable = {},
): Uint8Array<ArrayBuffer> {
  const parts: Zippable = unzipSync(deck);
  for (const [path, change] of Object.entries(changes)) {
    const old = strFromU8(parts[path] as Uint8Array);
    if (change) parts[path] = strToU8(change(old));
    else delete parts[path];
  }
  return zipSync({ ...parts, ...more }, { level: 0 }) as Uint8Array<ArrayBuffer>;
}

const read = (bytes: Uint8Array<ArrayBuffer>) => readTemplate(new Blob([bytes]));
const replaced =
  (from: string | RegExp, to: string): Change =>
  (text) =>
    text.replace(from, () => to);

async function templateOf(bytes: Uint8Array<ArrayBuffer>) {
  const reading = await read(bytes);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.template;
}

describe('a template that can be read', () => {
  it('gives its colours, typefaces, shape and layout names.', async () => {
    const template = await templateOf(deck);
    expect(template).toMatchObject({
      colors: {
        lt1: '#ffffff',
        dk2: ours.palette.ink,
        dk1: ours.palette.ink2,
        accent1: ours.palette.mid,
        lt2: ours.palette.light,
        accent2: ours.palette.key,
      },
      fonts: ours.fonts,
      layouts: ['Title and chart', 'Table'],
    });
    expect(template.ratio).toBeCloseTo(16 / 9, 5);
  });

  it('is found by its relationships, whatever its parts are called.', async () => {
    const parts: Zippable = unzipSync(deck);
    const moved: Zippable = { ...parts, 'ppt/colours/group look.xml': parts[theme] as Uint8Array };
    delete moved[theme];
    const relationships = 'ppt/slideMasters/_rels/slideMaster1.xml.rels';
    const text = strFromU8(parts[relationships] as Uint8Array);
    moved[relationships] = strToU8(
      text
        .replace('/ppt/theme/theme1.xml', '../colours/group look.xml')
        .replace(
          'schemas.openxmlformats.org/officeDocument/2006',
          'purl.oclc.org/ooxml/officeDocument',
        ),
    );
    const file = zipSync(moved) as Uint8Array<ArrayBuffer>;
    expect((await templateOf(file)).colors.accent2).toBe(ours.palette.key);
  });

  it('of type potx, with UTF-16, other prefixes, comments and a system colour, is read.', async () => {
    const utf16 = (text: string) => {
      const units = Uint16Array.from(`\ufeff${text}`, (character) => character.charCodeAt(0));
      return new Uint8Array(units.buffer);
    };
    const parts: Zippable = unzipSync(deck);
    const text = strFromU8(parts[theme] as Uint8Array)
      .replaceAll('a:', 'draw:')
      .replace(
        /<draw:lt1>.*?<\/draw:lt1>/,
        '<draw:lt1><!-- > --><draw:sysClr val="window" lastClr="FAFAFA"/></draw:lt1>',
      );
    const types = strFromU8(parts['[Content_Types].xml'] as Uint8Array);
    parts['[Content_Types].xml'] = strToU8(
      types.replace('presentation.main+xml', 'template.main+xml'),
    );
    parts[theme] = utf16(text);
    const template = await templateOf(zipSync(parts) as Uint8Array<ArrayBuffer>);
    expect(template.colors).toMatchObject({ lt1: '#fafafa', accent1: ours.palette.mid });
  });

  it('follows the colour map of its master.', async () => {
    const dark = changed({
      [master]: replaced(
        'bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2"',
        'bg1="dk2" tx1="lt2" bg2="dk1" tx2="lt1"',
      ),
    });
    expect((await templateOf(dark)).colors).toMatchObject({
      lt1: ours.palette.ink,
      dk2: '#ffffff',
      dk1: ours.palette.light,
      lt2: ours.palette.ink2,
    });
  });

  it('gives the typefaces that its master names in place of those of its theme.', async () => {
    // LibreOffice Impress writes Arial into each theme, and the typefaces into the placeholders of the master.
    const latin = (typeface: string) => `<a:rPr><a:latin typeface="${typeface}"/></a:rPr>`;
    const inPlaceholders = changed({
      [master]: replaced(
        '</p:spTree>',
        `<p:sp><p:nvPr><p:ph type="ftr"/></p:nvPr>${latin('Impact')}</p:sp>
         <p:sp>${latin('Impact')}</p:sp>
         <p:sp><p:nvPr><p:ph type="title"/></p:nvPr>${latin('Georgia')}${latin('Impact')}</p:sp>
         <p:sp><p:nvPr><p:ph type="body"/></p:nvPr>${latin('+mn-lt')}${latin('Impact')}</p:sp></p:spTree>`,
      ),
    });
    expect((await templateOf(inPlaceholders)).fonts).toEqual({
      heading: 'Georgia',
      body: ours.fonts.body,
    });
    const inStyles = changed({
      [master]: (text) =>
        text.replace(/<p:txStyles>.*<\/p:txStyles>/s, '').replace(
          '</p:sldMaster>',
          `<p:txStyles><p:titleStyle>${latin('+mj-lt')}</p:titleStyle>
           <p:bodyStyle>${latin('Verdana')}</p:bodyStyle><p:otherStyle>${latin('Impact')}</p:otherStyle></p:txStyles></p:sldMaster>`,
        ),
    });
    expect((await templateOf(inStyles)).fonts).toEqual({
      heading: ours.fonts.heading,
      body: 'Verdana',
    });
  });

  it('gives names of typefaces that are safe in CSS, and its shape.', async () => {
    const file = changed({
      [theme]: (text) =>
        text
          .replace(
            'typeface="STIX Two Text"',
            'typeface="A&quot;; } body { x: url(//b) &#233;&amp;"',
          )
          .replace('typeface="Instrument Sans"', 'typeface=""'),
      'ppt/presentation.xml': replaced('cx="12192000"', 'cx="9144000"'),
    });
    const { fonts, ratio } = await templateOf(file);
    expect(fonts).toEqual({ heading: 'A  body  x url(b) é&', body: 'Arial' });
    expect(ratio).toBeCloseTo(4 / 3, 5);
  });
});

/** A shape of a layout, in English Metric Units of a slide of 12,192,000 by 6,858,000. */
function shape([x, y, cx, cy]: readonly number[], fill: string, more = ''): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="90" name="x"/><p:cNvSpPr/><p:nvPr>${more}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${fill}<a:ln><a:solidFill><a:srgbClr val="FF00FF"/></a:solidFill></a:ln></p:spPr></p:sp>`;
}
const solid = (color: string) => `<a:solidFill>${color}</a:solidFill>`;
const top = [0, 0, 1_219_200, 137_160];

describe('the bars of a title layout', () => {
  const layout = 'ppt/slideLayouts/slideLayout2.xml';
  const withShapes = (shapes: string, type = 'title') =>
    changed({
      [layout]: (text) =>
        text
          .replace('<p:sldLayout ', `<p:sldLayout type="${type}" `)
          .replace('</p:spTree>', `${shapes}</p:spTree>`),
    });
  const furnitureOf = async (shapes: string, type?: string) =>
    (await templateOf(withShapes(shapes, type))).furniture;

  it('are read with their places and their colours, at most three of them.', async () => {
    const scheme = solid('<a:schemeClr val="tx2"/>');
    const literal = solid('<a:srgbClr val="EF7D22"/>');
    const styled = shape([0, 6_720_840, 12_192_000, 137_160], '').replace(
      '</p:sp>',
      '<p:style><a:lnRef idx="2"><a:schemeClr val="tx1"/></a:lnRef><a:fillRef idx="1"><a:schemeClr val="accent1"/></a:fillRef></p:style></p:sp>',
    );
    const bars = [
      shape(top, scheme),
      shape([11_000_000, 3_000_000, 1_192_000, 9], literal),
      styled,
    ];
    const furniture = await furnitureOf(bars.join('') + shape(top, literal));
    expect(furniture).toHaveLength(3);
    expect(furniture[0]).toEqual({ x: 0, y: 0, width: 0.1, height: 0.02, color: ours.palette.ink });
    expect(furniture[1]?.color).toBe('#ef7d22');
    expect(furniture[2]).toMatchObject({ y: 0.98, width: 1, color: ours.palette.mid });
  });

  it('are read from the layout of type title, else from the first layout.', async () => {
    const bar = shape(top, solid('<a:schemeClr val="accent1"/>'));
    expect(await furnitureOf(bar)).toHaveLength(1);
    expect(await furnitureOf(bar, 'obj')).toEqual([]);
  });

  it('are left out where they are no plain rectangle at an edge.', async () => {
    const plain = solid('<a:schemeClr val="accent1"/>');
    const bar = shape(top, plain);
    const not: Record<string, string> = {
      inside: shape([2_000_000, 2_000_000, 2_000_000, 200_000], plain),
      'the whole slide': shape([0, 0, 12_192_000, 6_858_000], plain),
      'a placeholder': shape(top, plain, '<p:ph type="title"/>'),
      'a circle': bar.replace('prst="rect"', 'prst="ellipse"'),
      turned: bar.replace('<a:xfrm>', '<a:xfrm rot="2700000">'),
      'in a group': `<p:grpSp>${bar}</p:grpSp>`,
      'a gradient': shape(top, '<a:gradFill><a:gsLst/></a:gradFill>'),
      'without a fill': shape(top, '<a:noFill/>'),
      'a changed colour': shape(
        top,
        solid('<a:schemeClr val="accent1"><a:lumMod val="75000"/></a:schemeClr>'),
      ),
      'an unknown colour': shape(top, solid('<a:schemeClr val="url(//x)"/>')),
      'no size': shape([0, 0], plain),
    };
    for (const [name, shapes] of Object.entries(not))
      expect(await furnitureOf(shapes), name).toEqual([]);
  });
});

const types = '[Content_Types].xml';
const zeros = new Uint8Array(12_000_000);

/** A theme that claims to be small in the directory, and inflates to 12 MB. */
function lyingBomb(): Uint8Array<ArrayBuffer> {
  const file = changed({ [theme]: null }, { [theme]: [zeros, { level: 1 }] });
  const view = new DataView(file.buffer);
  for (let at = 0; at + 46 < file.length; at += 1) {
    if (view.getUint32(at, true) !== 0x02014b50 || view.getUint32(at + 24, true) !== zeros.length)
      continue;
    view.setUint32(at + 24, 1000, true);
  }
  return file;
}

const entityBomb = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from('bcdefgh', (name, at) => `<!ENTITY ${name} "${`&${'abcdefg'[at]};`.repeat(10)}">`).join('')}]>`;
const oleFile = Uint8Array.of(
  0xd0,
  0xcf,
  0x11,
  0xe0,
  0xa1,
  0xb1,
  0x1a,
  0xe1,
  ...new Uint8Array(600),
);

/** Gives the two parts of a document that is no presentation. */
const word = zipSync({
  [types]: strToU8(
    '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  ),
  '_rels/.rels': strToU8(
    '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
  ),
  'word/document.xml': strToU8('<document/>'),
}) as Uint8Array<ArrayBuffer>;

describe('a file that cannot be read', () => {
  it.each<[string, () => Uint8Array<ArrayBuffer>, string]>([
    ['an empty file', () => new Uint8Array(), 'not-pptx'],
    [
      'a text',
      () => strToU8('%PDF-1.7 and so on, for some more bytes') as Uint8Array<ArrayBuffer>,
      'not-pptx',
    ],
    ['an OLE container, as of .ppt or of a password', () => oleFile, 'locked'],
    ['a .docx that was renamed', () => word, 'not-pptx'],
    [
      'a .pptm',
      () =>
        changed({
          [types]: replaced(
            'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
            'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml',
          ),
        }),
      'not-pptx',
    ],
    ['a ZIP without content types', () => changed({ [types]: null }), 'not-pptx'],
    ['a file of 51 MB', () => new Uint8Array(limits.file + 1), 'too-large'],
    [
      'a ZIP bomb in the theme',
      () => changed({ [theme]: null }, { [theme]: [zeros, { level: 1 }] }),
      'too-much',
    ],
    ['a ZIP bomb that hides its size', lyingBomb, 'damaged'],
    [
      'a theme without accents',
      () => changed({ [theme]: replaced(/<a:accent1>.*<\/a:accent6>/, '') }),
      'no-theme',
    ],
    [
      'a theme without typefaces',
      () => changed({ [theme]: replaced(/<a:fontScheme.*<\/a:fontScheme>/, '') }),
      'no-theme',
    ],
    [
      'a theme whose colour is no colour',
      () => changed({ [theme]: replaced('val="FFFFFF"', 'val="red;}"') }),
      'no-theme',
    ],
    [
      'a master without a theme',
      () =>
        changed({ 'ppt/slideMasters/_rels/slideMaster1.xml.rels': replaced('/theme"', '/other"') }),
      'no-theme',
    ],
    ['a missing theme', () => changed({ [theme]: null }), 'damaged'],
    [
      'an XML bomb',
      () => changed({ [theme]: (text) => entityBomb + text.replace('Deckwright', '&h;') }),
      'damaged',
    ],
    ['a document type', () => changed({ [theme]: (text) => `<!DOCTYPE a>${text}` }), 'damaged'],
    [
      'an unknown entity',
      () => changed({ [theme]: replaced('typeface="STIX', 'typeface="&lol;') }),
      'damaged',
    ],
    ['a tag without an end', () => changed({ [theme]: (text) => text.slice(0, 700) }), 'damaged'],
  ])('%s gives one reason.', async (_, file, reason) => {
    expect(await read(file())).toEqual({ ok: false, reason });
  });

  it('A part whose content does not have its checksum is refused.', async () => {
    const file = changed({});
    const at = Buffer.from(file).indexOf('<a:srgbClr val="FFFFFF"/>');
    expect(at).toBeGreaterThan(0);
    file.set(strToU8('000000'), at + '<a:srgbClr val="'.length);
    expect(await read(file)).toEqual({ ok: false, reason: 'damaged' });
  });

  it('A file that ends early is refused, wherever it ends.', async () => {
    for (let length = 0; length < deck.length; length += 1777) {
      expect((await read(deck.slice(0, length))).ok).toBe(false);
    }
  });

  it('An entry that is encrypted, doubled or outside the file is refused.', async () => {
    const at = (file: Uint8Array) => {
      const view = new DataView(file.buffer, file.byteOffset);
      return view.getUint32(file.length - 6, true);
    };
    for (const [offset, value, reason] of [
      [8, 1, 'locked'],
      [42, 0xffffff, 'damaged'],
      [20, 0xffffff, 'damaged'],
    ] as const) {
      const file = deck.slice();
      new DataView(file.buffer).setUint32(at(file) + offset, value, true);
      expect(await read(file)).toEqual({ ok: false, reason });
    }
    const twins = zipSync({
      'a.xml': strToU8('a'),
      'A.xml': strToU8('b'),
    }) as Uint8Array<ArrayBuffer>;
    expect(await read(twins)).toEqual({ ok: false, reason: 'damaged' });
  });

  it('200 files with bytes changed at random are read or refused, and none throws or takes long.', async () => {
    let seed = 36;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed % below;
    };
    let refused = 0;
    for (let index = 0; index < 200; index += 1) {
      const file = deck.slice();
      for (let change = random(40); change >= 0; change -= 1)
        file[random(file.length)] = random(256);
      // Half of the changes hit the directory, which all reading starts from.
      if (index % 2) file[file.length - 1 - random(3000)] = random(256);
      const reading = await read(file);
      if (reading.ok) {
        const { colors, fonts } = reading.template;
        for (const color of Object.values(colors)) expect(color).toMatch(/^#[\da-f]{6}$/);
        expect(`${fonts.heading}${fonts.body}`).not.toMatch(/["'\\;{}<]/);
      } else refused += 1;
    }
    expect(refused).toBeGreaterThan(50);
  });

  it('Markup of 2 MB without an end, or with very many quotes, is refused or read in linear time.', async () => {
    const inputs = [
      '<a'.repeat(900_000),
      `<a ${'b '.repeat(900_000)}>`,
      `<a ${'b="" '.repeat(300_000)}>`,
      `<a${' '.repeat(1_800_000)}>`,
    ];
    for (const text of inputs) {
      const file = changed({ [theme]: () => text });
      expect((await read(file)).ok).toBe(false);
    }
  }, 20_000);

  it('The same file can be read again after one that was refused.', async () => {
    expect((await read(deck.slice(0, 5000))).ok).toBe(false);
    expect((await read(deck)).ok).toBe(true);
  });
});
