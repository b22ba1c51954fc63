import { expect, test } from 'vitest';
import { isDummyKey } from './dummy-key.ts';

// developers.cloudflare.com/turnstile/troubleshooting/testing
test.each([
  ['that always passes', '1x0000000000000000000000000000000AA'],
  ['that always fails', '2x0000000000000000000000000000000AA'],
  ['that says the token is spent', '3x0000000000000000000000000000000AA'],
  ['of the widget that is always solved', '1x00000000000000000000AA'],
])('the published key %s is known as one', (_what, key) => {
  expect(isDummyKey(key)).toBe(true);
});

test.each(['0x4AAAAAAA-real', '0x4AAAA1x0000000000AA', '4x00000000000000000000AA', ''])(
  'a key of one’s own is not taken for one: %j',
  (key) => {
    expect(isDummyKey(key)).toBe(false);
  },
);
