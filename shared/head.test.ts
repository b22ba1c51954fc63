import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type HeadConfig, headTags, scriptJson } from './head.ts';
import { type Page, pages } from './pages.ts';
import { site } from './site.ts';

const config: HeadConfig = {
  origin: 'https://deckwright.example',
  indexing: true,
  contactEmail: 'hello@deckwright.example',
  shareImages: { upload: 'abc123' },
};

const page = (id: string) => pages.find((candidate) => candidate.id === id) as Page;

const identifying = ['name', 'property', 'rel', 'type', 'media', 'sizes'];

/** Returns what a head says, each with the CSS selector that finds its element. The pairs show what a head says twice. */
const said = (of: Page, changes: Partial<HeadConfig> = {}): [string, string | undefined][] =>
  headTags(of, { ...config, ...changes }).map(({ tag, attributes, text }) => {
    const selectors = Object.entries(attributes)
      .filter(([name]) => identifying.includes(name))
      .map(([name, value]) => `[${name}="${value}"]`);
    return [tag + selectors.join(''), text ?? attributes.content ?? attributes.href];
  });
const inHead = (of: Page, changes?: Partial<HeadConfig>) => Object.fromEntries(said(of, changes));

const graph = 'script[type="application/ld+json"]';

test('the head says once what a search engine, a preview or a browser reads', () => {
  const upload = { ...page('upload'), keywords: ['decks', 'slides'] };
  const image = 'https://deckwright.example/share/upload.png?v=abc123';
  const expected = {
    title: upload.title,
    'meta[name="description"]': upload.description,
    'meta[name="keywords"]': 'decks, slides',
    'meta[name="robots"]': 'index, follow',
    'link[rel="canonical"]': 'https://deckwright.example/upload',
    'meta[property="og:type"]': 'website',
    'meta[property="og:site_name"]': site.name,
    'meta[property="og:title"]': upload.title,
    'meta[property="og:description"]': upload.description,
    'meta[property="og:url"]': 'https://deckwright.example/upload',
    'meta[property="og:locale"]': 'en_US',
    'meta[property="og:image"]': image,
    'meta[property="og:image:type"]': 'image/png',
    'meta[property="og:image:width"]': '1200',
    'meta[property="og:image:height"]': '630',
    'meta[property="og:image:alt"]': upload.image.alt,
    'meta[name="twitter:card"]': 'summary_large_image',
    'meta[name="twitter:title"]': upload.title,
    'meta[name="twitter:description"]': upload.description,
    'meta[name="twitter:image"]': image,
    'meta[name="twitter:image:alt"]': upload.image.alt,
    'meta[name="theme-color"][media="(prefers-color-scheme: light)"]': '#f6f3ea',
    'meta[name="theme-color"][media="(prefers-color-scheme: dark)"]': '#10161d',
    'link[rel="icon"][sizes="32x32"]': '/favicon.ico',
    'link[rel="icon"][type="image/svg+xml"]': '/favicon.svg',
    'link[rel="apple-touch-icon"]': '/apple-touch-icon.png',
    'link[rel="manifest"]': '/site.webmanifest',
    [graph]: expect.stringContaining('"@graph"'),
  };
  expect(said(upload)).toEqual(Object.entries(expected));
});

test('a share image that was not built has an address without a content hash', () => {
  const image = inHead(page('home'))['meta[property="og:image"]'];
  expect(image).toBe('https://deckwright.example/share/home.png');
});

test('the head of the 404 page has no canonical address and describes nothing', () => {
  const head = inHead(page('not-found'));
  for (const name of ['link[rel="canonical"]', 'meta[property="og:url"]', graph]) {
    expect(head).not.toHaveProperty([name]);
  }
});

test('with indexing off the head says noindex', () => {
  const head = inHead(page('home'), { indexing: false });
  expect(head['meta[name="robots"]']).toBe('noindex, nofollow');
});

test('JSON in a script reads back as what was written, and can end neither that nor the line', () => {
  const hostile = fc.constantFrom('</script>', '<!--', '&', '\u2028', '\u2029', '$&');
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), hostile), (value) => {
      expect(scriptJson(value)).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(scriptJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
