import { describe, expect, it } from 'vitest';
import type { ShrinkPicture } from '../picture.ts';
import { openParts } from '../testing/open-parts.ts';
import { greyPixel, rectangle, solid, type TemplateParts } from '../testing/template-file.ts';
import { contrast } from './rgb.ts';

async function paletteOf(parts: TemplateParts, shrink?: ShrinkPicture) {
  return (await openParts(parts, shrink)).design.palette;
}
const fill = (inside: string) => `<p:bg><p:bgPr>${inside}<a:effectLst/></p:bgPr></p:bg>`;
const photo: TemplateParts = {
  background: fill('<a:blipFill><a:blip r:embed="rId9"/></a:blipFill>'),
  masterLinks: [{ id: 'rId9', type: 'image', target: 'ppt/media/photo.png' }],
  more: [{ path: 'ppt/media/photo.png', type: 'image/png', content: greyPixel }],
};
const plain =
  (level: number): ShrinkPicture =>
  (_bytes, _type, size) =>
    Promise.resolve({
      ...size,
      data: new Uint8Array(size.width * size.height * 4)
        .fill(level)
        .map((value, at) => (at % 4 === 3 ? 255 : value)),
    });

describe('the ground', () => {
  it.each([
    ['a colour', fill(solid('bg2')), '#e7e6e6'],
    [
      'a fill of the theme',
      '<p:bg><p:bgRef idx="1001"><a:schemeClr val="accent1"/></p:bgRef></p:bg>',
      '#4472c4',
    ],
    ['nothing', '<p:bg><p:bgPr><a:noFill/></p:bgPr></p:bg>', '#ffffff'],
  ])('a background of %s is what the slide stands on', async (_, background, hex) => {
    const { tones, needsPanel } = await paletteOf({ background });
    expect(needsPanel).toBe(false);
    expect(contrast(tones.paper.hex, hex)).toBeLessThan(1.15);
  });

  it('the background passes through the colour map', async () => {
    const colorMap =
      '<p:clrMap bg1="dk1" tx1="lt1" bg2="dk2" tx2="lt2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';
    const { tones } = await paletteOf({ colorMap });
    expect(tones.paper.hex).toBe('#000000');
    expect(tones.ink.hex).toBe('#ffffff');
  });

  it('text is readable on both ends of a gradient', async () => {
    const gradient =
      '<a:gradFill><a:gsLst><a:gs pos="0"><a:srgbClr val="102030"/></a:gs><a:gs pos="100000"><a:srgbClr val="405060"/></a:gs></a:gsLst><a:lin ang="5400000"/></a:gradFill>';
    const { tones } = await paletteOf({ background: fill(gradient) });
    expect(contrast(tones.ink.hex, '#102030')).toBeGreaterThan(4.5);
    expect(contrast(tones.ink.hex, '#405060')).toBeGreaterThan(4.5);
  });

  it('dark text stands on a pale picture, and pale text on a dark picture', async () => {
    expect((await paletteOf(photo, plain(240))).tones.ink.hex).toBe('#000000');
    expect((await paletteOf(photo, plain(15))).tones.ink.hex).toBe('#ffffff');
  });

  it('a picture that cannot be decoded puts the content on a panel', async () => {
    expect((await paletteOf(photo)).needsPanel).toBe(true);
    expect(
      (await paletteOf(photo, () => Promise.reject(new Error('No decoder.')))).needsPanel,
    ).toBe(true);
  });

  it('a picture that cannot be decoded, under an opaque fill, changes nothing', async () => {
    const fills =
      rectangle([0, 0.2, 1, 0.8], solid('203864')) + rectangle([0, 0, 1, 0.2], solid('000000'));
    const { design } = await openParts({
      ...photo,
      masterShapes: fills,
      titleStyle: `<a:defRPr sz="2800">${solid('000000')}</a:defRPr>`,
    });
    expect(design.palette.needsPanel).toBe(false);
    expect(design.title.tone?.hex).toBe('#ffffff');
  });

  it('a picture of more than 40 million pixels is not decoded', async () => {
    const huge = greyPixel.slice();
    new DataView(huge.buffer).setUint32(16, 30_000);
    new DataView(huge.buffer).setUint32(20, 30_000);
    let calls = 0;
    const shrink: ShrinkPicture = (...given) => {
      calls += 1;
      return plain(240)(...given);
    };
    const more = [{ path: 'ppt/media/photo.png', type: 'image/png', content: huge }];
    expect((await paletteOf({ ...photo, more }, shrink)).needsPanel).toBe(true);
    expect(calls).toBe(0);
  });

  it('two colours of a theme recolour a picture', async () => {
    const duotone = '<a:duotone><a:srgbClr val="000000"/><a:srgbClr val="203040"/></a:duotone>';
    const background = fill(`<a:blipFill><a:blip r:embed="rId9">${duotone}</a:blip></a:blipFill>`);
    expect((await paletteOf({ ...photo, background }, plain(240))).tones.ink.hex).toBe('#ffffff');
  });
});
