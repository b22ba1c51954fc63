import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Settings } from '../../shared/settings/schema.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { sweptRows } from '../stores/delivery-queue.ts';
import { openErasureLog, readErasureLog } from '../stores/erasure-log.ts';
import { testSettings } from '../testing/settings.ts';
import { silentLog } from '../testing/silent-log.ts';
import { createMailCarrier } from './mail-carrier.ts';
import { repeat } from './repeat.ts';
import { startDeliveries } from './start.ts';
import { removeOldDeliveries, removeUnconfirmed } from './sweep.ts';
import { openQueue, readableLog } from './testing/queue.ts';
import { deliverNext } from './worker.ts';

const day = 24 * 3600;
type World = Awaited<ReturnType<typeof openQueue>>;

/** Sends every mail that is due. */
async function sendAll({ queue, parts, later }: World): Promise<void> {
  const transport = { send: async () => ({ end: 'sent' }) as const };
  const carrier = createMailCarrier(queue, transport, testSettings({}));
  // Each mail a second later, because the limit by minute counts them.
  while (await deliverNext(carrier, parts)) later(1);
}

/** Runs the deliveries with these settings until the first sweep has ended. */
async function sweepOnce({ queue }: World, settings: Partial<Settings>): Promise<void> {
  const removeOld = vi.fn(queue.removeOld);
  const erasures = openErasureLog(settings.BACKUP_DIR, silentLog);
  const running = await startDeliveries({
    settings: { ...testSettings({}), ...settings },
    erasures,
    log: silentLog,
    metrics: null,
    queue: { ...queue, takeMail: async () => null, removeOld },
  });
  // The last step of a sweep.
  await expect
    .poll(() => removeOld.mock.settledResults.at(-1)?.value)
    .toMatchObject({ last: null });
  await running.stop();
}

const withMail = { MAIL_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'list@deckwright.example' };

test.each([
  { days: 7, left: false },
  { days: 30, left: true },
  { days: undefined, left: true },
])(
  'with SIGNUP_UNCONFIRMED_DAYS $days an entry that was not confirmed for 8 days is kept: $left',
  async ({ days, left }) => {
    const world = await openQueue(['ada@example.com']);
    await sendAll(world);
    world.later(8 * day);
    await sweepOnce(world, { ...withMail, SIGNUP_UNCONFIRMED_DAYS: days });
    expect(await world.has('ada@example.com')).toBe(left);
  },
);

test('an unconfirmed entry stays while mails are off, and while no mail has asked for a confirmation', async () => {
  const world = await openQueue([]);
  await world.signUp('never-asked@example.com', false);
  world.later(400 * day);
  await sweepOnce(world, { ...withMail, SIGNUP_UNCONFIRMED_DAYS: 30 });
  expect(await world.has('never-asked@example.com')).toBe(true);
  await world.signUp('ada@example.com');
  await sendAll(world);
  world.later(400 * day);
  await sweepOnce(world, { SIGNUP_UNCONFIRMED_DAYS: 30 });
  expect(await world.has('ada@example.com')).toBe(true);
});

test.each([
  ['with mails', withMail],
  ['without mails', {}],
])(
  'a mail of 31 days and the counts of its limit are removed %s, a mail of 29 days is kept',
  async (_how, settings) => {
    const world = await openQueue(['old@example.com']);
    await sendAll(world);
    world.later(2 * day);
    await world.signUp('new@example.com');
    await sendAll(world);
    world.later(29 * day);
    await sweepOnce(world, { ...settings, SIGNUP_UNCONFIRMED_DAYS: 365 });
    const emails = 'select group_concat(email) as emails from deliveries';
    expect(await world.get(emails)).toEqual({ emails: 'new@example.com' });
    expect(await world.get('select count(*) as rows from mail_counts')).toEqual({ rows: 1 });
  },
);

test('the removal of unconfirmed entries is recorded in BACKUP_DIR, and the log of the file has no byte of the address', async () => {
  const world = await openQueue(['ada@example.com']);
  await sendAll(world);
  world.later(31 * day);
  const BACKUP_DIR = temporaryFolder();
  await sweepOnce(world, { ...withMail, SIGNUP_UNCONFIRMED_DAYS: 30, BACKUP_DIR });
  const recorded = await Array.fromAsync(readErasureLog(BACKUP_DIR));
  const stored = await world.get(
    'select key, address_hash as addressHash, erased_at as erasedAt from address_keys, erasures',
  );
  expect(recorded).toEqual([stored]);
  for (const name of ['signups.db', 'signups.db-wal'])
    expect(readFileSync(join(world.folder, name), 'latin1')).not.toContain('ada@example.com');
});

test('a confirmed entry, and one whose reminder is newer, stay', async () => {
  const world = await openQueue(['bob@example.com', 'eve@example.com']);
  await sendAll(world);
  await world.run(
    'update signups set confirmed_at = created_at where email = ?',
    'bob@example.com',
  );
  world.later(20 * day);
  await world.run(
    `insert into deliveries (kind, email, address_hash, created_at, due_at)
      select 'reminder', email, address_hash, ?1, ?1 from deliveries where email = 'eve@example.com'`,
    world.clock().toISOString(),
  );
  await sendAll(world);
  world.later(20 * day);
  expect(await removeUnconfirmed(world.queue, 30, silentLog, () => {})).toBe(0);
  world.later(11 * day);
  expect(await removeUnconfirmed(world.queue, 30, silentLog, () => {})).toBe(1);
  expect(await world.has('bob@example.com')).toBe(true);
});

test('the log says how many unconfirmed entries and how many old deliveries were removed, and nothing when there were none', async () => {
  const world = await openQueue(['ada@example.com', 'bob@example.com']);
  const { lines, log } = await readableLog();
  const sweep = async () => {
    await removeUnconfirmed(world.queue, 7, log, () => {});
    await removeOldDeliveries(world.queue, log);
  };
  await sendAll(world);
  await sweep();
  expect(lines).toEqual([]);
  await world.run(
    'update signups set confirmed_at = created_at where email = ?',
    'bob@example.com',
  );
  world.later(31 * day);
  await sweep();
  expect(lines).toEqual([
    { level: 30, entries: 1, days: 7, msg: 'unconfirmed entries were removed' },
    { level: 30, deliveries: 1, days: 30, msg: 'old deliveries were removed' },
  ]);
});

test('more unconfirmed entries than one batch holds are all removed, and an error of one run does not end the next', async () => {
  const emails = Array.from({ length: sweptRows + 5 }, (_, number) => `p${number}@example.com`);
  const world = await openQueue(emails);
  await sendAll(world);
  world.later(31 * day);
  const work = vi
    .fn(() => removeUnconfirmed(world.queue, 30, silentLog, () => {}))
    .mockRejectedValueOnce(new Error('the database is away'));
  const onError = vi.fn();
  const sweep = repeat(work, 5, onError);
  await expect.poll(() => work.mock.settledResults.length).toBeGreaterThan(1);
  await sweep.stop();
  expect(onError).toHaveBeenCalledTimes(1);
  expect(await work.mock.results[1]?.value).toBe(emails.length);
});
