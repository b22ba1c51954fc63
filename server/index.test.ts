import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { drainMs } from './lifecycle.ts';
import { createFakeFunction } from './testing/fake-function.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';

const started: ServerProcess[] = [];
const start = (environment: Record<string, string>): ServerProcess => {
  const server = startServerProcess(environment);
  started.push(server);
  return server;
};
afterEach(async () => {
  for (const server of started.splice(0)) {
    server.child.kill('SIGKILL');
    await server.ended;
  }
});

/** A function that answers when told to. */
async function slowFunction() {
  const asked = Promise.withResolvers<() => void>();
  const { close, environment } = await createFakeFunction((incoming, response) => {
    incoming.resume();
    const answer = () => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    };
    // A health check is answered at once.
    if (incoming.method === 'POST') asked.resolve(answer);
    else answer();
  });
  return { close, environment, asked: asked.promise };
}

function signUp(address: string) {
  const headers = { 'Content-Type': 'application/json' };
  const outgoing = httpRequest(`${address}/api/signup`, { method: 'POST', headers });
  outgoing.end(JSON.stringify({ email: 'ada@deckwright.example', formFillTime: 3000 }));
  return outgoing;
}

describe('a bad configuration', () => {
  test('is refused with every problem named, and nothing listens', async () => {
    const server = start({ PORT: '99999', SITE_ORIGIN: 'nowhere', TRUST_PROXY: 'true' });
    expect(await server.ended).toBe(1);
    for (const name of ['PORT', 'SITE_ORIGIN', 'TRUST_PROXY']) {
      expect(server.output()).toMatch(new RegExp(`^  ${name}: .+\\. .+$`, 'm'));
    }
    expect(server.output()).not.toContain('listens');
  });

  test('keeps its secrets to itself', async () => {
    const server = start({ METRICS_TOKEN: 'short-secret', DATABASE_URL: 'mysql://a:xyzzy@b/c' });
    expect(await server.ended).toBe(1);
    expect(server.output()).not.toMatch(/short-secret|mysql:|xyzzy/);
  });
});

test('a port that is taken ends the start with a message and no stack', async () => {
  const { environment, close } = await slowFunction();
  const first = start(environment);
  const { port } = new URL(await first.address());
  const second = start({ ...environment, PORT: port });
  expect(await second.ended).toBe(1);
  expect(second.output()).toMatch(/did not start: listen EADDRINUSE.* set PORT to another one\.$/m);
  expect(second.output()).not.toMatch(/ {4}at |"ready"/);
  await close();
});

test('a database that is not there keeps no page from being served, in its best form', async () => {
  const server = start({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nowhere',
    IP_HASH_SECRET: 'the-hash-secret-of-a-test',
  });
  const address = await server.address();
  expect((await fetch(`${address}/readyz`)).status).toBe(503);
  const headers = { 'Accept-Encoding': 'br' };
  const encoding = async () => (await fetch(address, { headers })).headers.get('content-encoding');
  await expect.poll(encoding).toBe('br');
});

/** Resolves once the server has closed its port. */
async function takesNoMore(server: ServerProcess): Promise<void> {
  const address = await server.address();
  const isClosed = () =>
    fetch(address).then(
      () => false,
      () => true,
    );
  await expect.poll(isClosed).toBe(true);
}

describe('SIGTERM', () => {
  test('lets a sign-up in flight end, then ends with 0', async () => {
    const { environment, close, asked } = await slowFunction();
    const server = start(environment);
    const outgoing = signUp(await server.address());
    const release = await asked;
    server.child.kill('SIGTERM');
    await takesNoMore(server);
    expect(server.child.exitCode).toBeNull();
    release();
    const [response] = await once(outgoing, 'response');
    expect(response.statusCode).toBe(200);
    response.resume();
    expect(await server.ended).toBe(0);
    await close();
  });

  test('does not wait for who keeps a connection open and says nothing', async () => {
    const { environment, close } = await slowFunction();
    const server = start(environment);
    const { port } = new URL(await server.address());
    const idle = connect(Number(port), '127.0.0.1');
    idle.on('error', () => {});
    idle.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(idle, 'data');
    const before = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(performance.now() - before).toBeLessThan(drainMs);
    await close();
  });

  test('sends traffic elsewhere and answers for SHUTDOWN_DELAY_MS, each time for the last time', async () => {
    const { environment, close } = await slowFunction();
    const server = start({ ...environment, SHUTDOWN_DELAY_MS: '3000' });
    const address = await server.address();
    const status = async () => (await fetch(`${address}/readyz`)).status;
    await expect.poll(status).toBe(200);
    server.child.kill('SIGTERM');
    await expect.poll(status).toBe(503);
    const page = await fetch(address);
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
    expect(await server.ended).toBe(0);
    const told = ['ready', 'stopping', 'stopped'].map((line) => `"msg":"${line}"`);
    for (const line of told) expect(server.output().split(line)).toHaveLength(2);
    await close();
  });

  test('a second one does not wait at all', async () => {
    const { environment, close, asked } = await slowFunction();
    const server = start(environment);
    signUp(await server.address()).on('error', () => {});
    await asked;
    server.child.kill('SIGTERM');
    await takesNoMore(server);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(1);
    await close();
  });
});

test('a visitor who leaves does not undo the sign-up', async () => {
  const { environment, close, asked } = await slowFunction();
  const server = start(environment);
  const outgoing = signUp(await server.address());
  outgoing.on('error', () => {});
  const release = await asked;
  outgoing.destroy();
  await expect.poll(() => server.output()).toContain('"status":499');
  release();
  const health = await fetch(`${await server.address()}/healthz`);
  expect(health.status).toBe(200);
  expect(server.output()).not.toContain('could not be saved');
  await close();
});
