import { expect, test } from 'vitest';
import { matchesEtag } from './answer.ts';
import { acceptedEncodings } from './negotiate.ts';

test.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['br;q=0.1, gzip', ['gzip', 'br', 'identity']],
  ['gzip;q=0', ['identity']],
  ['*', ['br', 'gzip', 'identity']],
  ['*;q=0', []],
  ['br, *;q=0', ['br']],
  ['identity;q=0, *', ['br', 'gzip']],
  ['identity;q=0', []],
  ['identity, br;q=0.5', ['identity', 'br']],
  ['BR ; Q=0.5 , x-gzip;q=0.7', ['gzip', 'br', 'identity']],
  ['br;q=nonsense', ['identity']],
])('Accept-Encoding: %s → %j', (header, expected) => {
  expect(acceptedEncodings(header)).toEqual(expected);
});

test('strangers cannot make the memory of encodings grow', () => {
  const [first, last] = ['br, x-0', 'br, x-999'];
  for (let n = 0; n < 1000; n += 1) acceptedEncodings(`br, x-${n}`);
  // What is remembered is the same list each time; what is not, a new one.
  expect(acceptedEncodings(first)).toBe(acceptedEncodings(first));
  expect(acceptedEncodings(last)).not.toBe(acceptedEncodings(last));
  expect(acceptedEncodings(last)).toEqual(['br', 'identity']);
});

test.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"x", W/"a" , "y"', 'W/"a"', true],
  ['*', '"a"', true],
  ['"b"', '"a"', false],
  ['a', '"a"', false],
])('If-None-Match: %s against %s', (header, etag, expected) => {
  expect(matchesEtag(header, etag)).toBe(expected);
});
