import { expect, test } from 'vitest';
import { canonicalUrl, shareImageUrl } from './paths.ts';

const origin = 'https://deckwright.example';

test.each([
  ['/', 'https://deckwright.example/'],
  ['/upload', 'https://deckwright.example/upload'],
  ['/upload/', 'https://deckwright.example/upload'],
  ['/upload//', 'https://deckwright.example/upload'],
  ['/a/b', 'https://deckwright.example/a/b'],
])('the canonical address of %s is %s', (path, url) => {
  expect(canonicalUrl(origin, path)).toBe(url);
});

test.each([
  ['no images were built', {}],
  ['this one was not built', { shareImages: { upload: 'abc123' } }],
])('where %s, the address stands without a hash', (_case, images) => {
  expect(shareImageUrl({ id: 'home' }, { origin, ...images })).toBe(
    'https://deckwright.example/share/home.png',
  );
});
