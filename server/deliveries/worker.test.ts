import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { acceptedSignup } from '../../shared/signup/testing/sign-ups.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createLog } from '../observability/log.ts';
import { hashToken } from '../stores/hash-token.ts';
import { sweptMails } from '../stores/mail-queue.ts';
import { createSqliteEntries } from '../stores/sqlite/entries.ts';
import { createSqliteFile } from '../stores/sqlite/file.ts';
import { createSqliteMails } from '../stores/sqlite/mails.ts';
import { createSqliteStore } from '../stores/sqlite/store.ts';
import { testSettings } from '../testing/settings.ts';
import { silentLog } from '../testing/silent-log.ts';
import { repeat } from './repeat.ts';
import { startMails } from './start.ts';
import { removeEndedMails, removeUnconfirmed } from './sweep.ts';
import { addresseeOf, smtpError, startMailbox } from './testing/mailbox.ts';
import { createTransport, type Delivery } from './transport.ts';
import { deliverNext, startMailWorker, waitAfter } from './worker.ts';
import { createWriter } from './write.ts';

const settings = {
  SITE_ORIGIN: 'https://deckwright.example',
  CONTACT_EMAIL: 'hello@deckwright.example',
  SIGNUP_UNCONFIRMED_DAYS: undefined,
};
const from = 'list@deckwright.example';

/** A queue in a new SQLite file, with sign-ups of these addresses, and a clock that the test moves. */
async function createWorld(...emails: string[]) {
  const file = createSqliteFile(temporaryFolder());
  file.open();
  atEnd(file.close);
  const time = { now: new Date() };
  const clock = () => time.now;
  const store = createSqliteStore(file, clock);
  const signUp = (email: string) =>
    store.record(null, { ...acceptedSignup, email, asksConfirmation: true });
  for (const email of emails) await signUp(email);
  const count = vi.fn();
  const queue = createSqliteMails(file, 100, false, clock);
  return {
    queue,
    entries: createSqliteEntries(file, false),
    confirm: (email: string) =>
      file.commit(({ db }) =>
        db
          .prepare(`update signups set confirmed_at = ? where email = ?`)
          .run(clock().toISOString(), email),
      ),
    has: (email: string) =>
      file.commit(
        ({ db }) => db.prepare('select 1 from signups where email = ?').get(email) !== undefined,
      ),
    signUp,
    count,
    write: createWriter(settings, queue.addLink),
    log: silentLog,
    now: clock,
    later: (seconds: number) => {
      time.now = new Date(time.now.getTime() + seconds * 1000);
    },
  };
}

test('A worker sends the mail of a sign-up once, with a link that opens for its address', async () => {
  const world = await createWorld('ada@example.com');
  const mailbox = await startMailbox();
  const parts = { ...world, transport: createTransport(mailbox.url, from) };
  expect(await deliverNext(parts)).toBe(true);
  expect(await deliverNext(parts)).toBe(false);
  expect(mailbox.mails).toHaveLength(1);
  expect(mailbox.mails[0]?.text).toContain('You asked for early access');
  const token = /entry\?token=([\w-]+)/.exec(mailbox.mails[0]?.text ?? '')?.[1] ?? '';
  const entry = await world.entries.read(hashToken(token));
  expect(entry?.row.email).toBe('ada@example.com');
});

test('A mail that an SMTP server defers is tried again after one minute, and then arrives', async () => {
  const world = await createWorld('ada@example.com');
  let isBusy = true;
  const mailbox = await startMailbox({
    onRcptTo: (_address, _session, callback) => {
      callback(isBusy ? smtpError(451, '4.7.1 try later') : null);
    },
  });
  const parts = { ...world, transport: createTransport(mailbox.url, from) };
  await deliverNext(parts);
  isBusy = false;
  expect(await deliverNext(parts)).toBe(false);
  world.later(61);
  expect(await deliverNext(parts)).toBe(true);
  expect(mailbox.mails).toHaveLength(1);
  expect(world.count.mock.calls.flat()).toEqual(['failed', 'sent']);
});

