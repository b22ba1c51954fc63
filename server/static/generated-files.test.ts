import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { generatedFiles } from './generated-files.ts';

const config = {
  origin: 'https://deckwright.example',
  contactEmail: 'security@deckwright.example',
  indexing: true,
};
const now = Date.parse('2026-03-04T05:06:07Z');

const body = (path: string, change: Partial<typeof config> = {}): string =>
  new Map(generatedFiles({ ...config, ...change }, { home: '2026-02-03' }, now)).get(path) ?? '';

/** The schema of sitemaps.org, which the package `sitemap` ships. */
const schema = readFileSync(
  join(dirname(createRequire(import.meta.url).resolve('sitemap')), '../../schema/sitemap.xsd'),
  'utf8',
);
const sitemapErrors = async (xml: string) => (await validateXML({ xml, schema })).errors;

test('the sitemap is valid, also where the origin could break it', async () => {
  const xml = body('/sitemap.xml', { origin: `https://a&b<c>"d'$&.example` });
  expect(await sitemapErrors(xml)).toEqual([]);
  expect(await sitemapErrors(xml.replace('2026-02-03', 'yesterday'))).not.toEqual([]);
  expect(xml).toContain('<loc>https://a&amp;b&lt;c&gt;&quot;d&#39;$&amp;.example/</loc>');
});

test('the sitemap lists exactly the pages that may be indexed, and when they changed', () => {
  const urls = body('/sitemap.xml').matchAll(/<loc>([^<]+)<\/loc>/g);
  expect([...urls].map(([, url]) => url)).toEqual([
    'https://deckwright.example/',
    'https://deckwright.example/upload',
    'https://deckwright.example/privacy',
    'https://deckwright.example/terms',
    'https://deckwright.example/careers',
  ]);
  expect(body('/sitemap.xml')).toContain(
    '<loc>https://deckwright.example/</loc><lastmod>2026-02-03</lastmod>',
  );
});

test('robots are welcome and find the sitemap', () => {
  expect(body('/robots.txt')).toBe(
    'User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: https://deckwright.example/sitemap.xml\n',
  );
});

test('with indexing off robots are sent away', () => {
  expect(body('/robots.txt', { indexing: false })).toBe(
    '# Not for search engines: a staging copy.\nUser-agent: *\nDisallow: /\n',
  );
});

test('the site can be installed, as a whole', () => {
  const png = { type: 'image/png' };
  expect(JSON.parse(body('/site.webmanifest'))).toMatchObject({
    id: '/',
    name: 'Deckwright',
    short_name: 'Deckwright',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    icons: [
      { ...png, src: '/icon-192.png', sizes: '192x192', purpose: 'any' },
      { ...png, src: '/icon-512.png', sizes: '512x512', purpose: 'any' },
      { ...png, src: '/icon-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
    ],
  });
});

test('security.txt says whom to write to, and for less than a year', () => {
  const text = body('/.well-known/security.txt');
  // RFC 9116 ends each line, the last too.
  expect(text.endsWith('/.well-known/security.txt\n')).toBe(true);
  const fields = Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((field) => field.split(/: (.*)/).slice(0, 2)),
  );
  expect(fields).toEqual({
    Contact: 'mailto:security@deckwright.example',
    Expires: expect.any(String),
    'Preferred-Languages': 'en',
    Canonical: 'https://deckwright.example/.well-known/security.txt',
  });
  const days = (Date.parse(fields.Expires) - now) / (24 * 60 * 60 * 1000);
  expect(days).toBeGreaterThan(300);
  expect(days).toBeLessThan(365);
});
