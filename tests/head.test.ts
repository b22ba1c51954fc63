import { JSDOM } from 'jsdom';
import { beforeAll, describe, expect, test } from 'vitest';
import { liveProblems } from '../cli/commands/manifest/live.ts';
import { manifest } from '../cli/commands/manifest/rows.ts';
import { headTags } from '../shared/head.ts';
import { pageConfigElementId } from '../shared/page-config.ts';
import { pages } from '../shared/pages.ts';
import { type Running, startPages } from './support/built-server.ts';

/** The settings of two operators who run the same build. */
const operators = [
  { SITE_ORIGIN: 'https://decks.other.example:8443', CONTACT_EMAIL: "o'hara@other.example" },
  { SITE_ORIGIN: 'https://staging.example', CONTACT_EMAIL: 'me@there.example', INDEXING: 'off' },
] as const;

/** The elements that every head has, whatever its page: encoding, viewport, files. */
const template =
  '[charset], [name=viewport], style, script:not([type]), script[src], [rel=stylesheet], [rel=preload], [rel=modulepreload], [rel=expect]';

/** Parses a document without its styles, because jsdom takes longest for them. */
const parse = (html: string) =>
  new JSDOM(html.replace(/(?<=<style[^>]*>).*?(?=<\/style>)/s, '')).window.document;

/** Returns an element in the shape that `headTags` returns. */
const tagOf = ({ localName, attributes, textContent }: Element) => ({
  tag: localName,
  attributes: Object.fromEntries(Array.from(attributes, ({ name, value }) => [name, value])),
  text: textContent,
});

/** Returns width and height of a PNG from its first chunk. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

describe.each(operators)('as run at $SITE_ORIGIN', (environment) => {
  const indexing = !('INDEXING' in environment);
  let server: Running;
  let config: Parameters<typeof headTags>[1];

  const get = (path: string) => fetch(new URL(path, server.url), { redirect: 'manual' });
  const read = async (path: string) => parse(await (await get(path)).text());

  beforeAll(async () => {
    server = await startPages(environment);
    const json = (await read('/')).getElementById(pageConfigElementId)?.textContent;
    const { shareImages } = JSON.parse(json ?? '');
    const { SITE_ORIGIN: origin, CONTACT_EMAIL: contactEmail } = environment;
    config = { origin, contactEmail, indexing, shareImages };
  });

  test.each(pages)('$id has the manifest’s head, one stylesheet and small script', async (page) => {
    const entry = manifest(config).find(({ path }) => path === page.path);
    const response = await get(page.path ?? '/there-is-no-such-page');
    const isIndexed = entry?.robots === 'index, follow';
    expect(response.headers.get('x-robots-tag')).toBe(isIndexed ? null : entry?.robots);
    expect(response.headers.get('content-language')).toBe('en');
    const html = await response.text();
    const scripts = Array.from(html.matchAll(/<script[^>]* src="([^"]*)"/g), ([, name]) => name);
    expect(scripts).toEqual([expect.stringMatching(/^\/assets\/boot-/)]);
    expect(html.match(/<style|<link rel="stylesheet"/g)).toHaveLength(1);
    expect(html).not.toContain('modulepreload');
    // The files that block the first frame come after the title.
    const [, awaited] = /<link rel="expect" href="#(.+?)"/.exec(html) ?? [];
    expect(html).toMatch(new RegExp(`</h1>.*<p.* id="${awaited}"`, 's'));
    const { documentElement, head } = parse(html.split('<body')[0] ?? '');
    expect(documentElement.lang).toBe('en');
    // A phone’s keyboard makes the page smaller, and does not cover it.
    const viewport = '[name=viewport][content*="interactive-widget=resizes-content"]';
    expect(head.querySelectorAll(`[charset], ${viewport}`)).toHaveLength(2);
    const ours = [...head.children].filter((element) => !element.matches(template)).map(tagOf);
    expect(ours).toEqual(headTags(page, config).map((tag) => ({ text: '', ...tag })));
  });

  test('every page and share image is reachable, and an image’s address has the hash of what it shows', async () => {
    expect(await liveProblems(manifest(config), server.url)).toEqual([]);
    for (const { image } of manifest(config)) expect(image).toMatch(/\.png\?v=[0-9a-f]{8}$/);
  });

  test.each([
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/sitemap.xml', 'text/xml; charset=utf-8'],
    ['/site.webmanifest', 'application/manifest+json; charset=utf-8'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
    ['/favicon.ico', 'image/x-icon'],
  ])('%s is there', async (path, contentType) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('content-type')]).toEqual([200, contentType]);
    expect(headers.get('x-robots-tag')).toBe(indexing ? null : 'noindex, nofollow');
  });

  test('every file of the head is there, and every icon has the size that is said of it', async () => {
    const { head } = await read('/');
    for (const element of head.querySelectorAll('[href^="/"], [src^="/"]')) {
      const path = element.getAttribute('href') ?? element.getAttribute('src') ?? '';
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    }
    const { icons } = await (await get('/site.webmanifest')).json();
    for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
      const png = Buffer.from(await (await get(src)).arrayBuffer());
      expect([src, sizeOf(png)]).toEqual([src, sizes]);
    }
  });
});