test('A refused mail is never tried again, and the next mail goes out', async () => {
  const world = await createWorld('gone@example.com', 'ada@example.com');
  const mailbox = await startMailbox({
    onRcptTo: ({ address }, _session, callback) => {
      callback(address.startsWith('gone') ? smtpError(550, '5.1.1 unknown') : null);
    },
  });
  const parts = { ...world, transport: createTransport(mailbox.url, from) };
  await deliverNext(parts);
  await deliverNext(parts);
  world.later(24 * 3600);
  expect(await deliverNext(parts)).toBe(false);
  expect(mailbox.mails.map(addresseeOf)).toEqual(['ada@example.com']);
  expect(await world.queue.counts()).toMatchObject({ waiting: 0, refused: 1 });
});

test('A mail that fails is tried up to seven days after its request, and is given up after that', async () => {
  const world = await createWorld('ada@example.com');
  const send = async (): Promise<Delivery> => ({ end: 'failed', reason: 'CONN: ESOCKET' });
  const parts = { ...world, transport: { send } };
  const sevenDays = 7 * 24 * 3600;
  await deliverNext(parts);
  world.later(sevenDays);
  await deliverNext(parts);
  expect(await world.queue.counts()).toMatchObject({ waiting: 1, refused: 0 });
  world.later(sevenDays);
  await deliverNext(parts);
  expect(await world.queue.counts()).toMatchObject({ waiting: 0, refused: 1 });
  expect(world.count.mock.calls.flat()).toEqual(['failed', 'failed', 'refused']);
});

/** A log that collects its lines, each without its time. */
async function readableLog() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => {
    const { time: _time, ...rest } = JSON.parse(line);
    lines.push(rest);
  };
  return { lines, log: await createLog('trace', { write }) };
}

test.each<[Delivery, object]>([
  [{ end: 'sent' }, { level: 30, msg: 'a mail was sent' }],
  [
    { end: 'refused', reason: 'RCPT TO: 550 5.1.1' },
    { level: 50, kind: 'confirm', reason: 'RCPT TO: 550 5.1.1', msg: 'a mail was refused' },
  ],
  [
    { end: 'failed', reason: 'CONN: ESOCKET' },
    { level: 40, kind: 'confirm', reason: 'CONN: ESOCKET', msg: 'a mail could not be sent' },
  ],
])('The log says how a delivery ended, and names no address: %j', async (delivery, line) => {
  const world = await createWorld('ada@example.com');
  const { lines, log } = await readableLog();
  await deliverNext({ ...world, log, transport: { send: async () => delivery } });
  expect(lines).toEqual([{ ...line, mail: '1', tries: 1 }]);
});

test('The wait doubles from one minute up to six hours', () => {
  expect([1, 2, 3, 9, 10, 40].map(waitAfter)).toEqual([60, 120, 240, 15_360, 21_600, 21_600]);
});

test('A worker whose database was away sends when the database is back, and can be stopped', async () => {
  const world = await createWorld('ada@example.com');
  const mailbox = await startMailbox();
  const take = vi.fn(world.queue.take).mockRejectedValueOnce(new Error('the database is away'));
  const { lines, log } = await readableLog();
  const worker = startMailWorker({
    ...world,
    log,
    queue: { ...world.queue, take },
    transport: createTransport(mailbox.url, from),
  });
  await vi.waitFor(() => expect(mailbox.mails).toHaveLength(1), { timeout: 20_000 });
  await worker.stop();
  expect(lines[0]).toMatchObject({
    level: 40,
    msg: 'the queue of mails cannot be read or written',
    err: { message: 'the database is away' },
  });
});

