import { expect, test, vi } from 'vitest';
import {
  type SignupErrorCode,
  signupErrors,
  signupTexts,
} from '../../../shared/signup/outcomes.ts';
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

function createWorld(world: World = {}, secret: string | null = proxySecret) {
  const { dependencies, ...seen } = createProcessWorld(world);
  const addCounts = vi.fn(async () => {});
  const all: FunctionDependencies = {
    ...dependencies,
    store: { ...dependencies.store, addCounts },
    proxySecret: secret,
    isHosted: true,
    acceptedKeys: [apikey, 'anon'],
    allowedOrigins: [site],
  };
  const send = (init: RequestInit) =>
    handle(new Request('https://function.example/secure-signup', init), all);
  const post = (headers: Record<string, string> = {}, sent: unknown = good, method = 'POST') => {
    const body = typeof sent === 'string' ? sent : JSON.stringify(sent);
    return send({ method, headers: { ...json, ...headers }, body });
  };
  return { ...seen, addCounts, send, post };
}

async function expectRefusal(response: Response, code: SignupErrorCode) {
  const { status, message } = signupErrors[code];
  expect([response.status, await response.json()]).toEqual([status, { error: { code, message } }]);
  expect(response.headers.get('cache-control')).toBe('no-store');
}

const tooLarge = JSON.stringify({ ...good, userAgent: 'x'.repeat(9000) });
const keyless = { apikey: '' };
const type = (name: string) => ({ 'Content-Type': name });
// By the names that servers and functions of another version use.
const byServer = { 'x-deckwright-proxy-secret': proxySecret };
const byStranger = { 'x-deckwright-proxy-secret': 'x'.repeat(proxySecret.length) };
const checked = (verdict: string) => ({ 'x-deckwright-bot-check': verdict });
const trial = (secret: string) => ({ 'x-deckwright-canary': secret });

// Each fault together with the next ones: the first in the order decides.
test.each<[string, SignupErrorCode, Record<string, string>, unknown?, secret?: null]>([
  ['a foreign origin', 'forbidden_origin', { Origin: 'https://x.example', ...keyless }, tooLarge],
  ['no key', 'unauthorized', { ...type('text/plain'), ...keyless }, tooLarge],
  ['another content type', 'unsupported_media_type', type('text/plain'), tooLarge],
  ['JSON with padding', 'unsupported_media_type', type('application/jsonp')],
  ['JSON by half', 'unsupported_media_type', type('x/application/json')],
  ['too much', 'too_large', {}, tooLarge],
  ['no JSON', 'invalid_request', {}, '{'],
  ['another shape', 'invalid_request', {}, []],
  ['a verdict with another secret', 'unauthorized', { ...checked('passed'), ...byStranger }],
  ['a verdict without one', 'unauthorized', checked('passed')],
  ['a verdict that there is not', 'unauthorized', { ...checked('failed'), ...byServer }],
  ['a trial with another secret', 'unauthorized', trial('a guess')],
  ['a verdict where no secret is shared', 'unauthorized', checked('passed'), good, null],
  ['a trial where no secret is shared', 'unauthorized', trial(''), good, null],
])('%s is refused as %s before anyone is asked', async (_fault, code, headers, body, secret) => {
  const { post, calls } = createWorld({}, secret);
  await expectRefusal(await post(headers, body), code);
  expect(calls).toEqual([]);
});

test('a body that breaks off is refused', async () => {
  const body = new ReadableStream({ pull: (to) => to.error(new Error('hung up')) });
  const init = { method: 'POST', headers: json, body, duplex: 'half' } as RequestInit;
  await expectRefusal(await createWorld().send(init), 'invalid_request');
});

test('another method is refused, with those that are known', async () => {
  const response = await createWorld().send({ method: 'DELETE' });
  expect(response.headers.get('allow')).toBe('GET, OPTIONS, POST');
  await expectRefusal(response, 'method_not_allowed');
});

const jsonTypes = ['application/json', 'application/json; charset=utf-8', 'Application/JSON ;x=y'];

test.each(jsonTypes)('a good sign-up as %s is told that it is on the list', async (name) => {
  const response = await createWorld().post({ Origin: site, ...type(name) });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ message: signupTexts.success });
  expect(response.headers.get('access-control-allow-origin')).toBe(site);
  expect(response.headers.get('access-control-expose-headers')).toBe('Retry-After');
});

test('a sign-up without a database is told how long to wait, and no detail', async () => {
  const response = await createWorld({ answers: [new Error('refused at 10.0.0.5')] }).post();
  expect(response.headers.get('retry-after')).toBe('5');
  await expectRefusal(response, 'unavailable');
});

test.each([
  ['a kept verdict', { ...checked('unavailable'), ...byServer }, { botCheck: 'unavailable' }],
  ['a trial’s own address', trial(proxySecret), { botCheck: 'skipped' }],
])('by the server’s secret %s is saved', async (_what, headers, signup) => {
  const { post, calls } = createWorld();
  expect((await post(headers)).status).toBe(200);
  expect(calls).toMatchObject([[null, signup]]);
});

test('counts of the day are taken from the server, in one shape alone', async () => {
  const count = { name: 'dialog_opened', label: 'nav', count: 3 };
  const counts = [count];
  const odd = [{ name: 'visitor' }, { label: 'x'.repeat(41) }, { count: 0 }, { count: '1' }];
  const { post, addCounts } = createWorld();
  await expectRefusal(await post(byStranger, { counts }, 'PUT'), 'unauthorized');
  for (const change of odd) {
    const sent = { counts: [{ ...count, ...change }] };
    await expectRefusal(await post(byServer, sent, 'PUT'), 'invalid_request');
  }
  expect(addCounts).not.toHaveBeenCalled();
  expect((await post(byServer, { counts }, 'PUT')).status).toBe(200);
  expect(addCounts).toHaveBeenCalledExactlyOnceWith(counts);
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
