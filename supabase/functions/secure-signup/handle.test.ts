import { describe, expect, test } from 'vitest';
import {
  canaryEmail,
  canaryHeader,
  checkedHeader,
  proxySecretHeader,
  type SignupErrorCode,
  signupErrors,
  signupTexts,
} from '../../../shared/signup/contract.ts';
import type { DailyCount } from '../../../shared/signup/store.ts';
import {
  createWorld as createProcessWorld,
  good,
  type World,
} from '../../../shared/signup/testing/process-world.ts';
import { type FunctionDependencies, handle } from './handle.ts';

const proxySecret = 'the-server-and-the-function';
const site = 'https://site.example';
const apikey = 'publishable';
const json = { 'Content-Type': 'application/json', apikey };

function createWorld(world: World = {}, changes: Partial<FunctionDependencies> = {}) {
  const { dependencies, ...seen } = createProcessWorld(world);
  const counted: DailyCount[] = [];
  const addCounts = async (counts: readonly DailyCount[]) => void counted.push(...counts);
  const all: FunctionDependencies = {
    ...dependencies,
    store: { ...dependencies.store, addCounts },
    proxySecret,
    isHosted: true,
    acceptedKeys: [apikey, 'anon'],
    allowedOrigins: [site],
    ...changes,
  };
  const send = (init: RequestInit) =>
    handle(new Request('https://function.example/secure-signup', init), all);
  const post = (body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
    send({
      method,
      headers: { ...json, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { ...seen, counted, send, post };
}

async function expectRefusal(response: Response, code: SignupErrorCode) {
  const { status, message } = signupErrors[code];
  expect([response.status, await response.json()]).toEqual([status, { error: { code, message } }]);
  expect(response.headers.get('cache-control')).toBe('no-store');
}

describe('what is refused before the sign-up is looked at', () => {
  const tooLarge = JSON.stringify({ ...good, userAgent: 'x'.repeat(9000) });
  const text = { 'Content-Type': 'text/plain' };
  // Each fault together with the next ones: the first in the order decides.
  test.each([
    ['a foreign origin', tooLarge, { Origin: 'https://x.example', apikey: '' }, 'forbidden_origin'],
    ['no key', tooLarge, { ...text, apikey: '' }, 'unauthorized'],
    ['another content type', tooLarge, text, 'unsupported_media_type'],
    ['JSON with padding', good, { 'Content-Type': 'application/jsonp' }, 'unsupported_media_type'],
    ['JSON by half', good, { 'Content-Type': 'x/application/json' }, 'unsupported_media_type'],
    ['too much', tooLarge, {}, 'too_large'],
    ['no JSON', '{', {}, 'invalid_request'],
    ['another shape', [], {}, 'invalid_request'],
  ] as const)('%s', async (_fault, body, headers, code) => {
    const { post, calls } = createWorld();
    await expectRefusal(await post(body, headers), code);
    expect(calls).toEqual([]);
  });

  test('a body that breaks off', async () => {
    const body = new ReadableStream({ pull: (to) => to.error(new Error('hung up')) });
    const init = { method: 'POST', headers: json, body, duplex: 'half' } as RequestInit;
    await expectRefusal(await createWorld().send(init), 'invalid_request');
  });

  test('another method, with those that are known', async () => {
    const response = await createWorld().send({ method: 'DELETE' });
    expect(response.headers.get('allow')).toBe('GET, OPTIONS, POST');
    await expectRefusal(response, 'method_not_allowed');
  });
});

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON ;x=y'])(
  'a good sign-up as %s is told that it is on the list',
  async (type) => {
    const response = await createWorld().post(good, { Origin: site, 'Content-Type': type });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ message: signupTexts.success });
    expect(response.headers.get('access-control-allow-origin')).toBe(site);
    expect(response.headers.get('access-control-expose-headers')).toBe('Retry-After');
  },
);

test('one over a limit is told how long to wait', async () => {
  const { post } = createWorld({ answers: [{ retryAfter: 1234, saved: false }] });
  const response = await post(good);
  expect(response.headers.get('retry-after')).toBe('1234');
  await expectRefusal(response, 'rate_limited');
});

test('a database that fails is told without a detail of it', async () => {
  const { post } = createWorld({ answers: [new Error('connection refused at 10.0.0.5')] });
  await expectRefusal(await post(good), 'unavailable');
});

describe('what only the server’s secret allows', () => {
  const checked = (verdict: string, secret: string) => ({
    [checkedHeader]: verdict,
    [proxySecretHeader]: secret,
  });

  test.each([
    ['a kept sign-up’s verdict', checked('unavailable', proxySecret), { botCheck: 'unavailable' }],
    ['a trial’s own address', { [canaryHeader]: proxySecret }, { email: canaryEmail }],
  ])('%s is saved', async (_what, headers, signup) => {
    const { post, calls } = createWorld();
    expect((await post(good, headers)).status).toBe(200);
    expect(calls).toMatchObject([{ attempt: null, signup }]);
  });

  test.each([
    ['a verdict with another secret', checked('passed', 'x'.repeat(27)), proxySecret],
    ['a verdict without one', { [checkedHeader]: 'passed' }, proxySecret],
    ['a verdict that there is not', checked('failed', proxySecret), proxySecret],
    ['a trial with another secret', { [canaryHeader]: 'a guess' }, proxySecret],
    ['a verdict where no secret is shared', checked('passed', ''), null],
    ['a trial where no secret is shared', { [canaryHeader]: '' }, null],
  ])('%s is refused, and nothing is saved', async (_what, headers, secret) => {
    const { post, calls } = createWorld({}, { proxySecret: secret });
    await expectRefusal(await post(good, headers), 'unauthorized');
    expect(calls).toEqual([]);
  });

  test('counts of the day are taken in one shape alone', async () => {
    const counts = [{ name: 'dialog_opened', label: 'nav', count: 3 }];
    const { post, counted } = createWorld();
    const put = (sent: object, secret: string) =>
      post({ counts: sent }, { [proxySecretHeader]: secret }, 'PUT');
    await expectRefusal(await put(counts, 'a guess'), 'unauthorized');
    const odd = [{ name: 'visitor', label: 'ada@company.com', count: 1 }];
    await expectRefusal(await put(odd, proxySecret), 'invalid_request');
    expect(counted).toEqual([]);
    expect((await put(counts, proxySecret)).status).toBe(200);
    expect(counted).toEqual(counts);
  });
});

test('a browser on an origin of the list is told what it may send, another one nothing', async () => {
  const ask = (Origin: string) => createWorld().send({ method: 'OPTIONS', headers: { Origin } });
  const response = await ask(site);
  expect(response.status).toBe(204);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': site,
    'access-control-allow-headers': expect.stringMatching(/\bx-region\b/),
    'access-control-allow-methods': expect.stringMatching(/\bPOST\b/),
    // A day: without it each sign-up would be asked about anew.
    'access-control-max-age': '86400',
    vary: 'Origin',
  });
  for (const other of ['https://site.example.evil.test', 'http://site.example', 'null']) {
    expect((await ask(other)).headers.has('access-control-allow-origin')).toBe(false);
  }
});

test('a health check needs no key and touches no database', async () => {
  const { send, calls } = createWorld();
  const response = await send({ headers: { Origin: site } });
  expect(await response.json()).toEqual({ ok: true });
  expect(response.headers.get('access-control-allow-origin')).toBe(site);
  expect(calls).toEqual([]);
});
