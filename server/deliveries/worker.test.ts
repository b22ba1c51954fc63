import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { openErasureLog } from '../stores/erasure-log.ts';
import { hashToken } from '../stores/hashes.ts';
import { testSettings } from '../testing/settings.ts';
import type { Delivery } from './delivery.ts';
import { createMailCarrier } from './mail-carrier.ts';
import type { Message } from './mail-text.ts';
import { createTransport } from './mail-transport.ts';
import { startDeliveries } from './start.ts';
import { addresseeOf, smtpError, startMailbox } from './testing/mailbox.ts';
import { openQueue, readableLog } from './testing/queue.ts';
import { deliverNext, startWorker } from './worker.ts';

const from = 'list@deckwright.example';
const settings = { ...testSettings({}), MAIL_FROM: from };
const hour = 3_600;

type World = Awaited<ReturnType<typeof openQueue>>;
type Send = (message: Message) => Promise<Delivery>;

/** Carries the mails of a queue by SMTP, or as `send` says. */
const carrierOf = ({ queue }: Pick<World, 'queue'>, to: string | Send) =>
  createMailCarrier(
    queue,
    typeof to === 'string' ? createTransport({ ...settings, MAIL_URL: to }) : { send: to },
    settings,
  );

test('a worker sends the mail of a sign-up once, with a link that opens for its address', async () => {
  const world = await openQueue(['ada@example.com']);
  const mailbox = await startMailbox();
  const carrier = carrierOf(world, mailbox.url);
  expect(await deliverNext(carrier, world.parts)).toBe(true);
  expect(await deliverNext(carrier, world.parts)).toBe(false);
  expect(mailbox.mails).toHaveLength(1);
  expect(mailbox.mails[0]?.text).toContain('You asked for early access');
  const token = /entry\?token=([\w-]+)/.exec(mailbox.mails[0]?.text ?? '')?.[1] ?? '';
  const entry = await world.entries.read(hashToken(token));
  expect(entry?.row.email).toBe('ada@example.com');
});

test('a mail that an SMTP server defers is tried again after one minute, and then arrives', async () => {
  const world = await openQueue(['ada@example.com']);
  let isBusy = true;
  const mailbox = await startMailbox({
    onRcptTo: (_address, _session, callback) => {
      callback(isBusy ? smtpError(451, '4.7.1 try later') : null);
    },
  });
  const carrier = carrierOf(world, mailbox.url);
  await deliverNext(carrier, world.parts);
  isBusy = false;
  expect(await deliverNext(carrier, world.parts)).toBe(false);
  world.later(61);
  expect(await deliverNext(carrier, world.parts)).toBe(true);
  expect(mailbox.mails).toHaveLength(1);
  expect(world.parts.count.mock.calls).toEqual([
    ['mails', 'failed'],
    ['mails', 'sent'],
  ]);
});

test('a refused mail is never tried again, and the next mail goes out', async () => {
  const world = await openQueue(['gone@example.com', 'ada@example.com']);
  const mailbox = await startMailbox({
    onRcptTo: ({ address }, _session, callback) => {
      callback(address.startsWith('gone') ? smtpError(550, '5.1.1 unknown') : null);
    },
  });
  const carrier = carrierOf(world, mailbox.url);
  await deliverNext(carrier, world.parts);
  await deliverNext(carrier, world.parts);
  world.later(24 * hour);
  expect(await deliverNext(carrier, world.parts)).toBe(false);
  expect(mailbox.mails.map(addresseeOf)).toEqual(['ada@example.com']);
  expect((await world.queue.counts()).mails).toMatchObject({ waiting: 0, refused: 1 });
});

test('a mail over a provider’s quota is tried again after an hour, counts as held until it is sent, and arrives', async () => {
  const world = await openQueue(['ada@example.com']);
  let isOver = true;
  const mailbox = await startMailbox({
    onRcptTo: (_address, _session, callback) => {
      callback(isOver ? smtpError(550, '5.4.5 Daily user sending limit exceeded') : null);
    },
  });
  const carrier = carrierOf(world, mailbox.url);
  await deliverNext(carrier, world.parts);
  expect((await world.queue.counts()).mails).toMatchObject({ waiting: 1, held: 1, refused: 0 });
  isOver = false;
  world.later(hour - 1);
  expect(await deliverNext(carrier, world.parts)).toBe(false);
  world.later(2);
  expect(await deliverNext(carrier, world.parts)).toBe(true);
  expect(mailbox.mails).toHaveLength(1);
  expect((await world.queue.counts()).mails).toMatchObject({ waiting: 0, held: 0, refused: 0 });
});

