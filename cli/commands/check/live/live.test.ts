import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openSignups } from '../../../../server/stores/sqlite/open.ts';
import type { HeadConfig } from '../../../../shared/head.ts';
import { homePage } from '../../../../shared/pages.ts';
import { answerJson, createStandIn } from '../../../../shared/testing/stand-in.ts';
import { temporaryFolder } from '../../../../shared/testing/temporary-folder.ts';
import { causes } from '../../../remote/unreachable.ts';
import { pageHtml } from '../../../testing/page-html.ts';
import { runCommand, type Variables } from '../../../testing/run-command.ts';
import { filledFolder } from '../../signups/testing/filled-folder.ts';
import type { CheckReport, Finding } from '../report.ts';
// `check` loads this module with --live only. Stryker runs every test for a constant of a module that is loaded before the
// tests, and otherwise only the test that loads the module.
import './index.ts';

/** Stands for everything that the settings of a test name. Each test sets the answers by method and path. */
const world = await createStandIn((request, response) => answer(request, response));
const requests: { line: string; headers: IncomingMessage['headers']; body: string }[] = [];
let answers: Record<string, RequestListener> = {};

const answer: RequestListener = async (request, response) => {
  const line = `${request.method} ${request.url}`;
  requests.push({ line, headers: request.headers, body: await text(request) });
  (answers[line] ?? answerJson(404, {}))(request, response);
};

/** Answers with the home page of a server at the stand-in. */
const sendsHome =
  (changes: Partial<HeadConfig>): RequestListener =>
  (_request, response) => {
    const config = { origin: world.url, indexing: true, contactEmail: 'a@b.example', ...changes };
    response.end(pageHtml(homePage, config));
  };

const ready = { ready: true, backend: 'sqlite', version: '1.2.3' };
const theFunction = '/functions/v1/secure-signup';
const invalid = answerJson(400, { error: { code: 'invalid_request' } });
const unauthorized = answerJson(401, { error: { code: 'unauthorized' } });

/** The settings of a server at the stand-in. */
const here = { SITE_ORIGIN: world.url, PORT: new URL(world.url).port };
/** The settings of the same server with a Supabase project at the stand-in. */
const project: Variables = {
  ...here,
  SUPABASE_URL: world.url,
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
};
const METRICS_TOKEN = 'a-token-of-16-characters';

/** Runs `check --live`. Returns each finding by its name, and the requests that it sent. */
async function live(env: Variables, answered: Record<string, RequestListener>) {
  answers = { 'GET /': sendsHome({}), ...answered };
  requests.length = 0;
  const { out } = await runCommand('check --live --json', { DATA_DIR: temporaryFolder(), ...env });
  const { live: found = [], ok }: CheckReport = JSON.parse(out);
  const of = (name: string): Partial<Finding> => found.find((one) => one.name === name) ?? {};
  return { ok, of, names: found.map(({ name }) => name), requests: [...requests] };
}

const isReady = { 'GET /readyz': answerJson(200, ready) };

test.each<[string, Variables, string[]]>([
  ['SQLite', here, ['site', 'server', 'disk', 'sign-up']],
  ['Supabase', project, ['site', 'server', 'function', 'sign-up']],
  [
    'Supabase with an outbox and a secret',
    { ...project, SIGNUP_OUTBOX: 'on', SIGNUP_PROXY_SECRET: 'a-secret-of-the-function' },
    ['site', 'server', 'function', 'disk', 'proxy secret', 'sign-up'],
  ],
  [
    'SQLite with a secret and a bot check',
    {
      ...here,
      SIGNUP_PROXY_SECRET: 'a-secret-of-the-server',
      TURNSTILE_SITE_KEY: 'k',
      TURNSTILE_SECRET_KEY: 's',
      TURNSTILE_VERIFY_URL: `${world.url}/siteverify`,
    },
    ['site', 'server', 'disk', 'bot check', 'sign-up'],
  ],
])(
  'check --live of %s tries what its settings name and nothing else',
  async (_what, env, tried) => {
    expect((await live(env, isReady)).names).toEqual(tried);
  },
);

test('check --live asks the site with a forged address, and says that TRUST_PROXY is tried only with METRICS_TOKEN', async () => {
  const { of, requests } = await live(here, isReady);
  expect(of('site')).toEqual({
    name: 'site',
    value: `${world.url}, whose TRUST_PROXY is tried only with METRICS_TOKEN`,
  });
  const forged = requests.filter(({ headers }) => headers['x-forwarded-for'] === '192.0.2.66');
  expect(forged.map(({ line }) => line)).toEqual(['GET /readyz']);
  expect(forged[0]?.headers).not.toHaveProperty('authorization');
});

