import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { type SignupErrorCode, signupErrors } from '../../shared/signup/outcomes.ts';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { answerJson, resetting } from '../../shared/testing/stand-in.ts';
import { createFakeFunction } from '../testing/fake-function.ts';
import { testSettings } from '../testing/settings.ts';
import { silentLog } from '../testing/silent-log.ts';
import type { Sender } from './service.ts';
import { createSupabaseService } from './supabase.ts';

const sender = { visitor: '192.0.2.7', requestId: 'known-id' };

/** The service before a function that answers like this, and all that it tells the operator. */
async function serviceBefore(listener: RequestListener, environment: object = {}) {
  const [warn, error] = [vi.fn(), vi.fn()];
  const project = await createFakeFunction(listener);
  const service = createSupabaseService({
    settings: testSettings({ ...project, ...environment }),
    log: { ...silentLog, warn },
    metrics: { error, upstream: () => {} },
  });
  const submit = (by: Sender = sender) => service.submit(sentSignup, by);
  return { service, submit, warn, error };
}

const canary = { 'x-deckwright-canary': 'only-for-tests-0000' };

test.each<[string, Partial<Sender>, object]>([
  ['the visitor', {}, { 'x-deckwright-visitor': '192.0.2.7' }],
  ['nobody, where nobody is known', { visitor: null }, {}],
  ['an operator’s trial', { visitor: null, isCanary: true }, canary],
])('the function is sent the form, and the server’s word for %s', async (_who, by, named) => {
  const seen: unknown[] = [];
  const { submit } = await serviceBefore(async (request, response) => {
    const ours = Object.entries(request.headers).filter(([name]) =>
      name.startsWith('x-deckwright'),
    );
    seen.push(request.url, Object.fromEntries(ours), await json(request));
    answerJson(200, { message: 'Thank you.' })(request, response);
  });
  expect(await submit({ ...sender, ...by })).toEqual({ ok: true, message: 'Thank you.' });
  const headers = { 'x-deckwright-proxy-secret': 'only-for-tests-0000', ...named };
  const path = '/functions/v1/secure-signup';
  expect(seen).toEqual([path, headers, sentSignup]);
});

const text =
  (status: number, type: string, body: string, headers = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': type, ...headers }).end(body);
  };
const hanging =
  (status: number): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).write('{"m');
  };
const verdict = (code: string, status: number, headers = {}, message = 'No.') =>
  answerJson(status, { error: { code, message } }, headers);

/** Time enough for a slow machine to hear of what did arrive. */
const givesUp = { UPSTREAM_TIMEOUT_MS: '2000' };
const nothing = 'an answer that acknowledges nothing';

const relay = { 'x-relay-error': 'true' };

