import { expect, test, vi } from 'vitest';
import type { EntryStore } from '../../../shared/entry/entry.ts';
import { type SignupErrorCode, signupErrors } from '../../../shared/signup/outcomes.ts';
import {
  createWorld as createProcessWorld,
  good,
  type World,
} from '../../../shared/signup/testing/process-world.ts';
import { shownNotice } from '../../../shared/signup/testing/sign-ups.ts';
import { signupTexts } from '../../../shared/signup/texts.ts';
import { type FunctionDependencies, handle } from './handle.ts';

const proxySecret = 'the-server-and-the-function';
const site = 'https://site.example';
const apikey = 'publishable';
const json = { 'Content-Type': 'application/json', apikey };

function createWorld(world: World = {}, secret: string | null = proxySecret) {
  const { dependencies, ...seen } = createProcessWorld(world);
  const addCounts = vi.fn(async () => {});
  const addNotice = vi.fn(async () => {});
  const readEntry = vi.fn(async () => null);
  const all: FunctionDependencies = {
    ...dependencies,
    entries: { read: readEntry } as unknown as EntryStore,
    store: { ...dependencies.store, addCounts, addNotice },
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
  /** Sends a request about an entry. */
  const askEntry = (headers: Record<string, string>, method = 'POST') => {
    const url = 'https://function.example/functions/v1/secure-signup/entry';
    const body = JSON.stringify({ token: 'x'.repeat(43), action: 'show' });
    const init = {
      method,
      headers: { ...json, ...headers },
      ...(method === 'GET' ? {} : { body }),
    };
    return handle(new Request(url, init), all);
  };
  return { ...seen, addCounts, addNotice, readEntry, askEntry, send, post };
}

async function expectRefusal(response: Response, code: SignupErrorCode) {
  const { status, message } = signupErrors[code];
  expect([response.status, await response.json()]).toEqual([status, { error: { code, message } }]);
  expect(response.headers.get('cache-control')).toBe('no-store');
}

const tooLarge = JSON.stringify({ ...good, userAgent: 'x'.repeat(9000) });
const keyless = { apikey: '' };
const type = (name: string) => ({ 'Content-Type': name });
// The literal names, because servers and functions of other versions use them.
const byServer = { 'x-deckwright-proxy-secret': proxySecret };
const byStranger = { 'x-deckwright-proxy-secret': 'x'.repeat(proxySecret.length) };
const checked = (verdict: string) => ({ 'x-deckwright-bot-check': verdict });
const trial = (secret: string) => ({ 'x-deckwright-canary': secret });

// Each request has the next faults too: the first fault in the order decides.
test.each<[string, SignupErrorCode, Record<string, string>, unknown?, secret?: null]>([
  ['a foreign origin', 'forbidden_origin', { Origin: 'https://x.example', ...keyless }, tooLarge],
  ['no key', 'unauthorized', { ...type('text/plain'), ...keyless }, tooLarge],
  ['another content type', 'unsupported_media_type', type('text/plain'), tooLarge],
  ['JSONP', 'unsupported_media_type', type('application/jsonp')],
  ['a type that only ends in JSON', 'unsupported_media_type', type('x/application/json')],
  ['too large a body', 'too_large', {}, tooLarge],
  ['a body that is no JSON', 'invalid_request', {}, '{'],
  ['a list as body', 'invalid_request', {}, []],
  ['a bot check under another secret', 'unauthorized', { ...checked('passed'), ...byStranger }],
  ['a bot check without a secret', 'unauthorized', checked('passed')],
  ['an unknown bot check', 'unauthorized', { ...checked('failed'), ...byServer }],
  ['a canary under another secret', 'unauthorized', trial('a guess')],
  ['a bot check while no secret is shared', 'unauthorized', checked('passed'), good, null],
  ['a canary while no secret is shared', 'unauthorized', trial(''), good, null],
])(
  'a request with %s is refused as %s before the database is called',
  async (_fault, code, headers, body, secret) => {
    const { post, calls } = createWorld({}, secret);
    await expectRefusal(await post(headers, body), code);
    expect(calls).toEqual([]);
  },
);

test('a body that breaks off is refused as invalid_request', async () => {
  const body = new ReadableStream({ pull: (to) => to.error(new Error('hung up')) });
  const init = { method: 'POST', headers: json, body, duplex: 'half' } as RequestInit;
  await expectRefusal(await createWorld().send(init), 'invalid_request');
});

test('DELETE is refused with every allowed method in Allow', async () => {
  const response = await createWorld().send({ method: 'DELETE' });
  expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST, PUT');
  await expectRefusal(response, 'method_not_allowed');
});

const jsonTypes = ['application/json', 'application/json; charset=utf-8', 'Application/JSON ;x=y'];

test.each(jsonTypes)('a good sign-up as %s answers 200 with the success message', async (name) => {
  const response = await createWorld().post({ Origin: site, ...type(name) });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ message: signupTexts.success });
  expect(response.headers.get('access-control-allow-origin')).toBe(site);
  expect(response.headers.get('access-control-expose-headers')).toBe('Retry-After');
});

test('a sign-up without a database answers 503 with Retry-After and no detail', async () => {
  const response = await createWorld({ answers: [new Error('refused at 10.0.0.5')] }).post();
  expect(response.headers.get('retry-after')).toBe('5');
  await expectRefusal(response, 'unavailable');
});

