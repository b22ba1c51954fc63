import { expect, test } from 'vitest';
import { acceptedEncodings } from './static-response.ts';

test('what 64 clients say is remembered, and with one more all is forgotten', () => {
  const headers = Array.from({ length: 64 }, (_, n) => `br, x-${n}`);
  const first = headers.map((header) => acceptedEncodings(header));
  for (const [n, header] of headers.entries()) expect(acceptedEncodings(header)).toBe(first[n]);
  acceptedEncodings('br, x-64');
  expect(acceptedEncodings('br, x-0')).not.toBe(first[0]);
  expect(acceptedEncodings('br, x-0')).toEqual(['br', 'identity']);
});