/** How it is told, whose fault it is, and what the log says of it: the cause, and nothing of a person. */
test.each<[string, SignupErrorCode, string, string | null, RequestListener, object?]>([
  ['500 HTML', 'upstream_http', 'server', 'status 500', text(500, 'text/html', '<h1>')],
  ['a gateway’s 404', 'upstream_http', 'request', 'status 404', answerJson(404, {})],
  ['a platform’s limit', 'upstream_http', 'request', 'status 429', text(429, 'a/b', 'slow')],
  ['200 HTML', 'upstream_http', 'server', nothing, text(200, 'text/html', '<h1>')],
  ['an error in a 200', 'upstream_http', 'server', nothing, answerJson(200, { error: {} })],
  ['a number as text', 'upstream_http', 'server', nothing, answerJson(200, { message: 7 })],
  ['broken JSON', 'upstream_http', 'server', 'SyntaxError: ', text(200, 'application/json', '{"m')],
  ['204', 'upstream_http', 'server', 'SyntaxError: ', text(204, 'application/json', '')],
  ['redirects', 'upstream_fetch', 'unreached', 'Error: ', text(302, 'a/b', '', { Location: '?' })],
  ['a relay error', 'upstream_relay', 'unreached', 'status 500', answerJson(500, {}, relay)],
  ['a reset', 'upstream_fetch', 'unreached', 'Error: read ECONNRESET (ECONNRESET)', resetting],
  ['no answer', 'upstream_fetch', 'unreached', 'TimeoutError: ', () => {}, givesUp],
  ['half an answer', 'upstream_fetch', 'unreached', 'TimeoutError: ', hanging(200), givesUp],
  ['half a refusal', 'upstream_http', 'server', 'status 500', hanging(500), givesUp],
  ['no database', 'unavailable', 'server', 'status 503', verdict('unavailable', 503)],
  ['another secret', 'unauthorized', 'request', 'status 401', verdict('unauthorized', 401)],
  ['own trouble', 'upstream_http', 'server', 'status 500', verdict('newer_code', 500)],
  ['newer refusal', 'upstream_http', 'request', 'status 418', verdict('newer_code', 418)],
  ['too fast', 'too_fast', 'request', null, verdict('too_fast', 400)],
  ['too fast in a 500', 'too_fast', 'request', null, verdict('too_fast', 500)],
  ['too often', 'rate_limited', 'request', null, verdict('rate_limited', 429)],
])('a function’s %s is told as %s (%s)', async (_what, code, fault, cause, ...before) => {
  const { submit, warn, error } = await serviceBefore(...before);
  expect(await submit()).toMatchObject({ ok: false, code, fault });
  const line = { id: 'known-id', code, cause: expect.stringContaining(cause ?? '') };
  expect(warn.mock.calls.map(([fields]) => fields)).toEqual(cause ? [line] : []);
  expect(error.mock.calls.flat()).toEqual(code === 'unavailable' ? ['database'] : []);
});

test.each<[string, RequestListener]>([
  ['answers 401', answerJson(401, {})],
  ['is out of reach: Error: read ECONNRESET', resetting],
])('a function that %s is not ready, and counts that it did not keep are told', async (why, by) => {
  const { service } = await serviceBefore(by);
  await expect(service.requireReady()).rejects.toThrow(`secure-signup ${why}`);
  const count = { name: 'page_read', label: '/', count: 2 } as const;
  await expect(service.addCounts([count])).rejects.toThrow('counts of the day were not kept');
});

test('a function that answers whom shows the public key is ready', async () => {
  const { service } = await serviceBefore((request, response) => {
    const isKnown = request.headers.apikey === 'sb_publishable_test';
    answerJson(request.method === 'GET' && isKnown ? 200 : 401, {})(request, response);
  });
  await service.requireReady();
});

const generic = signupErrors.upstream_http.message;

const limited = (message: string, wait?: string) =>
  verdict('rate_limited', 429, wait ? { 'Retry-After': wait } : {}, message);

test.each<[string, object, RequestListener]>([
  ['its code and text', { code: 'rate_limited', message: 'No.' }, limited('No.')],
  ['its text under our code', { code: 'upstream_http', message: 'No.' }, verdict('a', 418)],
  ['500 letters at most', { message: 'x'.repeat(500) }, limited('x'.repeat(900))],
  ['the client’s text where it has none', { message: generic }, limited('')],
  ['the client’s where its error is one', { message: generic }, answerJson(429, { error: 'No.' })],
  ['how long to wait', { retryAfterSeconds: 1 }, limited('No.', '0.2')],
  ['no wait of 0', { retryAfterSeconds: undefined }, limited('No.', '0')],
  ['no wait for ever', { retryAfterSeconds: undefined }, limited('No.', 'Infinity')],
])('a prospect who is refused is told %s', async (_what, told, listener) => {
  expect(await (await serviceBefore(listener)).submit()).toMatchObject(told);
});

test('a crowd past the limit is told to come back', async () => {
  const { submit } = await serviceBefore(answerJson(200, {}));
  const crowd = () => Promise.all(Array.from({ length: 300 }, () => submit()));
  const refused = expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 2 });
  const told = [...Array(256).fill({ ok: true }), ...Array(44).fill(refused)];
  expect(await crowd()).toEqual(told);
  // There is room again.
  expect(await crowd()).toEqual(told);
});
