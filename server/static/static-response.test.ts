import { expect, test } from 'vitest';
import { acceptedEncodings } from './static-response.ts';

test.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['br;q=0.1, gzip', ['gzip', 'br', 'identity']],
  ['gzip;q=0', ['identity']],
  ['*', ['br', 'gzip', 'identity']],
  ['br, *;q=0', ['br']],
  ['identity;q=0, *', ['br', 'gzip']],
  ['identity;q=0', []],
  ['identity, br;q=0.5', ['identity', 'br']],
])('a client that says Accept-Encoding: %s is sent %j, best first', (header, expected) => {
  expect(acceptedEncodings(header)).toEqual(expected);
});

test('as many values as strangers like are answered, and only a few are remembered', () => {
  const first = acceptedEncodings('br, x-0');
  for (let n = 1; n < 1000; n += 1) acceptedEncodings(`br, x-${n}`);
  expect(acceptedEncodings('br, x-0')).not.toBe(first);
  expect(acceptedEncodings('br, x-0')).toEqual(['br', 'identity']);
});
