import type { IncomingMessage, RequestListener } from 'node:http';
import { expect, test, vi } from 'vitest';
import { answerJson, createStandIn } from '../../../shared/testing/stand-in.ts';
import { runCommand, type Variables } from '../../testing/run-command.ts';
import type { PingReport } from './render.ts';

/** An address at which no program listens. */
const nobody = '2';

const listen = async (listener: RequestListener) => (await createStandIn(listener)).url;

const project = (url: string): Variables => ({
  SUPABASE_URL: url,
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
  // A busy machine answers slowly.
  UPSTREAM_TIMEOUT_MS: '30000',
  PORT: nobody,
});
const postgres = { DATABASE_URL: 'postgres://u:p@db/d', IP_HASH_SECRET: 'x'.repeat(16) };

async function ping(env: Variables, more = '') {
  const { code, out } = await runCommand(`ping --json${more}`, env);
  return { code, ...(JSON.parse(out) as PingReport) };
}

const refused = answerJson(400, { error: { code: 'invalid_request', message: 'no' } });
/** Answers as the deployed function: a GET is a health check, and an empty sign-up is refused with `invalid_request`. */
const deployed: RequestListener = (request, response) =>
  (request.method === 'GET' ? answerJson(200, { ok: true }) : refused)(request, response);

test('ping of a function that answers exits with 0 and prints the latency', async () => {
  const asked = vi.fn(deployed);
  const url = await listen(asked);
  const { ms, ...found } = await ping(project(url), ' --count 3');
  expect(found).toEqual({ code: 0, ok: true, backend: 'supabase', target: url });
  // The fourth request checks the key.
  expect(asked).toHaveBeenCalledTimes(4);
  const times = [ms.min, ms.median, ms.max];
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(ms.min).toBeGreaterThan(0);
});

test.each<[string, RequestListener, ((url: string) => Variables)?]>([
  ['paused_project', answerJson(540, { message: 'Project paused' })],
  ['wrong_key', answerJson(401, { message: 'Invalid API key' })],
  ['wrong_key', answerJson(403, { message: 'Forbidden' })],
  ['function_missing', answerJson(404, { code: 'NOT_FOUND', message: 'not found' })],
  ['relay', answerJson(500, {}, { 'x-relay-error': 'true' })],
  ['http', answerJson(500, { message: 'broken' })],
  ['http', answerJson(200, { hello: 'I am something else' })],
  ['timeout', () => {}, () => ({ UPSTREAM_TIMEOUT_MS: '400' })],
  ['refused', deployed, () => ({ SUPABASE_URL: `http://127.0.0.1:${nobody}` })],
  ['dns', deployed, () => ({ SUPABASE_URL: 'http://no-such-project.invalid' })],
  ['tls', deployed, (url) => ({ SUPABASE_URL: url.replace('http:', 'https:') })],
])(
  'ping of a function that fails exits with 1 and names the cause: %s',
  async (cause, listener, change = () => ({})) => {
    const url = await listen(listener);
    const found = await ping({ ...project(url), ...change(url) });
    expect(found).toMatchObject({ code: 1, ok: false, cause });
    expect(found.remedy).toBeTruthy();
  },
);

test('where no server runs ping fails with the address that it tried', async () => {
  const failure = { code: 1, cause: 'no_server', target: `http://127.0.0.1:${nobody}` };
  expect(await ping({ ...postgres, PORT: nobody })).toMatchObject(failure);
});

test('ping names what the server runs on, whatever the settings say', async () => {
  const url = await listen(answerJson(200, { ready: true, backend: 'sqlite' }));
  expect(await ping(postgres, ` --url ${url}`)).toMatchObject({ code: 0, backend: 'sqlite' });
});

test('ping --url asks the server at the address, also when the settings name a Supabase project', async () => {
  const asked = vi.fn(answerJson(200, { ready: true, backend: 'postgres' }));
  const url = await listen(asked);
  const found = await ping(project(`http://127.0.0.1:${nobody}`), ` --count 1 --url ${url}/`);
  expect(found).toMatchObject({ code: 0, backend: 'postgres', target: url });
  expect(asked.mock.calls.map(([request]) => request.url)).toEqual(['/readyz', '/readyz']);
});

