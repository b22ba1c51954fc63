import { expect, test } from 'vitest';
import { type HeadConfig, type HeadTag, headSelector, headTags } from './head.ts';
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

const value = (tags: readonly HeadTag[], selector: string): string | undefined => {
  const tag = tags.find((candidate) => headSelector(candidate) === selector);
  if (!tag || 'text' in tag) return tag?.text;
  return tag.attributes.content ?? tag.attributes.href;
};

test.each(pages.map((entry) => entry.id))('the head of %s names each thing once', (id) => {
  const selectors = headTags(page(id), config).map(headSelector);
  expect(selectors).toEqual([...new Set(selectors)]);
});

test('canonical, og:url and share image are absolute and the paths have no trailing slash', () => {
  const tags = headTags({ ...page('upload'), path: '/upload/' }, config);
  expect(value(tags, 'link[rel="canonical"]')).toBe('https://deckwright.example/upload');
  expect(value(tags, 'meta[property="og:url"]')).toBe('https://deckwright.example/upload');
  expect(value(tags, 'meta[property="og:image"]')).toBe(
    'https://deckwright.example/share/upload.png',
  );
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
  expect(value(tags, 'link[rel="canonical"]')).toBeUndefined();
  expect(value(tags, 'meta[property="og:url"]')).toBeUndefined();
});

test('outcome pages are not indexed', () => {
  const outcomes = pages.filter((entry) => entry.id.startsWith('early-access-'));
  expect(outcomes.length).toBeGreaterThan(10);
  for (const outcome of outcomes) {
    expect(value(headTags(outcome, config), 'meta[name="robots"]')).toBe('noindex, follow');
  }
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
  expect([scheme('light'), scheme('dark')]).toEqual(['#F6F3EA', '#10161D']);
});
