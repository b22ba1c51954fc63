import { expect, test } from 'vitest';
import { refusal, signupErrors } from './outcomes.ts';

test('a refusal carries its own text, and a wait only where one is given', () => {
  const { message } = signupErrors.rate_limited;
  const told = { ok: false, code: 'rate_limited', message };
  expect(refusal('rate_limited')).toEqual(told);
  expect(refusal('rate_limited', 0)).toEqual({ ...told, retryAfterSeconds: 0 });
});
