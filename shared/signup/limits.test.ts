import { expect, test } from 'vitest';
import { signupLimits } from './contract.ts';

// The only test that names the number. All others take it from `signupLimits`.
test('a form must be open for 2000 ms before a sign-up is accepted', () => {
  expect(signupLimits.minimumFillTimeMs).toBe(2000);
});
