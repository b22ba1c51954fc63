import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPages } from '../support/built-server.ts';
import type { Running } from '../support/running-server.ts';
import { matching, parseHead } from './parsed-head.ts';

/** What stands in its first chunk, in pixels. */
const sizeOfPng = (file: Buffer): string => {
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
};

/** Of every picture in the file, in the order of its directory; there 0 stands for 256. */
const sizesOfIco = (file: Buffer): string[] =>
  Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index;
    return `${file.readUInt8(entry) || 256}x${file.readUInt8(entry + 1) || 256}`;
  });

describe('a picture has the size that is said of it', () => {
  let server: Running;
  const get = (path: string) => fetch(new URL(path, server.url));
  const bytes = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());
  const head = async (path: string) => parseHead(await (await get(path)).text()).elements;

  beforeAll(async () => {
    server = await startPages({});
  });
  afterAll(() => server.stop());

  test('the icons of the web manifest', async () => {
    const { icons } = (await (await get('/site.webmanifest')).json()) as {
      icons: { src: string; sizes: string }[];
    };
    expect(icons).not.toEqual([]);
    for (const { src, sizes } of icons)
      expect([src, sizeOfPng(await bytes(src))]).toEqual([src, sizes]);
  });

  test('the icons of the head', async () => {
    const elements = await head('/');
    const [icon] = matching(elements, 'link', { rel: 'icon', sizes: '32x32' });
    expect(sizesOfIco(await bytes(icon?.attributes.href ?? ''))).toContain('32x32');
    const [touch] = matching(elements, 'link', { rel: 'apple-touch-icon' });
    expect(sizeOfPng(await bytes(touch?.attributes.href ?? ''))).toBe('180x180');
  });

  test.each(['/', '/upload', '/nowhere'])('the share image of %s', async (path) => {
    const elements = await head(path);
    const said = (name: string) =>
      matching(elements, 'meta', { property: `og:image${name}` })[0]?.attributes.content ?? '';
    const { pathname } = new URL(said(''));
    expect(sizeOfPng(await bytes(pathname))).toBe(`${said(':width')}x${said(':height')}`);
  });
});
