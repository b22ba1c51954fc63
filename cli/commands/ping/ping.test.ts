import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { runCommand, type Variables } from '../../testing/run-command.ts';
import { freePort } from '../../testing/start-command.ts';
import type { PingReport } from './render.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const project = (url: string): Variables => ({
  SUPABASE_URL: url,
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
  // A busy machine is slow, not out of reach.
  UPSTREAM_TIMEOUT_MS: '30000',
  // No server of ours runs there.
  PORT: '1',
});

async function ping(env: Variables, more = '') {
  const { code, out } = await runCommand(`ping --json${more}`, env);
  return { code, ...(JSON.parse(out) as PingReport) };
}

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

const refused = answer(400, { error: { code: 'invalid_request', message: 'no' } });
/** The deployed function: a GET is its health check, an empty sign-up is refused for its emptiness. */
const deployed: RequestListener = (request, response) =>
  (request.method === 'GET' ? answer(200, { ok: true }) : refused)(request, response);

test('a function that answers is good, and timed', async () => {
  let asked = 0;
  const url = await listen((request, response) => {
    if (request.method === 'GET') asked += 1;
    deployed(request, response);
  });
  const { ms, ...found } = await ping(project(url), ' --count 3');
  expect(found).toEqual({ code: 0, ok: true, backend: 'supabase', target: url });
  expect(asked).toBe(3);
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
    const found = await ping({ ...project(await listen(listener)), ...env });
    expect(found).toMatchObject({ code: 1, ok: false, cause });
    expect(found.remedy).toBeTruthy();
  });

  test.each<[string, () => Promise<string>]>([
    ['refused', async () => `http://127.0.0.1:${await freePort()}`],
    ['dns', async () => 'http://no-such-project.invalid'],
    ['tls', async () => (await listen(deployed)).replace('http:', 'https:')],
  ])('%s', async (cause, url) => {
    expect(await ping(project(await url()))).toMatchObject({ code: 1, cause });
  });
});

test('the text names the cause and the remedy', async () => {
  const url = await listen(answer(540, { message: 'Project paused' }));
  const { code, out } = await runCommand('ping', project(url));
  expect(code).toBe(1);
  expect(out).toMatch(/^✗ supabase at .*: paused project/);
  expect(out).toContain('Resume it in the dashboard.');
});

test.each<[string, Variables]>([
  ['SQLite', {}],
  ['PostgreSQL', { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d', IP_HASH_SECRET: 'x'.repeat(16) }],
])('where no server runs on %s it fails with the address that it tried', async (_name, env) => {
  const PORT = String(await freePort());
  expect(await ping({ ...env, PORT })).toMatchObject({
    code: 1,
    cause: 'no_server',
    target: `http://127.0.0.1:${PORT}`,
  });
});

test('names what the server runs on, whatever the settings say', async () => {
  const url = await listen(answer(200, { ready: true, backend: 'sqlite' }));
  const env = { DATABASE_URL: 'postgres://u:p@db/d', IP_HASH_SECRET: 'x'.repeat(16) };
  expect(await ping(env, ` --url ${url}`)).toMatchObject({ code: 0, backend: 'sqlite' });
});

describe('--canary', () => {
  const SIGNUP_PROXY_SECRET = 'known-to-the-operator';

  /** A server or a function that knows the secret, and keeps what it was sent. */
  async function site(status: number) {
    const posts: IncomingMessage[] = [];
    const url = await listen((request, response) => {
      if (request.method === 'POST') posts.push(request);
      if (request.url === '/readyz') return answer(200, { ready: true })(request, response);
      if (request.url === '/api/signup') return answer(status, {})(request, response);
      const isTrial = 'x-deckwright-canary' in request.headers;
      (isTrial ? answer(status, {}) : deployed)(request, response);
    });
    return { url, posts, port: new URL(url).port };
  }

  test.each<[string, (url: string) => Variables, string]>([
    ['through the running server', (url) => ({ PORT: new URL(url).port }), ''],
    ['to the function where no server runs', project, ''],
    ['to the address that is named', () => ({ PORT: '1' }), ' --url ADDRESS/'],
  ])('goes %s, marked by the secret', async (_where, env, more) => {
    const { url, posts } = await site(200);
    const line = ` --canary${more.replace('ADDRESS', url)}`;
    const { code, canary } = await ping({ ...env(url), SIGNUP_PROXY_SECRET }, line);
    expect({ code, canary }).toMatchObject({ code: 0, canary: { ok: true, target: url } });
    expect(posts.at(-1)?.headers['x-deckwright-canary']).toBe(SIGNUP_PROXY_SECRET);
  });

  test.each([
    [401, 'wrong_secret'],
    [503, 'http'],
  ])('that is answered with %i is a problem: %s', async (status, cause) => {
    const { port } = await site(status);
    const { code, canary } = await ping({ SIGNUP_PROXY_SECRET, PORT: port }, ' --canary');
    expect({ code, canary }).toMatchObject({ code: 1, canary: { ok: false, cause } });
  });

  test('needs the secret, and says so', async () => {
    const { port } = await site(200);
    const { code, out } = await runCommand('ping --canary', { PORT: port });
    expect(code).toBe(1);
    expect(out).toMatch(/✗ canary .*needs SIGNUP_PROXY_SECRET\)\n {2}Set SIGNUP_PROXY_SECRET/);
  });
});