test('A worker whose database is away waits before it reads the queue again', async () => {
  const world = await createWorld();
  const take = vi.fn(async () => {
    await setImmediate();
    throw new Error('the database is away');
  });
  const worker = startMailWorker({
    ...world,
    queue: { ...world.queue, take },
    transport: { send: async () => ({ end: 'sent' }) },
  });
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  expect(take).toHaveBeenCalledOnce();
  await worker.stop();
});

test('startMails stops when the mail under way is delivered, and logs a fault of the database without metrics too', async () => {
  const { queue } = await createWorld('ada@example.com');
  const arrived = Promise.withResolvers<() => void>();
  const mailbox = await startMailbox({
    onData: (stream, _session, callback) =>
      void stream.resume().on('end', () => arrived.resolve(() => callback())),
  });
  const { lines, log } = await readableLog();
  const running = startMails({
    settings: { ...testSettings({}), MAIL_URL: mailbox.url, MAIL_FROM: from },
    log,
    metrics: null,
    mails: { ...queue, counts: () => Promise.reject(new Error('the database is away')) },
  });
  const accept = await arrived.promise;
  const stopped = vi.fn();
  const stopping = running.stop().then(stopped);
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  expect(stopped).not.toHaveBeenCalled();
  accept();
  await stopping;
  expect(lines.map(({ msg }) => msg)).toEqual([
    'the queue of mails cannot be read or written',
    'a mail was sent',
  ]);
});

test('A mail goes out once when the database is away between the delivery and its mark', async () => {
  const world = await createWorld('ada@example.com');
  const mailbox = await startMailbox();
  const markSent = vi
    .fn(world.queue.markSent)
    .mockRejectedValueOnce(new Error('the database is away'));
  const { lines, log } = await readableLog();
  const worker = startMailWorker({
    ...world,
    log,
    queue: { ...world.queue, markSent },
    transport: createTransport(mailbox.url, from),
  });
  await vi.waitFor(() => expect(markSent).toHaveBeenCalledTimes(2), { timeout: 20_000 });
  world.later(24 * 3600);
  await worker.stop();
  expect(await world.queue.counts()).toMatchObject({ waiting: 0 });
  expect(mailbox.mails).toHaveLength(1);
  expect(lines).toMatchObject([
    {
      msg: 'the end of a delivery cannot be written yet',
      err: { message: 'the database is away' },
    },
    { msg: 'a mail was sent' },
  ]);
});

test('A worker can be stopped while the database is away after a delivery', async () => {
  const world = await createWorld('ada@example.com');
  const mailbox = await startMailbox();
  const markSent = vi.fn(() => Promise.reject(new Error('the database is away')));
  const worker = startMailWorker({
    ...world,
    queue: { ...world.queue, markSent },
    transport: createTransport(mailbox.url, from),
  });
  await vi.waitFor(() => expect(markSent).toHaveBeenCalled(), { timeout: 20_000 });
  await worker.stop();
  expect(await world.queue.counts()).toMatchObject({ waiting: 1 });
});

test('startMails counts the mails and how each delivery ended, and counts and logs a fault of the database', async () => {
  const { queue } = await createWorld('ada@example.com');
  const mailbox = await startMailbox();
  const { lines, log } = await readableLog();
  const metrics = { mail: vi.fn(), error: vi.fn() };
  const removeEnded = vi.fn(() => Promise.reject(new Error('the database is away')));
  const running = startMails({
    settings: { ...testSettings({}), MAIL_URL: mailbox.url, MAIL_FROM: from },
    log,
    metrics,
    mails: { ...queue, removeEnded },
  });
  await vi.waitFor(() => expect(metrics.mail).toHaveBeenCalled(), { timeout: 20_000 });
  await vi.waitFor(() => expect(running.counts()).not.toBeNull(), { timeout: 20_000 });
  await running.stop();
  expect(mailbox.mails.map((mail) => mail.from?.value[0]?.address)).toEqual([from]);
  expect(metrics.mail.mock.calls).toEqual([['sent']]);
  expect(running.counts()).toMatchObject({ refused: 0 });
  expect(metrics.error.mock.calls).toEqual([['database']]);
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 40, msg: 'the queue of mails cannot be read or written' }),
  );
});

