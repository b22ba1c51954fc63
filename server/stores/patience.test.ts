import { expect, test } from 'vitest';
import { patience } from './patience.ts';

test('the outbox has stored or refused a sign-up before its prospect gets an answer', () => {
  const { functionMs, outboxFileMs, outboxBotCheckMs, signupMs } = patience;
  // The outbox counts the visitor, checks the token, and stores the sign-up.
  expect(functionMs + outboxFileMs + outboxBotCheckMs + outboxFileMs).toBeLessThan(signupMs);
});
