import { expect, test } from 'vitest';
import { webHashToken } from './hashes.ts';

test('the function hashes a token as SHA-256 in hexadecimal digits', async () => {
  // From FIPS 180-2, appendix B.1.
  const sum = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(await webHashToken('abc')).toBe(sum);
});