test('a mail that fails is tried up to seven days after its request, and is given up after that', async () => {
  const world = await openQueue(['ada@example.com']);
  const carrier = carrierOf(world, async () => ({ end: 'failed', reason: 'CONN: ECONNREFUSED' }));
  const sevenDays = 7 * 24 * hour;
  await deliverNext(carrier, world.parts);
  world.later(sevenDays);
  await deliverNext(carrier, world.parts);
  expect((await world.queue.counts()).mails).toMatchObject({ waiting: 1, refused: 0 });
  world.later(sevenDays);
  await deliverNext(carrier, world.parts);
  expect((await world.queue.counts()).mails).toMatchObject({ waiting: 0, refused: 1 });
  expect(world.parts.count.mock.calls.map(([, end]) => end)).toEqual([
    'failed',
    'failed',
    'refused',
  ]);
});

test.each(['unsubscribed', 'complaint', 'bounce'])(
  'a mail that waits is dropped once its address is stopped because of: %s',
  async (because) => {
    const world = await openQueue(['ada@example.com']);
    const send = vi.fn<Send>(async () => ({ end: 'sent' }));
    await world.run(
      `insert into stops (address_hash, because, stopped_at)
        select address_hash, ?, created_at from deliveries`,
      because,
    );
    expect(await deliverNext(carrierOf(world, send), world.parts)).toBe(true);
    expect(send).not.toHaveBeenCalled();
    expect((await world.queue.counts()).mails).toMatchObject({ waiting: 0, refused: 0 });
  },
);

test.each<[Delivery, object]>([
  [{ end: 'sent' }, { level: 30, msg: 'a mail was sent' }],
  [
    { end: 'refused', reason: 'RCPT TO: 550 5.1.1' },
    { level: 50, reason: 'RCPT TO: 550 5.1.1', msg: 'a mail is given up' },
  ],
  [
    { end: 'failed', reason: 'CONN: ECONNREFUSED' },
    { level: 40, reason: 'CONN: ECONNREFUSED', msg: 'a mail could not be sent' },
  ],
  [
    { end: 'held', reason: 'DATA: 554 5.7.0', isLong: true },
    {
      level: 50,
      reason: 'DATA: 554 5.7.0',
      msg: 'a mail waits: the receiver takes nothing of this site',
    },
  ],
])('the log says how a try ended, and names no address: %j', async (delivery, line) => {
  const world = await openQueue(['ada@example.com']);
  const { lines, log } = await readableLog();
  await deliverNext(
    carrierOf(world, async () => delivery),
    { ...world.parts, log },
  );
  expect(lines).toEqual([{ ...line, kind: 'confirm', delivery: '1', tries: 1 }]);
});

test('the wait doubles from one minute up to six hours, and while the receiver takes nothing from one hour up to twelve', async () => {
  const { waitAfter } = carrierOf(await openQueue([]), async () => ({ end: 'sent' }));
  const failed = { end: 'failed', reason: '' } as const;
  const held = { end: 'held', reason: '', isLong: true } as const;
  const waits = [1, 2, 3, 9, 10, 40].map((tries) => waitAfter(tries, failed));
  expect(waits).toEqual([60, 120, 240, 15_360, 21_600, 21_600]);
  expect([1, 2, 5].map((tries) => waitAfter(tries, held) / hour)).toEqual([1, 2, 12]);
  expect(waitAfter(1, { ...held, isLong: false })).toBe(60);
});

test('a worker whose database was away sends when the database is back, and can be stopped', async () => {
  const world = await openQueue(['ada@example.com']);
  const mailbox = await startMailbox();
  const carrier = carrierOf(world, mailbox.url);
  const take = vi.fn(carrier.take).mockRejectedValueOnce(new Error('the database is away'));
  const { lines, log } = await readableLog();
  const worker = startWorker({ ...carrier, take }, { ...world.parts, log });
  await expect.poll(() => mailbox.mails).toHaveLength(1);
  await worker.stop();
  expect(lines[0]).toMatchObject({
    level: 40,
    msg: 'the queue of deliveries cannot be read or written',
    err: { message: 'the database is away' },
  });
});

test('a worker whose database is away waits before it reads the queue again', async () => {
  const world = await openQueue([]);
  const take = vi.fn(async () => {
    await setImmediate();
    throw new Error('the database is away');
  });
  const carrier = carrierOf(world, async () => ({ end: 'sent' }));
  const worker = startWorker({ ...carrier, take }, world.parts);
  // Without the wait, the worker would read the queue some 50 times in these turns of the event loop.
  for (let turn = 0; turn < 200; turn += 1) await setImmediate();
  expect(take.mock.calls.length).toBeLessThan(10);
  await worker.stop();
});