test.each(['deckwright.example', 'ftp://deckwright.example', "''"])(
  'ping --url %s exits with 2 and shows what an address looks like',
  async (address) => {
    const { code, err } = await runCommand(`ping --url ${address}`, postgres);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('e.g. https://') });
  },
);

test.each<[string, RequestListener]>([
  ['http', answerJson(200, { hello: 'I am something else' })],
  ['http', (_request, response) => response.end('<!doctype html>')],
  ['not_ready', answerJson(503, { ready: false })],
])('ping --url fails with %s when what answers is not a ready server', async (cause, listener) => {
  const url = await listen(listener);
  expect(await ping({}, ` --url ${url}`)).toMatchObject({ code: 1, ok: false, cause });
});

const SIGNUP_PROXY_SECRET = 'known-to-the-operator';

/** Starts a server or a function that knows the secret, and stores the POST requests that it gets. */
async function site(status: number) {
  const posts: IncomingMessage[] = [];
  const url = await listen((request, response) => {
    if (request.method === 'POST') posts.push(request);
    if (request.url === '/readyz') return answerJson(200, { ready: true })(request, response);
    const isTrial = request.url === '/api/signup' || 'x-deckwright-canary' in request.headers;
    (isTrial ? answerJson(status, {}) : deployed)(request, response);
  });
  return { url, posts, port: new URL(url).port };
}

test.each<[string, (url: string) => Variables, string]>([
  ['through the running server', (url) => ({ PORT: new URL(url).port }), ''],
  ['to the function where no server runs', project, ''],
  ['to the address of --url', () => ({ PORT: nobody }), ' --url ADDRESS/'],
])('ping --canary sends the trial %s, marked by the secret', async (_where, env, more) => {
  const { url, posts } = await site(200);
  const line = ` --canary${more.replace('ADDRESS', url)}`;
  const { code, canary } = await ping({ ...env(url), SIGNUP_PROXY_SECRET }, line);
  expect({ code, canary }).toMatchObject({ code: 0, canary: { ok: true, target: url } });
  expect(posts.at(-1)?.headers['x-deckwright-canary']).toBe(SIGNUP_PROXY_SECRET);
});

test.each([
  [401, 'wrong_secret'],
  [503, 'http'],
])(
  'ping --canary exits with 1 when the server answers the trial with %i: %s',
  async (status, cause) => {
    const { port } = await site(status);
    const { code, canary } = await ping({ SIGNUP_PROXY_SECRET, PORT: port }, ' --canary');
    expect({ code, canary }).toMatchObject({ code: 1, canary: { ok: false, cause } });
  },
);

test('ping --canary shows the status and the words of a function that refuses the trial for another reason', async () => {
  const { url, posts } = await site(503);
  const { canary } = await ping({ ...project(url), SIGNUP_PROXY_SECRET }, ' --canary');
  expect(canary).toMatchObject({ ok: false, cause: 'http', detail: '503 {}' });
  expect(posts.map(({ headers }) => headers['content-type'])).toEqual(
    Array(2).fill('application/json'),
  );
});

test('ping --canary shows at most 300 characters of what a server answers', async () => {
  const answer = 'x'.repeat(400);
  const url = await listen((request, response) => {
    if (request.url === '/readyz') return answerJson(200, { ready: true })(request, response);
    response.writeHead(500).end(answer);
  });
  const { canary } = await ping({ SIGNUP_PROXY_SECRET }, ` --canary --url ${url}`);
  expect(canary).toMatchObject({ cause: 'http', detail: `500 ${answer.slice(0, 300)}` });
});

test('the text names the latency, and says that a canary needs the secret', async () => {
  const { port } = await site(200);
  const { code, out } = await runCommand('ping --canary', { PORT: port });
  expect(code).toBe(1);
  expect(out).toMatch(/^✓ sqlite at http.*: min \d.* ms$/m);
  expect(out).toMatch(
    /^✗ canary .*: no secret \(.*needs SIGNUP_PROXY_SECRET\)\n {2}Set SIGNUP_PROXY_SECRET/m,
  );
});

test('ping names a port that fetch refuses, and does not say that something answered', async () => {
  const found = await ping({}, ' --url http://127.0.0.1:1');
  expect(found).toMatchObject({ code: 1, ok: false, cause: 'bad_port' });
  expect(found.remedy).not.toContain('answered');
});
