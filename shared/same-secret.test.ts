import { expect, test } from 'vitest';
import { isSameSecret } from './same-secret.ts';

test('a secret is the same only when all of it is', () => {
  expect(isSameSecret('abc', 'abc')).toBe(true);
  for (const other of ['', 'ab', 'abcd', 'abd', 'ABC', 'abcabc']) {
    expect(isSameSecret(other, 'abc')).toBe(false);
  }
});
