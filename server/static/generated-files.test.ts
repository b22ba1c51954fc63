import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { pages } from '../../shared/pages.ts';
import { site } from '../../shared/site.ts';
import { generatedFiles } from './generated-files.ts';

const origin = 'https://deckwright.example';
const config = { origin, contactEmail: 'security@deckwright.example', indexing: true };
const now = Date.parse('2026-03-04T05:06:07Z');

const body = (path: keyof ReturnType<typeof generatedFiles>, change: Partial<typeof config> = {}) =>
  generatedFiles({ ...config, ...change }, { home: '2026-02-03' }, now)[path];

/** The schema of sitemaps.org, which the package `sitemap` ships. */
const schema = readFileSync(
  join(dirname(createRequire(import.meta.url).resolve('sitemap')), '../../schema/sitemap.xsd'),
  'utf8',
);
const sitemapErrors = async (xml: string) => (await validateXML({ xml, schema })).errors;

test('the sitemap is valid XML, also with markup in the origin', async () => {
  const xml = body('/sitemap.xml', { origin: `https://a&b<c>"d'$&.example` });
  expect(await sitemapErrors(xml)).toEqual([]);
  expect(await sitemapErrors(xml.replace('2026-02-03', 'yesterday'))).not.toEqual([]);
  expect(xml).toContain('<loc>https://a&amp;b&lt;c&gt;&quot;d&#39;$&amp;.example/</loc>');
});

test('the sitemap lists exactly the pages that may be indexed, with the day of their last change', () => {
  const xml = body('/sitemap.xml');
  const urls = Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url]) => url);
  const indexed = pages.filter(({ robots }) => robots === 'index, follow');
  expect(urls).toEqual(indexed.map(({ path }) => origin + path));
  expect(xml).toContain(`<loc>${origin}/</loc><lastmod>2026-02-03</lastmod>`);
});

test('robots.txt allows robots and names the sitemap, and with indexing off it allows nothing', () => {
  expect(body('/robots.txt')).toBe(
    `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`,
  );
  expect(body('/robots.txt', { indexing: false })).toBe(
    '# Not for search engines: a staging copy.\nUser-agent: *\nDisallow: /\n',
  );
});

test('the web manifest lets browsers install the site', () => {
  const { icons, ...rest } = JSON.parse(body('/site.webmanifest'));
  expect(rest).toMatchObject({ id: '/', name: site.name, start_url: '/', scope: '/' });
  expect(rest).toMatchObject({ short_name: site.name, display: 'standalone' });
  expect(icons.map((icon: object) => Object.values(icon).toSorted().join(' '))).toEqual([
    '/icon-192.png 192x192 any image/png',
    '/icon-512.png 512x512 any image/png',
    '/icon-maskable-512.png 512x512 image/png maskable',
  ]);
});

test('security.txt names the contact address and expires within a year', () => {
  expect(body('/.well-known/security.txt').split('\n')).toEqual([
    'Contact: mailto:security@deckwright.example',
    'Expires: 2027-02-27T00:00:00.000Z',
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    // RFC 9116 ends each line, the last too.
    '',
  ]);
});
