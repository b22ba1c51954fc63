import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ManifestEntry, manifest } from '../../cli/commands/manifest/entries.ts';
import { reachProblems } from '../../cli/commands/manifest/problems.ts';
import { headTags } from '../../shared/head.ts';
import { pageConfigElementId } from '../../shared/page-config.ts';
import { pages } from '../../shared/pages.ts';
import { startPages } from '../support/built-server.ts';
import type { Running } from '../support/running-server.ts';
import { asElement, type HeadElement, matching, parseHead } from './parsed-head.ts';

/** The same build, as three operators run it. */
const operators = [
  { SITE_ORIGIN: 'https://deckwright.example', CONTACT_EMAIL: 'hello@deckwright.example' },
  { SITE_ORIGIN: 'https://decks.other.example:8443', CONTACT_EMAIL: "o'hara@other.example" },
  { SITE_ORIGIN: 'https://staging.example', CONTACT_EMAIL: 'me@there.example', INDEXING: 'off' },
] as const;

/** What stands in every head beside what the manifest says: encoding, viewport, files. */
const isOfTheTemplate = ({ tag, attributes }: HeadElement): boolean =>
  'charset' in attributes ||
  tag === 'style' ||
  attributes.name === 'viewport' ||
  ['stylesheet', 'preload', 'modulepreload'].includes(attributes.rel ?? '') ||
  (tag === 'script' && 'src' in attributes);

describe.each(operators)('as run at $SITE_ORIGIN', (environment) => {
  const indexing = !('INDEXING' in environment);
  let server: Running;
  let shareImages: Record<string, string>;

  const get = (path: string) => fetch(`${server.url}${path}`, { redirect: 'manual' });
  const config = () => ({
    origin: environment.SITE_ORIGIN,
    contactEmail: environment.CONTACT_EMAIL,
    indexing,
    shareImages,
  });

  beforeAll(async () => {
    server = await startPages(environment);
    const html = await (await get('/')).text();
    const [, json] = html.split(`id="${pageConfigElementId}">`);
    shareImages = JSON.parse(json?.split('</script>')[0] ?? '').shareImages;
  });
  afterAll(() => server.stop());

  describe.each(pages.map((page) => [page.path ?? '/there-is-no-such-page', page] as const))(
    '%s',
    (path, page) => {
      let response: Response;
      let lang: string | undefined;
      let elements: HeadElement[];
      let entry: ManifestEntry;

      beforeAll(async () => {
        response = await get(path);
        ({ lang, elements } = parseHead(await response.text()));
        const found = manifest(config()).find((candidate) => candidate.path === page.path);
        if (!found) throw new Error(`the manifest does not know ${path}`);
        entry = found;
      });

      const only = (
        tag: string,
        attributes: Record<string, string> = {},
      ): HeadElement | undefined => {
        const found = matching(elements, tag, attributes);
        expect(found.length).toBeLessThan(2);
        return found[0];
      };
      const content = (attribute: 'name' | 'property', value: string): string | undefined =>
        only('meta', { [attribute]: value })?.attributes.content;

      test('answers as the manifest says', () => {
        expect(response.status).toBe(entry.status);
        expect(only('title')?.text).toBe(entry.title);
        expect(content('name', 'description')).toBe(entry.description);
        expect(content('name', 'keywords')).toBe(entry.keywords.join(', '));
        expect(content('name', 'robots')).toBe(entry.robots);
        expect(only('link', { rel: 'canonical' })?.attributes.href ?? null).toBe(entry.canonical);
        expect(content('property', 'og:url') ?? null).toBe(entry.canonical);
        expect(content('property', 'og:image')).toBe(entry.image);
        expect(content('name', 'twitter:image')).toBe(entry.image);
        expect(content('property', 'og:title')).toBe(entry.title);
        expect(content('name', 'twitter:description')).toBe(entry.description);
      });

      test('says nothing about itself twice, and nothing else', () => {
        const ours = elements.filter((element) => !isOfTheTemplate(element));
        expect(ours).toEqual(headTags(page, config()).map(asElement));
        expect(elements.filter((element) => 'charset' in element.attributes)).toHaveLength(1);
        expect(content('name', 'viewport')).toBeDefined();
      });

      test('is in English', () => {
        expect(lang).toBe('en');
        expect(response.headers.get('content-language')).toBe('en');
      });

      test('tells robots the same in its headers', () => {
        const header = response.headers.get('x-robots-tag');
        expect(header).toBe(entry.robots === 'index, follow' ? null : entry.robots);
      });

      test('describes what the manifest says', () => {
        const graph = only('script', { type: 'application/ld+json' })?.text;
        const things: { '@type': string }[] = graph ? JSON.parse(graph)['@graph'] : [];
        expect(things.map((thing) => thing['@type'])).toEqual(entry.structuredData);
      });
    },
  );

  test('every page and share image is reachable', async () => {
    const ask = async (path: string) => (await get(path)).status;
    expect(await reachProblems(manifest(config()), ask)).toEqual([]);
  });

  test('share images have hashed addresses', () => {
    for (const { image } of manifest(config())) expect(image).toMatch(/\.png\?v=[0-9a-f]{8}$/);
  });

  test.each([
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/sitemap.xml', 'text/xml; charset=utf-8'],
    ['/site.webmanifest', 'application/manifest+json; charset=utf-8'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
    ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
    ['/favicon.ico', 'image/x-icon'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/share/home.png', 'image/png'],
  ])('%s is there', async (path, contentType) => {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, contentType]);
    expect(response.headers.get('x-robots-tag')).toBe(indexing ? null : 'noindex, nofollow');
  });

  test('every icon of the web manifest and every file of the head is there', async () => {
    const { icons } = await (await get('/site.webmanifest')).json();
    const { elements } = parseHead(await (await get('/')).text());
    const files = elements
      .map(({ attributes }) => attributes.href ?? attributes.src ?? '')
      .filter((path) => path.startsWith('/'));
    for (const path of [...files, ...icons.map(({ src }: { src: string }) => src)]) {
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    }
  });
});
