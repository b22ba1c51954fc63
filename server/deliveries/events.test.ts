import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createStandIn } from '../../shared/testing/stand-in.ts';
import { createEventCarrier, idOf } from './events.ts';
import { openQueue, readableLog } from './testing/queue.ts';
import { deliverNext } from './worker.ts';

const secret = `whsec_${btoa('a secret of thirty-two characters')}`;
const hour = 3_600;

/** A request that the receiver got, with its body. */
interface Received {
  headers: IncomingMessage['headers'];
  body: string;
}

/** Starts a system that receives events and answers as the test says. */
async function startReceiver(answer: RequestListener = (_request, response) => response.end()) {
  const received: Received[] = [];
  const { url } = await createStandIn(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    answer(request, response);
  });
  return { received, url };
}

type World = Awaited<ReturnType<typeof openQueue>>;

/** Delivers every event that is due. */
async function deliverAll({ queue, parts }: World, url: string, hasAddress = false): Promise<void> {
  const carrier = createEventCarrier(queue, { url, secret, hasAddress });
  while (await deliverNext(carrier, parts)) {
    // The next one follows.
  }
}

const bodiesOf = (received: Received[]) => received.map(({ body }) => JSON.parse(body));

test('a sign-up, a confirmation and a removal are posted in this order, signed by Standard Webhooks, and name the person by a hash', async () => {
  const world = await openQueue(['ada@example.com'], true);
  const { received, url } = await startReceiver();
  await world.queue.addLink('hash-of-a-token', { email: 'ada@example.com', kind: 'confirm' });
  await deliverAll(world, url);
  await world.entries.confirm('hash-of-a-token');
  await deliverAll(world, url);
  await world.entries.remove('hash-of-a-token');
  await deliverAll(world, url);
  const bodies = bodiesOf(received);
  expect(bodies.map(({ type }) => type)).toEqual([
    'signup.created',
    'signup.confirmed',
    'signup.removed',
  ]);
  const persons = new Set(bodies.map(({ data }) => data.person));
  expect([...persons]).toEqual([expect.stringMatching(/^[\da-f]{64}$/)]);
  expect(JSON.stringify(received)).not.toContain('ada@example.com');
  for (const { headers, body } of received) {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(headers['content-type']).toBe('application/json');
  }
});

test('with SIGNUP_EVENT_ADDRESS=on an event names the address, and the event of a removal does not', async () => {
  const world = await openQueue(['ada@example.com'], true);
  const { received, url } = await startReceiver();
  await deliverAll(world, url, true);
  await world.queue.addLink('hash-of-a-token', { email: 'ada@example.com', kind: 'confirm' });
  await world.entries.remove('hash-of-a-token');
  await deliverAll(world, url, true);
  const [created, removed] = bodiesOf(received);
  expect(created.data.email).toBe('ada@example.com');
  expect(removed.type).toBe('signup.removed');
  expect(removed.data).toEqual({ person: created.data.person });
});

