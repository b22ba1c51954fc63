import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { PingReport } from './ping/report.ts';
import { drive, freePort, isBuilt, temporaryFolder, type Variables } from './testing/drive.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A stand-in for the project’s gateway. */
async function gateway(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function ping(url: string, more: readonly string[] = [], env: Variables = {}) {
  const { code, out } = await drive(['ping', '--json', ...more], {
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
    // A busy machine is slow, not out of reach.
    UPSTREAM_TIMEOUT_MS: '30000',
    // No server of ours runs there.
    PORT: '1',
    ...env,
  });
  return { code, ...(JSON.parse(out) as PingReport) };
}

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

/** The deployed function: a GET is its health check, an empty sign-up is refused for its emptiness. */
const deployed: RequestListener = (request, response) =>
  request.method === 'GET'
    ? answer(200, { ok: true })(request, response)
    : answer(400, { error: { code: 'invalid_request', message: 'no' } })(request, response);

test('a function that answers is good, and timed', async () => {
  let asked = 0;
  const url = await gateway((request, response) => {
    if (request.method === 'GET') asked += 1;
    deployed(request, response);
  });
  const { code, ok, backend, cause, ms } = await ping(url, ['--count', '3']);
  expect({ code, ok, backend, cause, asked }).toEqual({
    code: 0,
    ok: true,
    backend: 'supabase',
    cause: undefined,
    asked: 3,
  });
  expect(ms.min).toBeGreaterThan(0);
  expect(ms.min).toBeLessThanOrEqual(ms.median);
  expect(ms.median).toBeLessThanOrEqual(ms.max);
});

describe('each failure has its cause', () => {
  test.each<[string, RequestListener, Variables?]>([
    ['paused_project', answer(540, { message: 'Project paused' })],
    ['wrong_key', answer(401, { message: 'Invalid API key' })],
    ['wrong_key', answer(401, { error: { code: 'unauthorized', message: 'no' } })],
    ['function_missing', answer(404, { code: 'NOT_FOUND', message: 'not found' })],
    ['relay', answer(500, {}, { 'x-relay-error': 'true' })],
    ['http', answer(500, { message: 'broken' })],
    ['http', answer(200, { hello: 'I am something else' })],
    ['timeout', () => {}, { UPSTREAM_TIMEOUT_MS: '400' }],
  ])('%s', async (cause, listener, env = {}) => {
    const found = await ping(await gateway(listener), [], env);
    expect(found).toMatchObject({ code: 1, ok: false, cause });
    expect(found.remedy).toBeTruthy();
  });

  test.each<[string, () => Promise<string>]>([
    ['refused', async () => `http://127.0.0.1:${await freePort()}`],
    ['dns', async () => 'http://no-such-project.invalid'],
    ['tls', async () => (await gateway(deployed)).replace('http:', 'https:')],
  ])('%s', async (cause, url) => {
    expect(await ping(await url())).toMatchObject({ code: 1, cause });
  });
});

test('the text names the cause and the remedy', async () => {
  const url = await gateway(answer(540, { message: 'Project paused' }));
  const env = { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: 'k', PORT: '1' };
  const { code, out } = await drive(['ping'], env);
  expect(code).toBe(1);
  expect(out).toMatch(/supabase at .*: paused project after .* ms/);
  expect(out).toContain('Resume it in the dashboard.');
});

test('with no server running, the embedded database is asked', async () => {
  const { code, out } = await drive(['ping', '--json', '--count', '2'], {
    DATA_DIR: temporaryFolder(),
    PORT: '1',
  });
  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, ok: true, backend: 'embedded' });
});

test('a PostgreSQL that is not there is refused', async () => {
  const { code, out } = await drive(['ping', '--json'], {
    DATABASE_URL: `postgres://u:p@127.0.0.1:${await freePort()}/d`,
    IP_HASH_SECRET: 'sixteen-characters',
    PORT: '1',
  });
  expect({ code, ...JSON.parse(out) }).toMatchObject({
    code: 1,
    backend: 'postgres',
    cause: 'refused',
  });
});

test('a canary that could not be removed is not made', async () => {
  const posts: unknown[] = [];
  const url = await gateway((request, response) => {
    if (request.method === 'POST') posts.push(request.url);
    deployed(request, response);
  });
  const { code, canary } = await ping(url, ['--canary']);
  expect({ code, canary }).toMatchObject({ code: 1, canary: { ok: false, brokeAt: 'prepare' } });
  expect(canary?.remedy).toContain('DATABASE_URL');
  // The one is the question whether the key is accepted.
  expect(posts).toHaveLength(1);
});

test('a canary that the function refuses says where it broke, and why', async () => {
  const { code, canary } = await ping(await gateway(deployed), ['--canary'], {
    DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d',
  });
  expect({ code, canary }).toMatchObject({ code: 1, canary: { ok: false, brokeAt: 'sign up' } });
  expect(canary?.detail).toContain('invalid_request');
});

test.runIf(isBuilt)('without a server a canary starts one, and leaves no row', async () => {
  const env = { DATA_DIR: temporaryFolder(), PORT: '1' };
  const { code, out } = await drive(['ping', '--canary', '--json'], env);
  expect({ code, ...JSON.parse(out) }).toMatchObject({
    code: 0,
    canary: { ok: true, through: 'own server' },
  });
  const counted = await drive(['signups', 'count', '--json'], env);
  expect(JSON.parse(counted.out)).toMatchObject({ total: 0 });
});
