import { describe, expect, it } from 'vitest';
import type { ColorScheme } from '../color.ts';
import { chroma, contrast, rgbOf, toHsl } from '../rgb.ts';
import { choosePalette } from './palette.ts';
import { readableText } from './readable-text.ts';
import { salience } from './salience.ts';
import type { Tone } from './tone.ts';

const map = new Map([
  ['bg1', 'lt1'],
  ['tx1', 'dk1'],
  ['bg2', 'lt2'],
  ['tx2', 'dk2'],
]);
const scheme = (colors: string): ColorScheme => {
  const names = [
    'dk1',
    'lt1',
    'dk2',
    'lt2',
    'accent1',
    'accent2',
    'accent3',
    'accent4',
    'accent5',
    'accent6',
  ];
  return {
    places: new Map(colors.split(' ').map((color, at) => [names[at] ?? '', `#${color}`])),
    map,
  };
};

/** Themes of Office and of firms: light and dark, bright and grey. */
const themes: Readonly<Record<string, string>> = {
  'Office 2013': '000000 ffffff 44546a e7e6e6 5b9bd5 ed7d31 a5a5a5 ffc000 4472c4 70ad47',
  'Office 2007': '000000 ffffff 1f497d eeece1 4f81bd c0504d 9bbb59 8064a2 4bacc6 f79646',
  'navy and teal': '0b2545 ffffff 0b2545 d5dce6 6f84a3 1aa89c 0b2545 8da9c4 eef4ed 134074',
  'grey accents': '222222 ffffff 444444 eeeeee 333333 666666 999999 bbbbbb 555555 777777',
  'white accents': '000000 ffffff 333333 eeeeee ffffff ffffff fefefe fdfdfd fcfcfc fbfbfb',
  'bright accent': '000000 ffffff 333333 eeeeee f07f09 9f2936 1b587c 4e8542 604878 c19859',
  'yellow text on blue': 'ffff00 005cb8 ffffff 003366 00ccff 3366ff ff9900 ff0000 cccccc 99ccff',
  'dark ground': 'ffffff 111c2f f2efe6 3a4a66 8593aa 7fd0c4 f2efe6 bcc4d0 3a4a66 8593aa',
};
const grounds: Readonly<Record<string, readonly string[]>> = {
  'its paper': [],
  grey: ['#c0c0c0'],
  'a strong blue': ['#0078d7'],
  'a dark gradient': ['#102030', '#203040', '#304050'],
};
/** Colours in which masters draw: dark, bright, pale and grey. */
const drawings = ['nothing', '5A238C', 'FF0000', '9CCCB4', '00B5E2', '0272B2', '595959'];
const drawnIn = (color: string): Tone[] =>
  color === 'nothing'
    ? []
    : [{ xml: `<a:srgbClr val="${color}"></a:srgbClr>`, hex: `#${color.toLowerCase()}` }];
const cases = Object.keys(themes).flatMap((theme) =>
  Object.keys(grounds).flatMap((ground) =>
    drawings.map((drawing) => [theme, ground, drawing] as const),
  ),
);

describe.each(cases)('%s on %s, drawn in %s', (theme, ground, drawing) => {
  const own = scheme(themes[theme] ?? '');
  const under = grounds[ground]?.length ? (grounds[ground] ?? []) : [own.places.get('lt1') ?? ''];
  const { tones, needsPanel } = choosePalette({ colors: under, isUnknown: false }, undefined, own, {
    title: undefined,
    fixed: drawnIn(drawing),
    ofScheme: [],
  });
  const seen = needsPanel ? [tones.paper.hex] : under;

  it('the key stands out more than fills of second rank, and these more than pale fills', () => {
    const [key, mid, light] = [tones.key, tones.mid, tones.light].map(({ hex }) =>
      salience(hex, seen),
    ) as [number, number, number];
    expect(key).toBeGreaterThan(mid);
    expect(mid).toBeGreaterThan(light);
    expect(light).toBeGreaterThan(0.02);
  });

  it('a hairline is seen', () => {
    for (const color of seen)
      expect(contrast(tones.hairline.hex, color)).toBeGreaterThanOrEqual(1.3);
  });

  it('text is readable, on the ground and on a label in the key colour', () => {
    for (const color of seen) expect(contrast(tones.ink.hex, color)).toBeGreaterThanOrEqual(3);
    expect(contrast(tones.onLabel.hex, tones.label.hex)).toBeGreaterThanOrEqual(4.5);
  });

  it('every colour is a tone of the scheme, or of the colour in which the template draws', () => {
    for (const { xml } of Object.values(tones))
      expect(xml.replace(`srgbClr val="${drawing}"`, 'schemeClr val="accent1"')).toMatch(
        /^<a:schemeClr val="(tx|bg|accent)\d"/,
      );
  });
});

