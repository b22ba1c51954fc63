import { expect, test } from 'vitest';
import { asSource, signupLimits } from './contract.ts';

test('asSource returns modal for every source but nav, hero and cta', () => {
  for (const source of ['nav', 'hero', 'cta']) expect(asSource(source)).toBe(source);
  for (const source of ['footer', '', null, 7, ['nav']]) expect(asSource(source)).toBe('modal');
});

// The only test that names the number. All others take it from `signupLimits`.
test('a form must be open for 2000 ms before a sign-up is accepted', () => {
  expect(signupLimits.minimumFillTimeMs).toBe(2000);
});