test('check --live sends METRICS_TOKEN to the site, which then tells the address that it counts', async () => {
  const counts = (visitor: string) => ({ 'GET /readyz': answerJson(200, { ...ready, visitor }) });
  const env = { ...here, METRICS_TOKEN };
  const good = await live(env, counts('127.0.0.1'));
  expect(good.of('site')).toEqual({ name: 'site', value: world.url });
  const tokens = good.requests.map(({ headers }) => headers.authorization);
  expect(tokens).toContain(`Bearer ${METRICS_TOKEN}`);
  expect((await live(env, counts('192.0.2.66'))).of('site')).toEqual({
    name: 'site',
    value: world.url,
    warning: 'forged address (the server believes X-Forwarded-For of any visitor)',
    remedy: causes.forged_address,
  });
});

test.each<[string, Partial<HeadConfig>, RegExp]>([
  ['another origin', { origin: 'https://old.example' }, /canonical https:\/\/old\.example\/, not/],
  ['no permission for search engines', { indexing: false }, /robots noindex, nofollow, not index/],
])(
  'check --live calls a site whose home page has %s a problem, and so a server',
  async (_what, changes, says) => {
    const { of, ok } = await live(here, { ...isReady, 'GET /': sendsHome(changes) });
    expect(ok).toBe(false);
    for (const name of ['site', 'server']) expect(of(name).problem).toMatch(says);
  },
);

test('check --live says that it tried nothing when a setting is wrong', async () => {
  const { of, names } = await live({ ...here, LOG_LEVEL: 'loud' }, isReady);
  expect(names).toEqual(['--live']);
  expect(of('--live').warning).toBe('tried nothing, because a setting is wrong');
});

test('check --dns-server without --live is wrong usage', async () => {
  const { code, err } = await runCommand('check --dns-server 9.9.9.9');
  expect([code, err]).toEqual([2, expect.stringContaining('--dns-server belongs to --live')]);
});

test.each<[string, RequestListener]>([
  ['something else than JSON', (_request, response) => response.end('<html>')],
  ['JSON without a fact', answerJson(200, null)],
  ['JSON that does not say whether it is ready', answerJson(200, { ready: 'yes' })],
])(
  'a site that answers with %s is a problem with the status and the address',
  async (_what, says) => {
    const { of, ok } = await live(here, { 'GET /readyz': says });
    expect(ok).toBe(false);
    expect(of('site')).toEqual({
      name: 'site',
      value: world.url,
      problem: `http (200 from ${world.url}/readyz)`,
      remedy: causes.http,
    });
  },
);

test('a site whose server is not ready is in order, because the server is the problem', async () => {
  const full = answerJson(503, { ready: false, notReady: 'the disk is full' });
  const { of } = await live(here, { 'GET /readyz': full });
  expect(of('site')).not.toHaveProperty('problem');
  expect(of('server')).toEqual({
    name: 'server',
    value: world.url,
    problem: 'not ready (the disk is full)',
    remedy: causes.not_ready,
  });
});

test('check --live names the version and the commit that the server runs', async () => {
  const serverWith = async (facts: object) =>
    (await live(here, { 'GET /readyz': answerJson(200, { ...ready, ...facts }) })).of('server');
  expect(await serverWith({ revision: 'd23910c' })).toEqual({
    name: 'server',
    value: `${world.url}, runs version 1.2.3, commit d23910c`,
  });
  expect(await serverWith({})).toEqual({
    name: 'server',
    value: `${world.url}, runs version 1.2.3`,
  });
});

test('check --live tells a server that does not run from another program at its port', async () => {
  // Nothing listens on port 2.
  const none = await live({ ...here, PORT: '2' }, isReady);
  expect(none.of('server')).toMatchObject({
    value: 'http://127.0.0.1:2',
    problem: expect.stringMatching(/^no server /),
    remedy: causes.no_server,
  });
  const other = await live(here, { 'GET /readyz': answerJson(200, { ok: true }) });
  expect(other.of('server')).toMatchObject({
    problem: `http (something else answers at ${world.url})`,
    remedy: causes.http,
  });
});

test('a server of other settings is a problem, and check names its backend', async () => {
  const { of } = await live(project, isReady);
  expect(of('server')).toMatchObject({
    problem: 'other settings (it runs on sqlite)',
    remedy: causes.other_settings,
  });
});

test('check --live tries the key and the health of the function', async () => {
  const healthy = { [`GET ${theFunction}`]: answerJson(200, { ok: true }) };
  const accepting = { [`POST ${theFunction}`]: invalid };
  const good = await live(project, { ...healthy, ...accepting });
  expect(good.of('function')).toEqual({ name: 'function', value: world.url });
  const wrongKey = await live(project, { ...healthy, [`POST ${theFunction}`]: unauthorized });
  expect(wrongKey.of('function').problem).toMatch(/^wrong key /);
  const unhealthy = await live(project, accepting);
  expect(unhealthy.of('function').problem).toMatch(/^function missing /);
});

