import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { defaultLimits, type Limits } from './listener.ts';
import { createFakeFunction } from './testing/fake-function.ts';
import { connectRaw } from './testing/raw-connection.ts';
import { startTestServer } from './testing/test-server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server that is patient with everything but what a test is about. */
async function portOf(limits: Partial<Limits>, environment: Record<string, string> = {}) {
  const patient = { ...defaultLimits, headersTimeout: 60_000, requestTimeout: 60_000 };
  const { backend, close } = await createFakeFunction(() => {});
  closers.push(close);
  const running = await startTestServer(environment, { backend }, { ...patient, ...limits });
  closers.push(running.close);
  return (running.server.address() as AddressInfo).port;
}

const quick = { connectionsCheckingInterval: 50 };
const page = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const policy = "Content-Security-Policy: default-src 'none'";

async function expectPage(port: number): Promise<void> {
  const visitor = await connectRaw(port);
  visitor.send(page);
  await visitor.ended;
  expect(visitor.heard()).toMatch(/^HTTP\/1\.1 200 /);
}

describe('who is too slow', () => {
  test.each([
    ['with the headers', { headersTimeout: 1000 }, 'GET / HTTP/1.1\r\nHost: a\r\n'],
    [
      'with the body',
      { headersTimeout: 1000, requestTimeout: 1500 },
      'POST /api/signup HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ],
  ])('%s is told so, with the headers of every answer, and hung up on', async (_, limits, text) => {
    const port = await portOf({ ...quick, ...limits });
    const slow = await connectRaw(port);
    slow.send(text);
    await expectPage(port);
    await slow.ended;
    expect(slow.heard()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(slow.heard()).toContain(policy);
  });

  test('and sends a byte now and then is hung up on all the same', async () => {
    const port = await portOf({ ...quick, headersTimeout: 300 });
    const slow = await connectRaw(port);
    slow.send('GET / HTTP/1.1\r\nX: ');
    const drip = setInterval(() => slow.send('x'), 20);
    await slow.ended;
    clearInterval(drip);
    expect(slow.heard()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('with a second request on a connection that is kept is let go', async () => {
    const port = await portOf({ keepAliveTimeout: 100 });
    const idle = await connectRaw(port);
    idle.send('GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n');
    await idle.ended;
    expect(idle.heard()).toMatch(/^HTTP\/1\.1 200 /);
  });
});

test('who falls silent in the middle of a request is hung up on', async () => {
  const port = await portOf({ silence: 0 }, { UPSTREAM_TIMEOUT_MS: '300' });
  const silent = await connectRaw(port);
  silent.send('POST /api/signup HTTP/1.1\r\nHost: a\r\n');
  await silent.ended;
  expect(silent.heard()).toBe('');
});

describe('connections', () => {
  const alone = [{}, { TRUST_PROXY: '0' }];
  test.each(alone)(
    'past what one visitor may hold are refused till others end: %j',
    async (env) => {
      const port = await portOf({ maxConnectionsEach: 3 }, env);
      const held = await Promise.all([1, 2, 3].map(() => connectRaw(port)));
      for (const { send } of held) send('GET / HTTP/1.1\r\n');
      expect(await answers(port)).toBe(false);
      held[0]?.socket.destroy();
      await expect.poll(() => answers(port), { timeout: 15_000 }).toBe(true);
    },
  );

  test('past what the machine may hold are refused, whoever holds them', async () => {
    const port = await portOf({ maxConnections: 2 }, { TRUST_PROXY: '1' });
    const held = await Promise.all([1, 2].map(() => connectRaw(port)));
    for (const { send } of held) send('GET / HTTP/1.1\r\n');
    expect(await answers(port)).toBe(false);
    held[0]?.socket.destroy();
    await expect.poll(() => answers(port), { timeout: 15_000 }).toBe(true);
  });

  test('are not counted by visitor behind a proxy, whose they all are', async () => {
    const port = await portOf({ maxConnectionsEach: 1 }, { TRUST_PROXY: '1' });
    const held = await connectRaw(port);
    held.send('GET / HTTP/1.1\r\n');
    await expectPage(port);
  });

  test('of a crowd that never finishes its request do not keep a page from others', async () => {
    const port = await portOf({});
    const crowd = await Promise.all(Array.from({ length: 500 }, () => connectRaw(port)));
    for (const { send } of crowd) send('POST /api/signup HTTP/1.1\r\nHost: a\r\nContent-Le');
    await expectPage(port);
    for (const { socket } of crowd) socket.destroy();
  });
});

async function answers(port: number): Promise<boolean> {
  const visitor = await connectRaw(port);
  visitor.send(page);
  await visitor.ended;
  return visitor.heard().startsWith('HTTP/1.1 200 ');
}

test('a page whose file went away is a fault that is told and logged, and the others go on', async () => {
  const logged: string[] = [];
  const running = await startTestServer(
    { LOG_LEVEL: 'error' },
    { logTo: { write: (line) => void logged.push(line) } },
  );
  closers.push(running.close);
  await running.context.openLog();
  rmSync(`${running.site.pagesDirectory}/careers.html`);
  const port = (running.server.address() as AddressInfo).port;
  const visitor = await connectRaw(port);
  visitor.send('GET /careers HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  await visitor.ended;
  expect(visitor.heard()).toMatch(/^HTTP\/1\.1 500 /);
  expect(visitor.heard()).toContain(policy);
  expect(visitor.heard()).not.toContain('careers.html');
  expect(logged.join()).toContain('careers.html');
  await expectPage(port);
});

describe('odd requests', () => {
  test('after an earlier answer get none, which could be taken for a part of it', async () => {
    const visitor = await connectRaw(await portOf({}));
    visitor.send('GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(visitor.heard).toContain('Sitemap:');
    visitor.send('nonsense\r\n\r\n');
    await visitor.ended;
    expect(visitor.heard().match(/^HTTP\/1\.1/gm)).toHaveLength(1);
  });

  test.each([
    ['GET / HTTP/1.1\r\n\r\n', 400],
    ['GET / HTTP/1.0\r\n\r\n', 200],
    ['GET /upload/#//evil.example HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
    ['GET ftp://evil.example/upload/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
  ])('%j is answered with %s and the headers of every answer', async (text, status) => {
    const visitor = await connectRaw(await portOf({}));
    visitor.send(text);
    await visitor.ended;
    expect(visitor.heard()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(visitor.heard()).toContain(policy);
    expect(visitor.heard()).not.toMatch(/^Location:/im);
  });
});
