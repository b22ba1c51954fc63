import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { describe as describeTemplate } from '../../describe.ts';
import { fillTemplate } from '../../fill-template.ts';
import { openParts } from '../../testing/open-parts.ts';
import { content } from '../../testing/sample-content.ts';
import { rectangle, solid, type TemplateParts } from '../../testing/template-file.ts';

const band = (fill: string) => rectangle([0, 0.95, 1, 0.05], fill);
const purple = band(solid('5A238C'));
const purpleLine = `<a:ln w="12700">${solid('5A238C')}</a:ln>`;
const withText = (shape: string, color: string) =>
  shape.replace(
    '</p:sp>',
    `<p:txBody><a:bodyPr/><a:p><a:r><a:rPr>${solid(color)}</a:rPr><a:t>Text</a:t></a:r></a:p></p:txBody></p:sp>`,
  );
const paletteOf = async (parts: TemplateParts) => (await openParts(parts)).design.palette.tones;
const keyOf = async (parts: TemplateParts) => (await paletteOf(parts)).key.hex;

/** The first accent of the theme, blue, and another one of about the hue of a brick red. */
const [blue, orange] = ['#4472c4', '#ed7d31'];

describe('drawnTones', () => {
  it('a colour in which master or layout draw is the key, if no accent has its hue', async () => {
    expect(await keyOf({ masterShapes: purple })).toBe('#5a238c');
    expect(await keyOf({ layoutShapes: purple })).toBe('#5a238c');
    expect(await keyOf({ masterShapes: band(purpleLine) })).toBe('#5a238c');
    expect(await keyOf({ masterShapes: withText(band('<a:noFill/>'), '5A238C') })).toBe('#5a238c');
    expect(await keyOf({ titleFill: solid('5A238C') })).toBe('#5a238c');
    const titleStyle = `<a:defRPr sz="2800">${solid('5A238C')}</a:defRPr>`;
    expect(await keyOf({ titleStyle })).toBe('#5a238c');
  });

  it('an accent in the hue of the drawn colour is the key before the drawn colour and the first accent', async () => {
    expect(await keyOf({})).toBe(blue);
    expect(await keyOf({ masterShapes: band(solid('C55A11')) })).toBe(orange);
  });

  it('an accent in which master or layout draw is the key before another one that stands out as much', async () => {
    const darker = solid('accent2').replace('/>', '><a:lumMod val="75000"/></a:schemeClr>');
    for (const fill of [solid('accent2'), darker])
      expect(await keyOf({ masterShapes: band(fill) })).toBe(orange);
    expect(await keyOf({ masterShapes: band(solid('accent1')) + band(darker) })).toBe(blue);
  });

  it('a drawn accent is the key before one that stands out more, unless it is hardly seen', async () => {
    const colors = { accent1: '40BAD2', accent2: 'D5393D', accent3: 'DDEEF2' };
    expect(await keyOf({ colors })).toBe('#d5393d');
    expect(await keyOf({ colors, masterShapes: band(solid('accent1')) })).toBe('#40bad2');
    expect(await keyOf({ colors, masterShapes: band(solid('accent3')) })).toBe('#d5393d');
  });

  it('a bright text colour of the scheme in which lines are drawn is the key, if no accent has its hue', async () => {
    const colors = { dk2: '179C7D', accent1: 'EB6A0A', accent6: '888888' };
    const titleStyle = `<a:defRPr sz="2800">${solid('tx1')}</a:defRPr>`;
    expect(await keyOf({ colors, titleStyle })).toBe('#eb6a0a');
    expect(await keyOf({ colors, titleStyle, masterShapes: band(solid('tx2')) })).toBe('#179c7d');
  });

  it('a bright colour of the scheme in which titles are is the key before an accent in its hue, and navy is not', async () => {
    const titles = (dk2: string) => keyOf({ colors: { dk2, accent1: '79463D' } });
    for (const hex of ['D2533C', '1BDCFF']) expect(await titles(hex)).toBe(`#${hex.toLowerCase()}`);
    expect(await titles('1B2A41')).not.toBe('#1b2a41');
  });

  it('an accent in the hue of navy titles is the key before an accent in another hue', async () => {
    const titleStyle = `<a:defRPr sz="2800">${solid('1F3864')}</a:defRPr>`;
    const office2013 = { accent1: '5B9BD5', accent5: '4472C4' };
    expect(await keyOf({ colors: office2013 })).toBe(orange);
    expect(await keyOf({ colors: office2013, titleStyle })).toBe(blue);
    expect(await keyOf({ colors: office2013, titleStyle, masterShapes: purple })).toBe('#5a238c');
  });

  it('an accent gives way to a drawn colour of its hue that looks otherwise, as pure red to dark red, unless that is neon', async () => {
    const colors = { accent1: 'FF0900' };
    expect(await keyOf({ colors })).toBe('#ff0900');
    expect(await keyOf({ colors, masterShapes: band(solid('8E0F0F')) })).toBe('#8e0f0f');
    const green = { accent1: '70AD47' };
    expect(await keyOf({ colors: green, masterShapes: band(solid('27FB35')) })).toBe('#70ad47');
  });

  it('a drawn colour in the hue of no accent that is too dark or too pale for a key is the key in a lighter or darker tone', async () => {
    const colors = { accent1: '618FFD', accent2: '00AE00' };
    expect(await paletteOf({ colors, masterShapes: band(solid('0D4F3C')) })).toMatchObject({
      key: {
        xml: '<a:srgbClr val="0D4F3C"><a:lumMod val="85000"/><a:lumOff val="15000"/></a:srgbClr>',
        hex: '#168565',
      },
    });
    expect(await keyOf({ masterShapes: band(solid('59BBBA')) })).toBe('#347f7f');
    const withoutYellow = { accent4: '999999' };
    expect(await keyOf({ colors: withoutYellow, masterShapes: band(solid('FFED00')) })).toBe(blue);
  });

  it('the key stays the first accent beside pale, grey and translucent colours, and beside a dull text colour of the scheme', async () => {
    const translucent = '<a:srgbClr val="5A238C"><a:alpha val="60000"/></a:srgbClr>';
    const fills = ['D9C6EC', '595959', 'tx2'].map(solid);
    for (const fill of [...fills, `<a:solidFill>${translucent}</a:solidFill>`])
      expect(await keyOf({ masterShapes: band(fill) }), fill).toBe(blue);
  });

  it('a stamp, a swatch beside the slide and a colour of text do not change the key', async () => {
    const stamp = rectangle([0.86, 0.01, 0.13, 0.05], `<a:noFill/>${purpleLine}`);
    expect(await keyOf({ masterShapes: withText(stamp, '5A238C') })).toBe(blue);
    const swatch = rectangle([1.01, 0.5, 0.05, 0.05], solid('5A238C'));
    expect(await keyOf({ masterShapes: swatch })).toBe(blue);
    const bodyStyle = `<a:defRPr sz="2000">${solid('1F1147')}</a:defRPr>`;
    expect(await keyOf({ bodyStyle, masterShapes: band(solid('1F1147')) })).toBe(blue);
  });

  it('the key is the colour of titles and texts where both are in one bright colour in the hue of no accent', async () => {
    const style = (size: number, color: string) =>
      `<a:defRPr sz="${size}">${solid(color)}</a:defRPr>`;
    const texts = (title: string, body: string) => ({
      titleStyle: style(2800, title),
      bodyStyle: style(2000, body),
    });
    const { key, mid } = await paletteOf(texts('E10098', 'E10098'));
    expect(key.hex).toBe('#e10098');
    expect(mid.xml).not.toContain('accent');
    expect(await keyOf(texts('1F1147', '1F1147'))).toBe(blue);
  });

  it('fills of second rank are grey beside a drawn key, because the accents do not belong to it', async () => {
    const { mid } = await paletteOf({ masterShapes: purple });
    expect(mid.xml).not.toContain('accent');
  });

  it('page and file draw a drawn key alike, in the file as the colour of the master', async () => {
    const template = await openParts({ masterShapes: purple });
    expect(describeTemplate(template, 'Illustrative.').palette.key).toBe('#5a238c');
    const charts = Object.entries(unzipSync(fillTemplate(template, content)))
      .filter(([path]) => /charts\/chart\d+\.xml$/.test(path))
      .map(([, bytes]) => strFromU8(bytes));
    expect(charts.join('')).toContain('<a:srgbClr val="5A238C"');
  });
});
