import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { locations } from '../shared/build-output.ts';
import { answerJson } from '../shared/testing/stand-in.ts';
import { patientProcess, startProcess } from '../shared/testing/start-process.ts';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { createFakeFunction } from './testing/fake-function.ts';
import { connectRaw } from './testing/raw-connection.ts';

/** Starts the built server. */
const start = (environment: Record<string, string>) =>
  startProcess(`${locations.server}/index.js`, {
    PORT: '0',
    DATA_DIR: temporaryFolder(),
    ...environment,
  });

/** Starts a server in front of a function that answers sign-ups when the test says so. */
async function startBeforeSlowFunction(environment: Record<string, string> = {}) {
  const asked = Promise.withResolvers<() => void>();
  const slow = await createFakeFunction((...exchange) => {
    const answer = () => answerJson(200, { message: 'Thank you.' })(...exchange);
    // The function answers a health check at once.
    if (exchange[0].method === 'POST') asked.resolve(answer);
    else answer();
  });
  const server = start({ ...slow, ...environment });
  return { ...server, url: await server.address(), asked: asked.promise };
}

/** Gives the function and the end of the server more time than a visitor would wait. A busy machine may need it. */
const patient = { NODE_OPTIONS: `--import=${patientProcess}` };

function signUp(url: string) {
  const headers = { 'Content-Type': 'application/json' };
  const outgoing = httpRequest(`${url}/api/signup`, { method: 'POST', headers });
  outgoing.end(JSON.stringify({ email: 'ada@deckwright.example', formFillTime: 3000 }));
  return outgoing.on('error', () => {});
}

/** Asks for the page of an entry, which waits for the function as long as UPSTREAM_TIMEOUT_MS says. */
const askEntry = (url: string) =>
  void fetch(`${url}/early-access/entry?token=${'a'.repeat(43)}`).catch(() => {});

/** Resolves once the port is closed. */
const takesNoMore = (url: string) => expect.poll(() => fetch(url).catch(() => null)).toBeNull();

test('a bad configuration ends the start with every problem named and no secret, and nothing listens', async () => {
  const wrong = {
    PORT: '99999',
    METRICS_TOKEN: 'short-secret',
    DATABASE_URL: 'mysql://a:xyzzy@b/c',
  };
  const { code, out, err } = await start(wrong).ended;
  expect(code).toBe(1);
  for (const name of Object.keys(wrong)) {
    expect(out + err).toMatch(new RegExp(`^  ${name}: .+\\. .+$`, 'm'));
  }
  expect(out + err).not.toMatch(/listens|short-secret|mysql:|xyzzy/);
});

test('1,000 connections are open while the server is too busy to accept one', async () => {
  const server = await startBeforeSlowFunction();
  const port = Number(new URL(server.url).port);
  server.child.kill('SIGSTOP');
  const sockets = Array.from({ length: 1_000 }, () => connect(port, '127.0.0.1'));
  // Past the length of the queue, a connection opens only when the server goes on.
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.destroy();
  server.child.kill('SIGKILL');
  await server.ended;
});

test('a port in use ends the start with a remedy and no stack', async () => {
  const first = await startBeforeSlowFunction();
  const { code, out, err } = await start({ PORT: new URL(first.url).port }).ended;
  expect(code).toBe(1);
  expect(out + err).toMatch(/did not start: listen EADDRINUSE.* set PORT to another one\.$/m);
  expect(out + err).not.toMatch(/ {4}at |"ready"/);
});

test('SIGTERM lets a sign-up in flight end, closes idle connections, and exits with 0', async () => {
  const { url, child, asked, ended } = await startBeforeSlowFunction(patient);
  const idle = await connectRaw(Number(new URL(url).port));
  idle.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(idle.heard).toContain('200 OK');
  const outgoing = signUp(url);
  const release = await asked;
  child.kill('SIGTERM');
  await takesNoMore(url);
  await idle.ended;
  expect(child.exitCode).toBeNull();
  release();
  const [response] = await once(outgoing, 'response');
  expect(response.statusCode).toBe(200);
  response.resume();
  expect(await ended).toMatchObject({ code: 0 });
});

// The concurrent tests wait for seconds, and each has a server of its own.
test.concurrent('pages are served while the database is away', async () => {
  const DATABASE_URL = 'postgres://site@127.0.0.1:9/nowhere';
  const server = start({ DATABASE_URL, IP_HASH_SECRET: 'the-hash-secret-of-a-test' });
  const address = await server.address();
  expect((await fetch(`${address}/readyz`)).status).toBe(503);
  expect((await fetch(address)).status).toBe(200);
});

test.concurrent('after SIGTERM /readyz says 503, and each response within SHUTDOWN_DELAY_MS closes its connection', async ({
  expect,
}) => {
  const server = await startBeforeSlowFunction({ SHUTDOWN_DELAY_MS: '60000' });
  const status = async () => (await fetch(`${server.url}/readyz`)).status;
  await expect.poll(status).toBe(200);
  server.child.kill('SIGTERM');
  await expect.poll(status).toBe(503);
  const page = await fetch(server.url);
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
  server.child.kill('SIGKILL');
  await server.ended;
});

test.concurrent('ten seconds after SIGTERM a request that does not end is cut off and logged', async () => {
  const server = await startBeforeSlowFunction({
    UPSTREAM_TIMEOUT_MS: '60000',
    MAIL_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'hello@deckwright.example',
  });
  // A sign-up would be answered after 5.5 seconds.
  askEntry(server.url);
  await server.asked;
  server.child.kill('SIGTERM');
  const { code, out } = await server.ended;
  expect([code, out]).toEqual([0, expect.stringContaining('"status":499')]);
});

test('a second SIGTERM ends the server at once', async () => {
  const { url, child, asked, ended } = await startBeforeSlowFunction(patient);
  signUp(url);
  await asked;
  child.kill('SIGTERM');
  await takesNoMore(url);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 1 });
});

test('a sign-up is saved when its visitor leaves before the response', async () => {
  const { url, asked, said, hears } = await startBeforeSlowFunction(patient);
  const outgoing = signUp(url);
  const release = await asked;
  outgoing.destroy();
  await hears(/"status":499/);
  release();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(said.out).not.toContain('could not be saved');
});
