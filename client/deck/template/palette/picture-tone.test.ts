import { describe, expect, it } from 'vitest';
import type { ShrinkPicture } from '../../picture.ts';
import { openParts } from '../../testing/open-parts.ts';
import { greyPixel, type Place, picture, type TemplateParts } from '../../testing/template-file.ts';

type Point = readonly [red: number, green: number, blue: number];
const [white, red, green]: Point[] = [
  [255, 255, 255],
  [0xc7, 0x12, 0x31],
  [0x10, 0x90, 0x40],
];

/** Decodes each picture as rows in these colours, which alternate. */
const rowsOf =
  (...rows: readonly (Point | undefined)[]): ShrinkPicture =>
  (_bytes, _type, size) => {
    const points = Array.from({ length: size.width * size.height }, (_, at) => [
      ...(rows[Math.floor(at / size.width / 24) % rows.length] ?? []),
      255,
    ]);
    return Promise.resolve({ ...size, data: points.flat() });
  };

const corner: Place = [0.85, 0.9, 0.1, 0.06];
const withPicture = (box: Place): TemplateParts => ({
  masterShapes: picture(box, 'rId9'),
  masterLinks: [{ id: 'rId9', type: 'image', target: 'ppt/media/logo.png' }],
  more: [{ path: 'ppt/media/logo.png', type: 'image/png', content: greyPixel }],
});
const keyOf = async (parts: TemplateParts, shrink: ShrinkPicture) =>
  (await openParts(parts, shrink)).design.palette.tones.key.hex;

const blue = '#4472c4';

describe('pictureTone', () => {
  it('the colour of the logo is the key where the accents are those with which PowerPoint begins', async () => {
    expect(await keyOf(withPicture(corner), rowsOf(white, red))).toBe('#c71231');
    const colors = { accent1: '00677F' };
    expect(await keyOf({ ...withPicture(corner), colors }, rowsOf(white, red))).toBe('#00677f');
  });

  it('an accent in the hue of the logo is the key before the colour of the logo', async () => {
    expect(await keyOf(withPicture(corner), rowsOf(white, [0, 0x50, 0xa0]))).toBe(blue);
  });

  it('a bar of a picture behind the whole slide decides the key as a logo does', async () => {
    const rows = [red, ...Array<Point | undefined>(7).fill(white)];
    expect(await keyOf(withPicture([0, 0, 1, 1]), rowsOf(...rows))).toBe('#c71231');
  });

  it('a logo or a photograph in several colours, and a grey logo, do not decide the key', async () => {
    expect(await keyOf(withPicture(corner), rowsOf(red, green))).toBe(blue);
    expect(await keyOf(withPicture(corner), rowsOf(white, [90, 90, 90]))).toBe(blue);
    expect(await keyOf(withPicture([0.6, 0.4, 0.4, 0.6]), rowsOf(green, red))).toBe(blue);
  });
});