test.each([
  [
    'a bot check of the server',
    { ...checked('unavailable'), 'x-deckwright-waited-ms': '1500', ...byServer },
    { botCheck: 'unavailable', waitedMs: 1_500 },
  ],
  ['a canary', trial(proxySecret), { botCheck: 'skipped' }],
])('with the server’s secret, %s is saved without counting', async (_what, headers, signup) => {
  const { post, calls } = createWorld();
  expect((await post(headers)).status).toBe(200);
  expect(calls).toMatchObject([[null, signup]]);
});

test('PUT adds daily counts of the server, and refuses other callers and other shapes', async () => {
  const count = { day: '2026-11-23', name: 'dialog_opened', label: 'nav', count: 3 };
  const counts = [count];
  const odd = [
    { name: 'visitor' },
    { label: 'x'.repeat(41) },
    { count: 0 },
    { count: '1' },
    { day: 'x' },
  ];
  const { post, addCounts } = createWorld();
  await expectRefusal(await post(byStranger, { counts }, 'PUT'), 'unauthorized');
  for (const change of odd) {
    const sent = { counts: [{ ...count, ...change }] };
    await expectRefusal(await post(byServer, sent, 'PUT'), 'invalid_request');
  }
  expect(addCounts).not.toHaveBeenCalled();
  const response = await post(byServer, { counts }, 'PUT');
  expect([response.status, await response.json()]).toEqual([200, { written: true }]);
  expect(addCounts).toHaveBeenCalledExactlyOnceWith(counts);
});

test('PUT adds a notice of the server, and refuses other callers and other shapes', async () => {
  const { post, addCounts, addNotice } = createWorld();
  await expectRefusal(await post(byStranger, { notice: shownNotice }, 'PUT'), 'unauthorized');
  for (const change of [{ version: 'now' }, { text: '' }, { text: 'x'.repeat(2001) }]) {
    const sent = { notice: { ...shownNotice, ...change } };
    await expectRefusal(await post(byServer, sent, 'PUT'), 'invalid_request');
  }
  expect(addNotice).not.toHaveBeenCalled();
  expect((await post(byServer, { notice: shownNotice }, 'PUT')).status).toBe(200);
  expect(addNotice).toHaveBeenCalledExactlyOnceWith(shownNotice);
  expect(addCounts).not.toHaveBeenCalled();
});

test('a preflight from an allowed origin gets the CORS headers, and any other origin gets none', async () => {
  const ask = (Origin: string) => createWorld().send({ method: 'OPTIONS', headers: { Origin } });
  const response = await ask(site);
  expect(response.status).toBe(204);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': site,
    'access-control-allow-headers': expect.stringMatching(/\bx-region\b/),
    'access-control-allow-methods': expect.stringMatching(/\bPOST\b/),
    // A day: without it the browser would send a preflight before each sign-up.
    'access-control-max-age': '86400',
    vary: 'Origin',
  });
  for (const other of ['https://site.example.evil.test', 'http://site.example', 'null']) {
    expect((await ask(other)).headers.has('access-control-allow-origin')).toBe(false);
  }
});

test('GET is a health check without a key and without the database', async () => {
  const { send, calls } = createWorld();
  const response = await send({ headers: { Origin: site } });
  expect(await response.json()).toEqual({ ok: true });
  expect(response.headers.get('access-control-allow-origin')).toBe(site);
  expect(calls).toEqual([]);
});

test('HEAD answers like GET, without a body', async () => {
  const { send } = createWorld();
  const [get, head] = [await send({}), await send({ method: 'HEAD' })];
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
});

test('PUT accepts the most counts that the schema allows', async () => {
  const label = '\u0001'.repeat(40);
  const count = { day: '2026-11-23', name: 'dialog_opened', label, count: 2 ** 53 - 1 };
  const sent = { counts: Array(200).fill(count) };
  const { post, addCounts } = createWorld();
  expect((await post(byServer, sent, 'PUT')).status).toBe(200);
  expect(addCounts).toHaveBeenCalledExactlyOnceWith(sent.counts);
  const larger = { counts: [...sent.counts, count] };
  await expectRefusal(await post(byServer, larger, 'PUT'), 'invalid_request');
});

test('a form without a clock is saved without a fill time, and the claim needs no secret', async () => {
  const { post, calls } = createWorld({ verdict: null });
  const noClock = { 'x-deckwright-fill-time': 'unknown' };
  expect((await post(noClock, { ...good, formFillTime: 0 })).status).toBe(200);
  expect(calls[0]?.[1]).toMatchObject({ formFillTime: null });
});

test.each([
  ['without the secret', {}],
  ['under another secret', byStranger],
])('a request about an entry %s is refused before the token is read', async (_how, headers) => {
  const { askEntry, readEntry } = createWorld();
  await expectRefusal(await askEntry(headers), 'unauthorized');
  expect(readEntry).not.toHaveBeenCalled();
});

test('the server’s request about an entry gets an outcome that no cache may store', async () => {
  const response = await createWorld().askEntry(byServer);
  expect([response.status, await response.json()]).toEqual([200, { end: 'ended' }]);
  expect(response.headers.get('cache-control')).toBe('no-store');
});
