import { expect, test } from 'vitest';
import { shareImageUrl } from './paths.ts';

const origin = 'https://deckwright.example';

test.each([
  ['no images were built', {}],
  ['this one was not built', { shareImages: { upload: 'abc123' } }],
])('where %s, the address stands without a hash', (_case, images) => {
  expect(shareImageUrl({ id: 'home' }, { origin, ...images })).toBe(
    'https://deckwright.example/share/home.png',
  );
});
