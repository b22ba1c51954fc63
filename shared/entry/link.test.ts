import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EntryLink, openLink, sealLink } from './link.ts';

const secret = 'a secret of sixteen characters';
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');
const sent = new Date('2026-11-23T23:30:00Z');
const later = (days: number) => new Date(sent.getTime() + days * 24 * 60 * 60 * 1000);

const links: EntryLink[] = [
  { purpose: 'entry', email: 'ada@example.com' },
  { purpose: 'change', email: 'ada@new.example', from: 'ada@example.com' },
  { purpose: 'remove', email: 'ada+list@example.com' },
];

test.each(links)('A token opens as the link that it was sealed from: $purpose', async (link) => {
  const token = await sealLink(link, secret, hmac, sent);
  expect(token).toMatch(/^[\w-]+\.[0-9a-f]{64}$/);
  expect(await openLink(token, secret, hmac, later(29))).toEqual(link);
});

test.each([
  ['entry', 30, true],
  ['entry', 31.5, false],
  ['change', 31.5, false],
  ['remove', 4000, true],
] as const)('A token for %s, %d days old, opens: %s', async (purpose, days, opens) => {
  const link = links.find((one) => one.purpose === purpose) as EntryLink;
  const token = await sealLink(link, secret, hmac, sent);
  expect((await openLink(token, secret, hmac, later(days))) !== null).toBe(opens);
});

test('A token whose day, address or purpose was changed does not open', async () => {
  const token = await sealLink(links[0] as EntryLink, secret, hmac, sent);
  const [payload = '', seal] = token.split('.');
  const text = atob(payload);
  for (const [from, to] of [
    ['2026-11-23', '2027-11-23'],
    ['ada@example.com', 'bob@example.com'],
    ['"entry"', '"remove"'],
  ] as const) {
    const forged = `${btoa(text.replace(from, to)).replaceAll('=', '')}.${seal}`;
    expect(forged).not.toBe(token);
    expect(await openLink(forged, secret, hmac, sent)).toBeNull();
  }
});

test('A token that another secret sealed does not open', async () => {
  const token = await sealLink(links[0] as EntryLink, 'another secret of ours', hmac, sent);
  expect(await openLink(token, secret, hmac, sent)).toBeNull();
});

test('No text of a stranger opens, and none makes openLink reject', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (token) => {
      expect(await openLink(token, secret, hmac, sent)).toBeNull();
    }),
  );
});
