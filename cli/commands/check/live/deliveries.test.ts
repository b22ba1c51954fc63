import { expect, test } from 'vitest';
import { openSignups } from '../../../../server/stores/sqlite/open.ts';
import { temporaryFolder } from '../../../../shared/testing/temporary-folder.ts';
import { runCommand } from '../../../testing/run-command.ts';
import type { CheckReport } from '../report.ts';
import './index.ts';

const withMail = { MAIL_URL: 'smtp://127.0.0.1:9?tls=none', MAIL_FROM: 'list@deckwright.test' };
const withEvents = {
  SIGNUP_EVENT_URL: 'http://127.0.0.1:9',
  SIGNUP_EVENT_SECRET: `whsec_${btoa('a secret of thirty-two characters')}`,
};

/** A delivery of the test: its kind, how many hours ago it was queued, and how it ended. */
type Delivery = [kind: string, hoursAgo: number, end: 'sent' | 'refused' | null, refusal?: string];

/** Runs `check --live` on a file with these deliveries. Returns its findings about mails and events. */
async function check(settings: Record<string, string>, ...deliveries: Delivery[]) {
  const DATA_DIR = temporaryFolder();
  const file = openSignups(DATA_DIR, { create: true });
  const insert = file.prepare(`insert into deliveries
    (kind, email, address_hash, created_at, due_at, sent_at, refused_at, refusal)
    values (?, 'ada@deckwright.test', 'hash', ?, ?, ?, ?, ?)`);
  for (const [kind, hoursAgo, end, refusal = null] of deliveries) {
    const at = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
    insert.run(kind, at, at, end === 'sent' ? at : null, end === 'refused' ? at : null, refusal);
  }
  file.close();
  const { out } = await runCommand('check --live --json', { DATA_DIR, PORT: '2', ...settings });
  const { live = [] }: CheckReport = JSON.parse(out);
  return live.filter(({ name }) => name === 'mails' || name === 'events');
}

test('check --live says nothing of mails and events that the settings turn off', async () => {
  expect(await check({}, ['confirm', 9, null, 'DATA: 554 5.7.0'])).toEqual([]);
});

test('check --live finds nothing wrong with deliveries that are sent, that wait since a moment, or whose address was mistyped', async () => {
  const found = await check(
    { ...withMail, ...withEvents },
    ['confirm', 50, 'sent'],
    ['entry', 0.5, null],
    ['confirm', 50, 'refused', 'RCPT TO: 550 5.1.1'],
    ['signup.created', 0.5, null],
  );
  expect(found).toEqual([
    { name: 'mails', value: '1 waiting' },
    { name: 'events', value: '1 waiting' },
  ]);
});

test('check --live names the reason for which an SMTP server takes nothing of this site', async () => {
  const [mails] = await check(
    withMail,
    ['confirm', 2, null, 'RCPT TO: 550 5.4.5'],
    ['entry', 2, null],
  );
  expect(mails).toEqual({
    name: 'mails',
    value: '2 waiting',
    problem:
      '1 of the mails that wait are held, because the SMTP server takes nothing of this site (RCPT TO: 550 5.4.5)',
    remedy: expect.stringContaining('quota'),
  });
});

test('check --live warns of a delivery that has waited for more than an hour, and of events that were given up', async () => {
  const [mails] = await check(withMail, ['confirm', 1.1, null]);
  expect(mails).toMatchObject({ warning: expect.stringMatching(/^mails wait, the oldest since/) });
  const [events] = await check(
    withEvents,
    ['signup.created', 60, 'refused', 'POST: 500'],
    ['signup.removed', 60, 'sent'],
  );
  expect(events).toMatchObject({
    value: '0 waiting',
    warning: 'of the last 30 days 1 were given up (POST: 500)',
    remedy: expect.stringContaining('SIGNUP_EVENT_URL'),
  });
});
