import { expect, describe as group, it } from 'vitest';
import { describe } from '../describe.ts';
import type { Box } from '../description.ts';
import type { ShrinkPicture } from '../picture.ts';
import { openParts } from '../testing/open-parts.ts';
import { greyPixel, type TemplateParts } from '../testing/template-file.ts';
import { overlap } from './free-area.ts';

const photo: TemplateParts = {
  background:
    '<p:bg><p:bgPr><a:blipFill><a:blip r:embed="rId9"/></a:blipFill><a:effectLst/></p:bgPr></p:bg>',
  masterLinks: [{ id: 'rId9', type: 'image', target: 'ppt/media/photo.png' }],
  more: [{ path: 'ppt/media/photo.png', type: 'image/png', content: greyPixel }],
};

/** Decodes every picture to white with navy parts. */
const whiteBut =
  (parts: readonly Box[]): ShrinkPicture =>
  (_bytes, _type, { width, height }) => {
    const data = new Uint8Array(width * height * 4).fill(255);
    for (let at = 0; at < width * height; at += 1) {
      const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
      const isInside = (part: Box) =>
        x >= part.x && x < part.x + part.width && y >= part.y && y < part.y + part.height;
      if (parts.some(isInside)) data.set([16, 32, 80, 255], at * 4);
    }
    return Promise.resolve({ width, height, data });
  };

async function described(...parts: readonly Box[]) {
  const template = await openParts(photo, whiteBut(parts));
  return describe(template, 'Illustrative.');
}

group('a background picture', () => {
  it.each([
    ['right', { x: 0.8, y: 0, width: 0.2, height: 0.2 }],
    ['left', { x: 0, y: 0, width: 0.12, height: 0.2 }],
  ])('the title stays clear of a logo in the picture at its %s', async (_, logo) => {
    const { title } = await described(logo);
    expect(overlap(title.inside, logo)).toBeLessThan(0.001);
    expect(title.inside.width).toBeGreaterThan(0.6);
  });

  it.each([
    ['below', { x: 0, y: 0.8, width: 1, height: 0.2 }],
    [
      'above, with its edge between two points of the sample',
      { x: 0, y: 0, width: 1, height: 0.27 },
    ],
    [
      'above, with its edge right under the upper side of the body',
      { x: 0, y: 0, width: 1, height: 0.255 },
    ],
  ])('the content stays clear of a band in the picture %s', async (_, band) => {
    const { content, panel } = await described(band);
    expect(overlap(content, band)).toBeLessThan(1e-6);
    expect(panel).toBeNull();
  });

  it('a logo in the lower right corner of the picture takes height from the so-what, and no width from the exhibit', async () => {
    const logo = { x: 0.8, y: 0.72, width: 0.2, height: 0.28 };
    const { content, exhibit, side } = await described(logo);
    expect(content.width).toBeLessThan(0.76);
    expect(exhibit.width).toBeGreaterThan(0.59);
    expect(exhibit.x + exhibit.width).toBeLessThan(logo.x);
    expect((side?.x ?? 0) + (side?.width ?? 0)).toBeGreaterThan(0.9);
    expect((side?.y ?? 1) + (side?.height ?? 1)).toBeLessThan(logo.y + 0.01);
  });

  it('title and content stand on a panel where they cannot keep clear of a frame in the picture', async () => {
    const across = { x: 0, y: 0.47, width: 1, height: 0.03 };
    const down = [0.34, 0.64].map((x) => ({ x, y: 0, width: 0.02, height: 0.2 }));
    const { panel, title } = await described(across, ...down);
    expect(panel?.box.y).toBeLessThan(title.inside.y - 0.01);
    expect(panel?.box.x).toBeLessThan(title.inside.x - 0.005);
    expect((await described(across)).panel?.box.y).toBeGreaterThan(title.inside.y + 0.1);
  });

  it('the title keeps to one side of a band’s edge in the picture', async () => {
    const edge = 0.125;
    const { title } = await described({ x: 0, y: 0, width: 1, height: edge });
    const { y, height } = title.inside;
    expect(y >= edge - 0.02 || y + height <= edge + 0.02).toBe(true);
  });

  it('the title keeps to one side of a thin line in the picture', async () => {
    const line = { x: 0, y: 0.133, width: 1, height: 0.008 };
    const { title } = await described(line);
    expect(overlap(title.inside, line)).toBeLessThan(1e-6);
    expect(title.inside.height).toBeGreaterThan(0.05);
  });

  it('the title keeps its place on a picture with two equal halves, which shows nothing in particular', async () => {
    const { title } = await described({ x: 0.5, y: 0, width: 0.5, height: 1 });
    expect(title.inside.width).toBeGreaterThan(0.85);
  });
});
