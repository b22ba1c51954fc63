import { expect, test } from 'vitest';
import { isToken, makeToken } from './link.ts';

test('a token is 32 random bytes in base64url', () => {
  const tokens = Array.from({ length: 1000 }, makeToken);
  expect(new Set(tokens).size).toBe(tokens.length);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(tokens.every(isToken)).toBe(true);
});

test('a text of another length or with other characters is no token', () => {
  const token = makeToken();
  for (const text of ['', token.slice(1), `${token}a`, `${token.slice(1)}.`, `${token}\n`]) {
    expect(isToken(text)).toBe(false);
  }
});
