import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
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
    asked.resolve(() => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
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
  expect(second.output()).toMatch(/did not start: listen EADDRINUSE/);
  expect(second.output()).not.toContain('    at ');
  await close();
});

test('a database that is not there keeps no page from its best form', async () => {
  const server = start({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nowhere',
    IP_HASH_SECRET: 'the-hash-secret-of-a-test',
    LOG_LEVEL: 'debug',
  });
  const address = await server.address();
  await expect.poll(server.output, { timeout: 45_000 }).toContain('everything is loaded');
  expect((await fetch(`${address}/readyz`)).status).toBe(503);
});

/** Resolves once the server has heard the signal: nobody new is let in. */
async function takesNoMore(server: ReturnType<typeof start>): Promise<void> {
  const address = await server.address();
  const knock = () =>
    fetch(address).then(
      () => 'open',
      () => 'closed',
    );
  await expect.poll(knock).toBe('closed');
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

describe('what is not a request', () => {
  let server: ServerProcess;
  beforeAll(() => {
    server = startServerProcess({
      SUPABASE_URL: 'http://127.0.0.1:9',
      SUPABASE_PUBLISHABLE_KEY: 'none',
    });
  });
  afterAll(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  });

  test.each([
    ['garbage\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    ['GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n', 417],
    ['GET http://other.example/upload?x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 200],
    ['OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 405],
    ['GET /upload/?\u00e9\u00ff HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ])('%j is answered with %s and the same headers', async (bytes, status) => {
    const { port } = new URL(await server.address());
    const socket = connect(Number(port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk;
    });
    socket.write(bytes, 'latin1');
    await once(socket, 'close');
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain("Content-Security-Policy: default-src 'none'");
    expect(answer).not.toContain('    at ');
  });
});
