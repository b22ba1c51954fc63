import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type HeadConfig, type HeadTag, headTags, scriptJson } from './head.ts';
import { pages } from './pages.ts';

const config: HeadConfig = {
  origin: 'https://deckwright.example',
  indexing: true,
  contactEmail: 'hello@deckwright.example',
  shareImages: { home: 'abc123' },
};

const page = (id: string) => {
  const found = pages.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`no page ${id}`);
  return found;
};

/** The CSS selector that finds a tag’s element. */
function headSelector(tag: HeadTag): string {
  if (tag.tag === 'title') return 'title';
  const identifying = ['name', 'property', 'rel', 'type', 'media', 'sizes'];
  return Object.entries(tag.attributes)
    .filter(([name]) => identifying.includes(name))
    .reduce((selector, [name, value]) => `${selector}[${name}="${value}"]`, tag.tag as string);
}

const value = (tags: readonly HeadTag[], selector: string): string | undefined => {
  const tag = tags.find((candidate) => headSelector(candidate) === selector);
  return tag?.text ?? tag?.attributes.content ?? tag?.attributes.href;
};

test.each(pages.map((entry) => entry.id))('the head of %s names each thing once', (id) => {
  const selectors = headTags(page(id), config).map(headSelector);
  expect(selectors).toEqual([...new Set(selectors)]);
});

test('every tag that a search engine or a preview reads says what the page says', () => {
  const upload = page('upload');
  const tags = headTags({ ...upload, keywords: ['decks', 'slides'] }, config);
  const image = 'https://deckwright.example/share/upload.png';
  const said = {
    title: upload.title,
    'meta[name="description"]': upload.description,
    'meta[name="keywords"]': 'decks, slides',
    'meta[name="robots"]': 'index, follow',
    'link[rel="canonical"]': 'https://deckwright.example/upload',
    'meta[property="og:type"]': 'website',
    'meta[property="og:site_name"]': 'Deckwright',
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
  };
  for (const [selector, expected] of Object.entries(said)) {
    expect([selector, value(tags, selector)]).toEqual([selector, expected]);
  }
});

test.each([
  ['link[rel="icon"][sizes="32x32"]', '/favicon.ico'],
  ['link[rel="icon"][type="image/svg+xml"]', '/favicon.svg'],
  ['link[rel="apple-touch-icon"]', '/apple-touch-icon.png'],
  ['link[rel="manifest"]', '/site.webmanifest'],
])('%s is %s on every page', (selector, href) => {
  for (const entry of pages) expect(value(headTags(entry, config), selector)).toBe(href);
});

test('structured data is written as one script, and only where there is any', () => {
  const scripts = (id: string) => headTags(page(id), config).filter(({ tag }) => tag === 'script');
  const [script, ...more] = scripts('privacy');
  expect(script && headSelector(script)).toBe('script[type="application/ld+json"]');
  expect(script && 'text' in script && JSON.parse(script.text)).toHaveProperty('@graph');
  expect(more).toEqual([]);
  expect(scripts('not-found')).toEqual([]);
});

test('a share image’s address carries its content hash', () => {
  const tags = headTags(page('home'), config);
  const url = 'https://deckwright.example/share/home.png?v=abc123';
  expect(value(tags, 'meta[property="og:image"]')).toBe(url);
  expect(value(tags, 'meta[name="twitter:image"]')).toBe(url);
});

test('the 404 page is not indexed and has no canonical address', () => {
  const tags = headTags(page('not-found'), config);
  expect(value(tags, 'meta[name="robots"]')).toBe('noindex, follow');
  expect(tags.map(headSelector)).not.toContain('link[rel="canonical"]');
  expect(tags.map(headSelector)).not.toContain('meta[property="og:url"]');
});

test('with indexing off every page says noindex', () => {
  for (const entry of pages) {
    const tags = headTags(entry, { ...config, indexing: false });
    expect(value(tags, 'meta[name="robots"]')).toBe('noindex, nofollow');
  }
});

test('the theme colour follows the colour scheme', () => {
  const tags = headTags(page('home'), config);
  const scheme = (name: string) =>
    value(tags, `meta[name="theme-color"][media="(prefers-color-scheme: ${name})"]`);
  expect([scheme('light'), scheme('dark')]).toEqual(['#f6f3ea', '#10161d']);
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