test('an event that fails is sent again with the same id, and later events of its person wait for it', async () => {
  const world = await openQueue(['ada@example.com', 'bob@example.com'], true);
  const statuses = [503];
  const { received, url } = await startReceiver((_request, response) => {
    response.statusCode = statuses.shift() ?? 204;
    response.end();
  });
  await world.queue.addLink('hash-of-a-token', { email: 'ada@example.com', kind: 'confirm' });
  await world.entries.confirm('hash-of-a-token');
  await deliverAll(world, url);
  // Bob's event does not wait for Ada's.
  expect(bodiesOf(received).map(({ type }) => type)).toEqual(['signup.created', 'signup.created']);
  world.later(6);
  await deliverAll(world, url);
  expect(bodiesOf(received).map(({ type }) => type)).toEqual([
    'signup.created',
    'signup.created',
    'signup.created',
    'signup.confirmed',
  ]);
  const ids = received.map(({ headers }) => headers['webhook-id']);
  expect(ids[2]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(3);
});

test('an event of a person who was erased is never sent again, and the event of the removal follows', async () => {
  const world = await openQueue(['ada@example.com'], true);
  let isDown = true;
  const { received, url } = await startReceiver((_request, response) => {
    response.statusCode = isDown ? 500 : 200;
    response.end();
  });
  await deliverAll(world, url);
  isDown = false;
  await world.queue.addLink('hash-of-a-token', { email: 'ada@example.com', kind: 'confirm' });
  await world.entries.remove('hash-of-a-token');
  world.later(hour);
  await deliverAll(world, url);
  expect(bodiesOf(received).map(({ type }) => type)).toEqual(['signup.created', 'signup.removed']);
  expect((await world.queue.counts()).events).toMatchObject({ waiting: 0, refused: 0 });
});

test('a redirect is not followed, and counts as a failure', async () => {
  const world = await openQueue(['ada@example.com'], true);
  const elsewhere = await startReceiver();
  const { received, url } = await startReceiver((_request, response) => {
    response.writeHead(307, { Location: elsewhere.url }).end();
  });
  await deliverAll(world, url);
  expect([received.length, elsewhere.received.length]).toEqual([1, 0]);
  expect((await world.queue.counts()).events).toMatchObject({ waiting: 1 });
});

test('an answer without an end is read up to 100 kB, and its status counts', async () => {
  const world = await openQueue(['ada@example.com'], true);
  let sent = 0;
  const { url } = await startReceiver((_request, response) => {
    const chunk = Buffer.alloc(10_000);
    const more = (): void => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
    };
    response.on('drain', more);
    more();
  });
  await deliverAll(world, url);
  expect((await world.queue.counts()).events).toMatchObject({ waiting: 0 });
  // The rest is what the sockets hold.
  expect(sent).toBeLessThan(10_000_000);
});

test('an answer of 200 counts as a success although its body cannot be read', async () => {
  const world = await openQueue(['ada@example.com'], true);
  const { url } = await startReceiver((_request, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('this is no gzip');
  });
  await deliverAll(world, url);
  expect((await world.queue.counts()).events).toMatchObject({ waiting: 0 });
});

test('an event for a port that Node.js refuses to call waits with that reason', async () => {
  const world = await openQueue(['ada@example.com'], true);
  const { lines, log } = await readableLog();
  const carrier = createEventCarrier(world.queue, {
    url: 'http://127.0.0.1:6000/',
    secret,
    hasAddress: false,
  });
  await deliverNext(carrier, { ...world.parts, log });
  expect(lines).toMatchObject([{ reason: 'POST: bad port' }]);
});

test('an event is tried for two days, and is then given up', async () => {
  const world = await openQueue(['ada@example.com'], true);
  const { received, url } = await startReceiver((_request, response) => {
    response.statusCode = 500;
    response.end();
  });
  for (let hours = 0; hours < 48; hours += 1) {
    await deliverAll(world, url);
    expect((await world.queue.counts()).events).toMatchObject({ waiting: 1, refused: 0 });
    world.later(hour);
  }
  world.later(6 * hour);
  await deliverAll(world, url);
  expect((await world.queue.counts()).events).toMatchObject({ waiting: 0, refused: 1 });
  const tries = received.length;
  world.later(48 * hour);
  await deliverAll(world, url);
  expect(received).toHaveLength(tries);
});

test('the id of an event depends on the kind, the person and the time, and on nothing else', () => {
  const event = {
    kind: 'signup.created',
    addressHash: 'a'.repeat(64),
    createdAt: new Date('2026-11-26T10:00:00Z'),
    email: null,
  } as const;
  expect(idOf(event)).toMatch(/^evt_[\da-f]{32}$/);
  expect(idOf({ ...event })).toBe(idOf(event));
  expect(idOf({ ...event, kind: 'signup.removed' })).not.toBe(idOf(event));
  expect(idOf({ ...event, addressHash: 'b'.repeat(64) })).not.toBe(idOf(event));
  expect(idOf({ ...event, createdAt: new Date('2026-11-26T10:00:01Z') })).not.toBe(idOf(event));
});
