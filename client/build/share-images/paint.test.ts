import { expect, test } from 'vitest';
import { pages, type ShareImage } from '../../../shared/pages.ts';
import { paint } from './paint.ts';

const images = [...new Map(pages.map(({ image }) => [image.id, image])).values()];
const home = images.find(({ id }) => id === 'home') as ShareImage;

test('every share image is 1200 by 630 and under 80 KB', { timeout: 30_000 }, async () => {
  for (const image of images) {
    const png = await paint(image);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(png.length).toBeLessThan(80_000);
  }
});

test('the same page gives the same picture, another one another', { timeout: 30_000 }, async () => {
  const first = await paint(home);
  expect(await paint(home)).toEqual(first);
  expect(await paint({ ...home, note: 'Something else.' })).not.toEqual(first);
});

test('no two pictures share an id', () => {
  for (const page of pages) {
    expect(images.find(({ id }) => id === page.image.id)).toEqual(page.image);
  }
});
