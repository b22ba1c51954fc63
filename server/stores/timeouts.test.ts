import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from './installed-files.ts';
import { timeouts } from './timeouts.ts';

test('the outbox has stored or refused a sign-up before its prospect gets an answer', () => {
  const { functionMs, outboxFileMs, outboxBotCheckMs, signupMs } = timeouts;
  // The outbox counts the visitor, checks the token, and stores the sign-up.
  expect(functionMs + outboxFileMs + outboxBotCheckMs + outboxFileMs).toBeLessThan(signupMs);
});

// A proxy that stops waiting for a replica counts the replica as failed.
test.each([
  ['nginx.conf', /proxy_read_timeout (\d+)s/],
  ['Caddyfile', /response_header_timeout (\d+)s/],
])('%s waits longer for a response than any sign-up takes', (file, pattern) => {
  const [, seconds] = pattern.exec(readFileSync(fromRoot(`deploy/${file}`), 'utf8')) ?? [];
  expect(Number(seconds) * 1_000).toBeGreaterThan(timeouts.signupMs);
});