test('check --live sends the secret to the function and says when the function has another one', async () => {
  const env = { ...project, SIGNUP_PROXY_SECRET: 'a-secret-of-the-function' };
  const good = await live(env, { [`POST ${theFunction}`]: invalid });
  expect(good.of('proxy secret')).toEqual({ name: 'proxy secret', value: world.url });
  // `check` also sends an empty sign-up without the secret, which tries the key, and a whole sign-up with it.
  const empty = good.requests.filter(({ body }) => body === '{}');
  const secrets = empty.map(({ headers }) => headers['x-deckwright-canary']);
  expect(new Set(secrets)).toEqual(new Set([undefined, 'a-secret-of-the-function']));
  const bad = await live(env, { [`POST ${theFunction}`]: unauthorized });
  expect(bad.of('proxy secret')).toEqual({
    name: 'proxy secret',
    value: world.url,
    problem: 'wrong secret (the function does not know this secret)',
    remedy: causes.wrong_secret,
  });
});

test('check --live sends the secret key with an invalid token to siteverify, and names the widget when the key is wrong', async () => {
  const url = `${world.url}/siteverify`;
  const env = {
    ...here,
    TURNSTILE_SITE_KEY: 'k',
    TURNSTILE_SECRET_KEY: 'the-secret-key',
    TURNSTILE_VERIFY_URL: url,
  };
  const says = (...codes: string[]) => ({
    'POST /siteverify': answerJson(200, { success: false, 'error-codes': codes }),
  });
  const good = await live(env, says('invalid-input-response'));
  expect(good.of('bot check')).toEqual({ name: 'bot check', value: url });
  const body = good.requests.find(({ line }) => line === 'POST /siteverify')?.body;
  expect(body).toBe('secret=the-secret-key&response=deckwright-check');
  const wrong = await live(env, says('invalid-input-response', 'invalid-input-secret'));
  expect(wrong.of('bot check')).toEqual({
    name: 'bot check',
    value: url,
    problem: 'wrong key (TURNSTILE_SECRET_KEY is not accepted)',
    remedy: 'Copy the secret key from Turnstile, of the widget that has the site key.',
  });
});

test('check --live sends a whole sign-up through the server when there is a secret', async () => {
  const env = { ...here, SIGNUP_PROXY_SECRET: 'a-secret-of-the-server' };
  const good = await live(env, { ...isReady, 'POST /api/signup': answerJson(200, {}) });
  expect(good.of('sign-up')).toEqual({ name: 'sign-up', value: world.url });
  expect(good.ok).toBe(true);
  const refused = await live(env, { ...isReady, 'POST /api/signup': unauthorized });
  expect(refused.of('sign-up')).toMatchObject({
    problem: expect.stringMatching(/^wrong secret \(401 /),
    remedy: causes.wrong_secret,
  });
  const unset = await live(here, isReady);
  expect(unset.of('sign-up')).toEqual({
    name: 'sign-up',
    value: world.url,
    warning: 'no secret (a canary needs SIGNUP_PROXY_SECRET)',
    remedy: causes.no_secret,
  });
  // Without a secret the site still works.
  expect(unset.ok).toBe(true);
});

// Without a network, Node reports EAI_AGAIN.
const unresolved = /^dns \(getaddrinfo (ENOTFOUND|EAI_AGAIN) a\.invalid\)$/;

test.each<[string, string, RegExp, string]>([
  ['that does not run', '127.0.0.1:1/site', /^refused \(connect ECONNREFUSED/, causes.refused],
  ['of a host without an address', 'a.invalid/site', unresolved, causes.dns],
  [
    'whose certificate is missing',
    '127.0.0.1:1/site?sslmode=verify-full&sslrootcert=/none.crt',
    /^database \(a certificate of .*\/none\.crt/,
    causes.database,
  ],
])(
  'a database %s is a problem, and check --live shows no password',
  async (_what, address, problem, remedy) => {
    const env = { DATABASE_URL: `postgres://u:p@${address}`, IP_HASH_SECRET: 'x'.repeat(16) };
    const { of, names } = await live({ ...here, ...env }, isReady);
    expect(names).toEqual(['site', 'server', 'database', 'sign-up']);
    expect(of('database')).toEqual({
      name: 'database',
      value: address.replace(/\?.*/, ''),
      problem: expect.stringMatching(problem),
      remedy,
    });
  },
);

test('check --live does not report the room on the disk when the folder of data cannot be used', async () => {
  const { names } = await live({ ...here, DATA_DIR: '/dev/null' }, isReady);
  expect(names).toEqual(['site', 'server', 'sign-up']);
});

test('check --live warns for a day that the file was made new, and no longer afterwards', async () => {
  const DATA_DIR = filledFolder();
  const file = { name: 'file', value: join(DATA_DIR, 'signups.db') };
  const find = async () => (await live({ ...here, DATA_DIR }, isReady)).of('file');
  expect(await find()).toMatchObject({
    ...file,
    warning: expect.stringMatching(/^made new on \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
  });
  const signups = openSignups(DATA_DIR, { create: false });
  signups.exec(`update internals set value = '2026-01-01T00:00:00.000Z' where name = 'made_at'`);
  signups.close();
  expect(await find()).toEqual(file);
});
