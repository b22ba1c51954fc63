import { describe, expect, it } from 'vitest';
import type { Box } from '../description.ts';
import { openParts } from '../testing/open-parts.ts';
import {
  greyPixel,
  placeholder,
  rectangle,
  solid,
  type TemplateParts,
} from '../testing/template-file.ts';
import { overlap } from './free-area.ts';

async function areaOf(parts: TemplateParts): Promise<Box> {
  return (await openParts(parts)).design.content;
}
const box = ([x, y, width, height]: readonly [number, number, number, number]): Box => ({
  x,
  y,
  width,
  height,
});

describe('contentArea', () => {
  it('the area is the master’s body for a layout that has a title alone', async () => {
    const area = await areaOf({});
    expect(area.x).toBeCloseTo(0.05);
    expect(area.width).toBeCloseTo(0.9);
    expect(area.y).toBeCloseTo(0.25);
    expect(area.height).toBeCloseTo(0.62);
  });

  it('the master’s body moves up with the title where the layout has its title higher than the master, except on a picture', async () => {
    const area = await areaOf({
      layoutShapes: placeholder('type="title"', [0.05, 0.02, 0.9, 0.1]),
    });
    expect(area.y).toBeCloseTo(0.18);
    expect(area.y + area.height).toBeCloseTo(0.87);
    const onPicture = await areaOf({
      layoutShapes: placeholder('type="title"', [0.05, 0.02, 0.9, 0.1]),
      background:
        '<p:bg><p:bgPr><a:blipFill><a:blip r:embed="rId9"/></a:blipFill><a:effectLst/></p:bgPr></p:bg>',
      masterLinks: [{ id: 'rId9', type: 'image', target: 'ppt/media/photo.png' }],
      more: [{ path: 'ppt/media/photo.png', type: 'image/png', content: greyPixel }],
    });
    expect(onPicture.y).toBeCloseTo(0.25);
  });

  it.each([
    [
      'a title at the bottom',
      { title: [0.05, 0.8, 0.9, 0.15], body: [0.05, 0.05, 0.9, 0.9] },
      [0.05, 0.8, 0.9, 0.15],
    ],
    [
      'a footer',
      { footers: placeholder('type="ftr" idx="10"', [0.05, 0.8, 0.9, 0.06]) },
      [0.05, 0.8, 0.9, 0.06],
    ],
    [
      'a band at the left',
      { masterShapes: rectangle([0, 0, 0.15, 1], solid('accent1')) },
      [0, 0, 0.15, 1],
    ],
    [
      'a logo',
      { layoutShapes: rectangle([0.8, 0.75, 0.15, 0.12], solid('accent2')) },
      [0.8, 0.75, 0.15, 0.12],
    ],
  ] as const)('the area stays clear of %s', async (_, parts, taken) => {
    const area = await areaOf(parts);
    expect(overlap(area, box(taken))).toBe(0);
    expect(area.width * area.height).toBeGreaterThan(0.3);
  });

  it('the area begins under the title that a slide places, where the body leaves more room above than that title needs', async () => {
    const layoutShapes = placeholder('idx="1"', [0.05, 0.45, 0.9, 0.45]);
    expect((await areaOf({ layoutShapes })).y).toBeCloseTo(0.45);
    expect((await areaOf({ layoutShapes, title: [0.05, 0.05, 1.2, 0.14] })).y).toBeLessThan(0.2);
  });

  it('the area begins a little below the title’s box, where the body begins right under it', async () => {
    const area = await areaOf({ body: [0.05, 0.19, 0.9, 0.7] });
    expect(area.y).toBeCloseTo(0.209, 3);
    expect(area.y + area.height).toBeCloseTo(0.89);
  });

  it('the area is in line with the title that a slide places, where the body is almost as wide', async () => {
    const areaUnder = (x: number) =>
      areaOf({ title: [0.05, 0.05, 1.2, 0.14], body: [x, 0.25, 1 - 2 * x, 0.62] });
    expect(await areaUnder(0.09)).toMatchObject({ x: 0.05, width: 0.9 });
    expect((await areaUnder(0.2)).x).toBeCloseTo(0.2);
  });

  it('the area stays in line with the title above a logo in the lower left corner', async () => {
    const area = await areaOf({
      masterShapes: rectangle([0.03, 0.78, 0.05, 0.16], solid('accent2')),
    });
    expect(area.x).toBeCloseTo(0.05);
    expect(area.y + area.height).toBeLessThan(0.78);
  });

  it('a shape in almost the colour of the ground is no obstacle', async () => {
    const area = await areaOf({ masterShapes: rectangle([0.6, 0.2, 0.4, 0.8], solid('F8F8F8')) });
    expect(area.width).toBeCloseTo(0.9);
  });

  it('a band that fades from the colour of the ground to a strong colour is an obstacle, and to a pale colour none', async () => {
    const fading = (color: string) =>
      `<a:gradFill><a:gsLst><a:gs pos="0"><a:srgbClr val="FFFFFF"/></a:gs><a:gs pos="100000"><a:srgbClr val="${color}"/></a:gs></a:gsLst><a:lin ang="0"/></a:gradFill>`;
    const top = async (color: string) =>
      (await areaOf({ masterShapes: rectangle([0.05, 0.24, 0.8, 0.02], fading(color)) })).y;
    expect(await top('297F3D')).toBeGreaterThan(0.27);
    expect(await top('F8F8F8')).toBeCloseTo(0.25);
  });

  it('the area is as wide as a body for a few lines, and as high as the room under the title', async () => {
    const area = await areaOf({ body: [0.03, 0.2, 0.94, 0.32] });
    expect([area.x, area.width]).toEqual([expect.closeTo(0.03), expect.closeTo(0.94)]);
    expect(area.height).toBeGreaterThan(0.6);
  });

  it('the content stands over a slanted watermark, and clear of an upright text', async () => {
    const text = (rotation: number) =>
      rectangle([0.2, 0.5, 0.6, 0.1], '<a:noFill/>')
        .replace('<a:xfrm>', `<a:xfrm rot="${rotation * 60_000}">`)
        .replace(
          '</p:sp>',
          '<p:txBody><a:bodyPr/><a:p><a:r><a:t>Draft</a:t></a:r></a:p></p:txBody></p:sp>',
        );
    expect((await areaOf({ masterShapes: text(-30) })).height).toBeCloseTo(0.62);
    expect((await areaOf({ masterShapes: text(0) })).height).toBeLessThan(0.4);
  });

  it('a panel under the body is its ground, and the content stays inside', async () => {
    const area = await areaOf({ masterShapes: rectangle([0.1, 0.3, 0.8, 0.5], solid('accent1')) });
    expect(area.x).toBeGreaterThan(0.1);
    expect(area.y).toBeGreaterThan(0.3);
    expect(area.x + area.width).toBeLessThan(0.9);
  });

  it('a panel through which little is seen is a panel too', async () => {
    const fill = solid('accent1').replace('/>', '><a:alpha val="90000"/></a:schemeClr>');
    const area = await areaOf({ masterShapes: rectangle([0.1, 0.3, 0.8, 0.5], fill) });
    expect(area.x).toBeGreaterThan(0.1);
    expect(area.y + area.height).toBeLessThan(0.8);
  });

  it('the content keeps a margin where the body fills the slide', async () => {
    const area = await areaOf({ body: [0, 0.2, 1, 0.8] });
    expect(area.x).toBeGreaterThanOrEqual(0.02);
    expect(area.x + area.width).toBeLessThanOrEqual(0.98);
  });
});
