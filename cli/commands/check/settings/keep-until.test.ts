import { expect, test } from 'vitest';
import { runCommand } from '../../../testing/run-command.ts';
import { judgeKeepUntil } from './keep-until.ts';
import { privacyNotes } from './placeholders.ts';

const at = (now: string) => judgeKeepUntil('2027-12-31', new Date(now));

test('check warns during the last 14 days for which addresses are kept, and then reports a problem', () => {
  expect(judgeKeepUntil(undefined)).toEqual({});
  expect(at('2027-12-17T23:59:59Z')).toEqual({});
  expect(at('2027-12-18T00:00:00Z').warning).toBe('ends in 14 days');
  expect(at('2027-12-31T23:00:00Z').warning).toBe('ends in 1 day');
  expect(at('2028-01-01T00:00:00Z').problem).toMatch(/^has passed/);
});

test('check exits with 1 once the day has passed, and names the command that erases the addresses', async () => {
  const { code, out } = await runCommand('check', { SIGNUP_KEEP_UNTIL: '2026-01-01' });
  expect([code, out]).toEqual([1, expect.stringContaining('SIGNUP_KEEP_UNTIL')]);
  expect(out).toContain('signups forget');
});

test('check warns of the privacy page while it says “Coming Soon” and search engines read it', () => {
  const page = (description: string) => [{ path: '/privacy', description }] as const;
  expect(privacyNotes('on', page('The policy is coming soon.'))).toHaveLength(1);
  expect(privacyNotes('off', page('The policy is coming soon.'))).toEqual([]);
  expect(privacyNotes('on', page('How we handle addresses.'))).toEqual([]);
});