describe('choosePalette', () => {
  const paletteOf = (theme: string, ground: string) =>
    choosePalette({ colors: [ground], isUnknown: false }, undefined, scheme(themes[theme] ?? ''))
      .tones;

  it('the key colour is an unchanged accent of the theme, when an accent can be seen', () => {
    expect(paletteOf('Office 2007', '#ffffff').key.xml).toMatch(/^<a:schemeClr val="accent\d"\/>$/);
    expect(paletteOf('bright accent', '#cccccc').key).toEqual({
      xml: '<a:schemeClr val="accent1"/>',
      hex: '#f07f09',
    });
  });

  it('the text’s colour is the key where all accents are grey', () => {
    const { key, strong, ink } = paletteOf('grey accents', '#ffffff');
    expect(key).toEqual(ink);
    expect(strong).not.toEqual(ink);
  });

  it('the first accent of the theme is the key beside text in dark grey, as beside black text', () => {
    const own = scheme(themes['Office 2007'] ?? '');
    for (const hex of ['#000000', '#404040', '#595959']) {
      const ground = { colors: ['#ffffff'], isUnknown: false };
      expect(choosePalette(ground, { xml: '', hex }, own).tones.key.hex, hex).toBe('#4f81bd');
    }
  });

  it('a dark accent on black is not the key beside a bright one', () => {
    const dark = scheme('7d7773 000000 ffffff a60034 b9975b 479aa1 75123b 074465 839527 f2b005');
    const { key } = choosePalette({ colors: ['#000000'], isUnknown: false }, undefined, dark).tones;
    expect(key.hex).toBe('#f2b005');
  });

  it('an accent that cannot be seen becomes darker and keeps its hue', () => {
    const pale = scheme('000000 ffffff 333333 eeeeee fff3e6 ffffff ffffff ffffff ffffff ffffff');
    const { key } = choosePalette({ colors: ['#ffffff'], isUnknown: false }, undefined, pale).tones;
    expect(key.xml).toContain('accent1');
    expect(toHsl(rgbOf(key.hex))[0]).toBeCloseTo(toHsl(rgbOf('#fff3e6'))[0], 0);
    expect(chroma(key.hex)).toBeGreaterThan(0.05);
  });

  it('text is a shade of the theme’s text colour where all text colours are white, as the ground is', () => {
    const white = scheme('ffffff efefef ffffff efefef 86c1c1 ffffff 000000 363636 6c6c6c f1f0eb');
    const { tones } = choosePalette({ colors: ['#ffffff'], isUnknown: false }, undefined, white);
    expect(tones.ink.xml).toContain('tx1');
    expect(contrast(tones.ink.hex, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  });

  it('the body colour of the master stays, also where black would have more contrast', () => {
    const body = { xml: '<a:srgbClr val="FFFFFF"/>', hex: '#ffffff' };
    const { tones } = choosePalette(
      { colors: ['#ec3750'], isUnknown: false },
      body,
      scheme(themes['Office 2013'] ?? ''),
    );
    expect(tones.ink).toBe(body);
  });

  it('a body text of less contrast than 4.5 becomes a shade or a tint of itself', () => {
    const inkOn = (ground: string, hex: string) =>
      choosePalette(
        { colors: [ground], isUnknown: false },
        { xml: `<a:srgbClr val="${hex}"/>`, hex: `#${hex}` },
        scheme(themes['Office 2013'] ?? ''),
      ).tones.ink;
    expect(inkOn('#ffffff', '7f7f7f')).toEqual({
      xml: '<a:srgbClr val="7f7f7f"><a:lumMod val="85000"/></a:srgbClr>',
      hex: '#6c6c6c',
    });
    expect(inkOn('#222222', '838787').hex).toBe('#969999');
    expect(inkOn('#ffffff', '595959').hex).toBe('#595959');
  });

  it('a first accent that is hardly seen is not the fill of second rank', () => {
    const slate = scheme('ffffff 37474f 9e9e9e e0e0e0 616161 78909c cacaca 64ffda ffd966 f5f5f5');
    const { mid } = choosePalette(
      { colors: ['#37474f'], isUnknown: false },
      undefined,
      slate,
    ).tones;
    expect(mid.hex).not.toBe('#616161');
    expect(contrast(mid.hex, '#37474f')).toBeGreaterThan(2);
  });

  it('a first accent that is as loud as the key is not the fill of second rank', () => {
    const midOn = (ground: string, colors: string) =>
      choosePalette({ colors: [ground], isUnknown: false }, undefined, scheme(colors)).tones.mid;
    const cyan = '000000 ffffff 000000 ffffff 06aed5 086788 f0c808 fff1d0 dd1c1a bfbfbf';
    const paleCyan = '487a7b ffffff 487a7b ffffff 2bc1e7 00253f 999999 cccccc 999999 cccccc';
    const coral = '636363 ffffff 636363 ffffff 00c6bb 6feba0 b6df5e efb251 ef755f ed515c';
    for (const colors of [cyan, paleCyan, coral])
      expect(midOn('#ffffff', colors).xml).not.toContain('accent');
  });

  it('a first accent is the fill of second rank unless the template draws in other hues', () => {
    const own = scheme('000000 ffffff 333333 eeeeee 86cac6 ff7f41 999999 cccccc 555555 777777');
    const white = { colors: ['#ffffff'], isUnknown: false };
    const colors = (drawing: string) => {
      const { key, mid } = choosePalette(white, undefined, own, {
        title: undefined,
        fixed: drawnIn(drawing),
        ofScheme: [],
      }).tones;
      return [key.hex, mid.hex];
    };
    expect(colors('nothing')).toEqual(['#ff7f41', '#86cac6']);
    expect(colors('86cac6')).toEqual(['#ff7f41', '#86cac6']);
    expect(colors('e06a30')).toEqual(['#ff7f41', '#a6a6a6']);
  });

  it('a panel takes the second paper colour where that is much nearer to the ground and text reads on it', () => {
    const ion = 'acd433 e6c133 ef7a24 5aa0f5 75ceec 65d6a0';
    const panelOn = (papers: string, colors: readonly string[]) =>
      choosePalette(
        { colors, isUnknown: false },
        undefined,
        scheme(`${papers} ${ion}`),
        undefined,
        true,
      ).tones;
    const blue = ['#0b3a6b', '#2a7f9c'];
    expect(panelOn('ffffff 000000 ebebeb 0e5580', blue)).toMatchObject({
      paper: { xml: '<a:schemeClr val="bg2"/>', hex: '#0e5580' },
      ink: { hex: '#ffffff' },
    });
    expect(panelOn('000000 ffffff 44546a e7e6e6', ['#808080']).paper.hex).toBe('#ffffff');
    expect(panelOn('dddddd 222222 ebebeb 6f7780', ['#6f7780']).paper.hex).toBe('#222222');
    const partly = [...Array<string>(5).fill('#ffffff'), '#305080'];
    expect(panelOn('000000 ffffff 1f497d eeece1', partly).paper.hex).toBe('#ffffff');
  });

  it('an unreadable ground and an unknown ground get a panel in the template’s paper colour', () => {
    const busy = { colors: ['#000000', '#ffffff', '#808080', '#ff0000'], isUnknown: false };
    const office = scheme(themes['Office 2013'] ?? '');
    expect(choosePalette(busy, undefined, office)).toMatchObject({
      needsPanel: true,
      tones: { paper: { hex: '#ffffff' } },
    });
    expect(
      choosePalette({ colors: ['#ffffff'], isUnknown: true }, undefined, office).needsPanel,
    ).toBe(true);
  });
});

describe('readableText', () => {
  const office = scheme(themes['Office 2013'] ?? '');
  const titleOn = (ground: string, hex: string) =>
    readableText({ xml: '', hex }, { colors: [ground], isUnknown: false }, office)?.hex;

  it('a black title on a dark ground takes a light text colour of the template', () => {
    expect(titleOn('#00636b', '#000000')).toBe('#ffffff');
  });

  it('a cyan title on white takes the colour of the texts, if that can be read', () => {
    const title = { xml: '', hex: '#3ee3f4' };
    const white = { colors: ['#ffffff'], isUnknown: false };
    for (const [hex, expected] of [
      ['#266d7e', '#266d7e'],
      ['#eeeeee', '#000000'],
    ] as const)
      expect(readableText(title, white, office, { xml: '', hex })?.hex).toBe(expected);
  });

  it('a dark title of less contrast than 4.5 takes white where white reads better, and stays elsewhere', () => {
    expect(titleOn('#9571af', '#302c24')).toBe('#ffffff');
    expect(titleOn('#40bad2', '#302c24')).toBeUndefined();
    expect(titleOn('#c0c0c0', '#595959')).toBeUndefined();
  });

  it('a bright title of the template stays, on white and on a colour', () => {
    expect(titleOn('#ffffff', '#90c226')).toBeUndefined();
    expect(titleOn('#ed7d31', '#ffffff')).toBeUndefined();
  });
});