test('a worker whose database stays away logs it once a minute', async () => {
  const world = await openQueue([]);
  const take = vi.fn(() => Promise.reject(new Error('the database is away')));
  const { lines, log } = await readableLog();
  const carrier = carrierOf(world, async () => ({ end: 'sent' }));
  const worker = startWorker({ ...carrier, take }, { ...world.parts, log });
  await expect.poll(() => take).toHaveBeenCalledTimes(2);
  await worker.stop();
  expect(lines).toMatchObject([{ failures: 1, err: { message: 'the database is away' } }]);
});

test('a mail goes out once when the database is away between the delivery and its mark', async () => {
  const world = await openQueue(['ada@example.com']);
  const mailbox = await startMailbox();
  const markSent = vi
    .fn(world.queue.markSent)
    .mockRejectedValueOnce(new Error('the database is away'));
  const { lines, log } = await readableLog();
  const parts = { ...world.parts, log, queue: { ...world.queue, markSent } };
  const worker = startWorker(carrierOf(world, mailbox.url), parts);
  await expect.poll(() => markSent).toHaveBeenCalledTimes(2);
  world.later(24 * hour);
  await worker.stop();
  expect((await world.queue.counts()).mails).toMatchObject({ waiting: 0 });
  expect(mailbox.mails).toHaveLength(1);
  expect(lines).toMatchObject([
    {
      msg: 'the end of a delivery cannot be written yet',
      err: { message: 'the database is away' },
    },
    { msg: 'a mail was sent' },
  ]);
});

test('a worker can be stopped while the database is away after a delivery', async () => {
  const world = await openQueue(['ada@example.com']);
  const mailbox = await startMailbox();
  const markSent = vi.fn(() => Promise.reject(new Error('the database is away')));
  const parts = { ...world.parts, queue: { ...world.queue, markSent } };
  const worker = startWorker(carrierOf(world, mailbox.url), parts);
  await expect.poll(() => markSent).toHaveBeenCalled();
  await worker.stop();
  expect((await world.queue.counts()).mails).toMatchObject({ waiting: 1 });
});

test('startDeliveries stops when the mail under way is delivered, and logs a fault of the database without metrics too', async () => {
  const { queue } = await openQueue(['ada@example.com']);
  const arrived = Promise.withResolvers<() => void>();
  const mailbox = await startMailbox({
    onData: (stream, _session, callback) =>
      void stream.resume().on('end', () => arrived.resolve(() => callback())),
  });
  const { lines, log } = await readableLog();
  const running = await startDeliveries({
    settings: { ...settings, MAIL_URL: mailbox.url },
    log,
    metrics: null,
    erasures: openErasureLog(undefined, log),
    queue: { ...queue, counts: () => Promise.reject(new Error('the database is away')) },
  });
  const accept = await arrived.promise;
  const stopped = vi.fn();
  const stopping = running.stop().then(stopped);
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  expect(stopped).not.toHaveBeenCalled();
  accept();
  await stopping;
  expect(lines.map(({ msg }) => msg)).toEqual([
    'the queue of deliveries cannot be read or written',
    'a mail was sent',
  ]);
});

test('startDeliveries counts the deliveries and how each try ended, and counts and logs a fault of the database', async () => {
  const { queue } = await openQueue(['ada@example.com']);
  const mailbox = await startMailbox();
  const { lines, log } = await readableLog();
  const metrics = { delivery: vi.fn(), error: vi.fn() };
  const removeOld = vi.fn(() => Promise.reject(new Error('the database is away')));
  const running = await startDeliveries({
    settings: { ...settings, MAIL_URL: mailbox.url },
    log,
    metrics,
    erasures: openErasureLog(undefined, log),
    queue: { ...queue, removeOld },
  });
  await expect.poll(() => metrics.delivery).toHaveBeenCalled();
  await expect.poll(running.counts).not.toBeNull();
  await running.stop();
  expect(mailbox.mails.map((mail) => mail.from?.value[0]?.address)).toEqual([from]);
  expect(metrics.delivery.mock.calls).toEqual([['mails', 'sent']]);
  expect(running.counts()).toMatchObject({ mails: { refused: 0 }, events: { waiting: 0 } });
  expect(metrics.error.mock.calls).toEqual([['database']]);
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 40,
      msg: 'the queue of deliveries cannot be read or written',
    }),
  );
});