/** Runs the mails with `SIGNUP_UNCONFIRMED_DAYS` set to `days`, until the first sweep has ended. */
async function sweepOnce(
  { queue, log }: Pick<Awaited<ReturnType<typeof createWorld>>, 'queue' | 'log'>,
  days: number | undefined,
): Promise<void> {
  const removeEnded = vi.fn(queue.removeEnded);
  const running = startMails({
    settings: {
      ...testSettings({}),
      MAIL_URL: 'smtp://127.0.0.1:9',
      SIGNUP_UNCONFIRMED_DAYS: days,
    },
    log,
    metrics: null,
    mails: { ...queue, removeEnded },
  });
  // The last step of a sweep.
  await vi.waitFor(() =>
    expect(removeEnded.mock.settledResults.at(-1)?.value).toMatchObject({ last: null }),
  );
  await running.stop();
}

test.each([
  { days: 7, left: false },
  { days: 30, left: true },
  { days: undefined, left: true },
])(
  'With SIGNUP_UNCONFIRMED_DAYS $days an entry that was not confirmed for 8 days is kept: $left',
  async ({ days, left }) => {
    const { queue, has, later, log } = await createWorld('ada@example.com');
    await queue.markSent((await queue.take())?.id ?? '');
    later(8 * 24 * 3600);
    await sweepOnce({ queue, log }, days);
    expect(await has('ada@example.com')).toBe(left);
  },
);

test('The log says how many unconfirmed entries and how many old mails were removed, and nothing when there were none', async () => {
  const { queue, confirm, later } = await createWorld('ada@example.com', 'bob@example.com');
  const { lines, log } = await readableLog();
  const sweep = async () => {
    await removeUnconfirmed(queue, 7, log);
    await removeEndedMails(queue, 7, log);
  };
  for (const _ of [1, 2]) await queue.markSent((await queue.take())?.id ?? '');
  await sweep();
  expect(lines).toEqual([]);
  await confirm('bob@example.com');
  later(31 * 24 * 3600);
  await sweep();
  expect(lines).toEqual([
    { level: 30, entries: 1, days: 7, msg: 'unconfirmed entries were removed' },
    { level: 30, mails: 1, days: 30, msg: 'old mails were removed' },
  ]);
});

test('More unconfirmed entries than one batch holds are all removed, and an error of one run does not end the next', async () => {
  const emails = Array.from({ length: sweptMails + 5 }, (_, number) => `p${number}@example.com`);
  const { queue, later, log } = await createWorld(...emails);
  for (let mail = await queue.take(); mail; mail = await queue.take()) {
    await queue.markSent(mail.id);
    later(1);
  }
  later(30 * 24 * 3600);
  const work = vi
    .fn(() => removeUnconfirmed(queue, 30, log))
    .mockRejectedValueOnce(new Error('the database is away'));
  const onError = vi.fn();
  const sweep = repeat(work, 5, onError);
  await vi.waitFor(() => expect(work.mock.settledResults.length).toBeGreaterThan(1));
  await sweep.stop();
  expect(onError).toHaveBeenCalledTimes(1);
  expect(await work.mock.results[1]?.value).toBe(emails.length);
});

test.each([
  { days: undefined, left: 0 },
  { days: 90, left: 1 },
])(
  'A mail that was refused 31 days ago is removed only when SIGNUP_UNCONFIRMED_DAYS ($days) is not longer',
  async ({ days, left }) => {
    const { queue, confirm, later, log } = await createWorld('ada@example.com');
    const mail = await queue.take();
    await queue.markRefused(mail?.id ?? '', 'RCPT TO: 550 5.1.1');
    await confirm('ada@example.com');
    later(31 * 24 * 3600);
    await sweepOnce({ queue, log }, days);
    expect((await queue.counts()).refused).toBe(left);
  },
);
