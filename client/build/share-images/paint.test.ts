import { expect, test } from 'vitest';
import { pages } from '../../../shared/pages.ts';
import { faviconIco } from './icons.ts';
import { paint } from './paint.ts';

const images = [...new Map(pages.map(({ image }) => [image.id, image])).values()];

test('every share image is 1200 by 630 and under 80 KB', () => {
  for (const image of images) {
    const png = paint(image);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(png.length).toBeLessThan(80_000);
  }
});

test('the icon file says of its picture what that is', () => {
  const file = faviconIco();
  expect([file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([1, 1]);
  const png = file.subarray(file.readUInt32LE(18));
  expect(png.length).toBe(file.readUInt32LE(14));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([file[6], file[7]]);
});
