import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  isJudged,
  refusal,
  type SignupErrorCode,
  signupErrors,
} from '../../shared/signup/outcomes.ts';
import type { DailyCount } from '../../shared/signup/store.ts';
import { acceptedSignup, sentSignup, shownNotice } from '../../shared/signup/testing/sign-ups.ts';
import { signupTexts } from '../../shared/signup/texts.ts';
import { answerJson, resetting } from '../../shared/testing/stand-in.ts';
import { createFakeFunction } from '../testing/fake-function.ts';
import { testSettings } from '../testing/settings.ts';
import { silentLog } from '../testing/silent-log.ts';
import type { Sender } from './backend.ts';
import { createSupabaseService } from './edge-function.ts';

const sender = { visitor: '192.0.2.7', requestId: 'known-id' };

// A busy machine takes longer than a visitor waits. Each test of a time limit ends it itself, or reads it.
beforeEach(() => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
});

/** Creates the service with a function that answers by `listener`, and records the log and the metrics. */
async function serviceBefore(listener: RequestListener, environment: object = {}) {
  const [warn, error] = [vi.fn(), vi.fn()];
  const project = await createFakeFunction(listener);
  const service = createSupabaseService({
    settings: testSettings({ ...project, ...environment }),
    log: { ...silentLog, warn },
    metrics: { error, upstream: () => {}, delivery: () => {} },
  });
  const submit = (by: Sender = sender) => service.submit(sentSignup, by);
  return { service, submit, warn, error };
}

const canary = { 'x-deckwright-canary': 'only-for-tests-0000' };
const noClock = { 'x-deckwright-fill-time': 'unknown' };
const form = { ...sentSignup, formFillTime: null };

test.each<[string, Partial<Sender>, object, sent?: object]>([
  ['the visitor’s address', {}, { 'x-deckwright-visitor': '192.0.2.7' }],
  ['no address of an unknown visitor', { visitor: null }, {}],
  ['the mark of a canary', { visitor: null, isCanary: true }, canary],
  ['the mark of a form without a clock', { visitor: null, hasNoClock: true }, noClock, form],
])(
  'the function receives the fields, the secret and %s',
  async (_what, by, headers, sent = sentSignup) => {
    const seen: unknown[] = [];
    const { service } = await serviceBefore(async (request, response) => {
      const ours = Object.entries(request.headers).filter(([name]) =>
        name.startsWith('x-deckwright'),
      );
      seen.push(request.url, Object.fromEntries(ours), await json(request));
      answerJson(200, { message: 'Thank you.' })(request, response);
    });
    const outcome = await service.submit({ ...sent }, { ...sender, ...by });
    expect(outcome).toEqual({ ok: true, message: 'Thank you.', isAnswered: true });
    const all = { 'x-deckwright-proxy-secret': 'only-for-tests-0000', ...headers };
    expect(seen).toEqual(['/functions/v1/secure-signup', all, sent]);
  },
);

test('a sign-up from the outbox reaches the function with its fields, the result of its bot check and the time that it waited', async () => {
  const seen: unknown[] = [];
  const { service } = await serviceBefore(async (request, response) => {
    const { 'x-deckwright-bot-check': botCheck, 'x-deckwright-waited-ms': waited } =
      request.headers;
    seen.push(await json(request), botCheck, waited);
    answerJson(200, { message: 'Thank you.' })(request, response);
  });
  await service.submitChecked({ ...acceptedSignup, waitedMs: 1_500 });
  const { turnstileToken: _, ...sent } = sentSignup;
  const fields = { ...sent, formFillTime: acceptedSignup.formFillTime };
  expect(seen).toEqual([fields, 'passed', '1500']);
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

/**
 * Ends the next call by its time limit once the listener has run, or once the server has the head of the answer. So the
 * call ends at the same point on a slow machine.
 */
function giveUpAfter(progress: 'listener' | 'head', listener: RequestListener): RequestListener {
  const limit = new AbortController();
  const giveUp = () => limit.abort(new DOMException('The time is over', 'TimeoutError'));
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...asked) => {
    const response = await fetch(...asked);
    giveUp();
    return response;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return (...exchange) => {
    listener(...exchange);
    if (progress === 'listener') giveUp();
  };
}
const notOwn = 'the answer is not the function’s own';

const both = { message: 'Thank you.', error: { code: 'x', message: 'No.' } };
const relay = { 'x-relay-error': 'true' };

test.each<
  [string, SignupErrorCode, boolean, string | null, RequestListener, ('listener' | 'head')?]
>([
  ['500 HTML', 'upstream_http', true, 'status 500', text(500, 'text/html', '<h1>')],
  ['a gateway’s 401', 'upstream_http', true, 'status 401', answerJson(401, { msg: 'No key' })],
  ['a gateway’s 402', 'upstream_http', true, 'status 402', answerJson(402, { message: 'Pay' })],
  ['a gateway’s 404', 'upstream_http', true, 'status 404', answerJson(404, {})],
  ['a gateway’s 429', 'upstream_http', true, 'status 429', text(429, 'a/b', 'slow')],
  ['200 HTML', 'upstream_http', true, notOwn, text(200, 'text/html', '<h1>')],
  ['a list in a 200', 'upstream_http', true, notOwn, text(200, 'application/json', '[]')],
  ['an error in a 200', 'upstream_http', true, notOwn, answerJson(200, { error: {} })],
  ['an error beside a message', 'upstream_http', true, notOwn, answerJson(200, both)],
  ['broken JSON', 'upstream_http', true, 'SyntaxError: ', text(200, 'application/json', '{"m')],
  ['204', 'upstream_http', true, 'SyntaxError: ', text(204, 'application/json', '')],
  ['redirects', 'upstream_fetch', false, 'Error: ', text(302, 'a/b', '', { Location: '?' })],
  ['a relay error', 'upstream_relay', false, 'status 500', answerJson(500, {}, relay)],
  ['a reset', 'upstream_fetch', false, 'Error: read ECONNRESET (ECONNRESET)', resetting],
  ['no answer', 'upstream_fetch', false, 'TimeoutError: ', () => {}, 'listener'],
  ['half an answer', 'upstream_fetch', false, 'TimeoutError: ', hanging(200), 'head'],
  ['half a refusal', 'upstream_http', true, 'status 500', hanging(500), 'head'],
  ['no database', 'unavailable', true, 'status 503', verdict('unavailable', 503)],
  ['another secret', 'unauthorized', true, 'status 401', verdict('unauthorized', 401)],
  ['a newer code', 'upstream_http', true, 'status 418', verdict('newer_code', 418)],
  ['too fast', 'too_fast', true, null, verdict('too_fast', 400)],
  ['too fast in a 500', 'too_fast', true, null, verdict('too_fast', 500)],
  ['too often', 'rate_limited', true, null, verdict('rate_limited', 429)],
])(
  'the answer “%s” becomes %s (answered: %s), and only a verdict is not logged',
  async (...row) => {
    const [, code, isAnswered, cause, listener, endsAfter] = row;
    const { submit, warn, error } = await serviceBefore(
      endsAfter ? giveUpAfter(endsAfter, listener) : listener,
    );
    expect(await submit()).toMatchObject({ ok: false, code, isAnswered });
    expect(isJudged(refusal(code))).toBe(cause === null);
    const line = { id: 'known-id', code, cause: expect.stringContaining(cause ?? '') };
    expect(warn.mock.calls.map(([fields]) => fields)).toEqual(cause ? [line] : []);
    expect(error.mock.calls.flat()).toEqual(code === 'unavailable' ? ['database'] : []);
  },
);

test.each([[{}], [{ ok: true }], [{ message: '' }], [{ message: 7 }], [{ error: null }]])(
  'the answer 200 %j without an error and a message is a success with the default text',
  async (body) => {
    const { submit, warn } = await serviceBefore(answerJson(200, body));
    expect(await submit()).toMatchObject({
      ok: true,
      message: signupTexts.success,
      isAnswered: true,
    });
    expect(warn).not.toHaveBeenCalled();
  },
);

const counts: DailyCount[] = [{ day: '2026-11-23', name: 'page_read', label: '/', count: 2 }];

test.each<[string, RequestListener]>([
  ['answers 401', answerJson(401, {})],
  ['is out of reach: Error: read ECONNRESET', resetting],
])('the backend rejects readiness and counts when the function %s', async (why, by) => {
  const { service } = await serviceBefore(by);
  await expect(service.requireReady()).rejects.toThrow(`secure-signup ${why}`);
  await expect(service.addCounts(counts)).rejects.toThrow('daily counts could not be written');
});

test.each<[string, object]>([
  ['{}', {}],
  ['{"ok":true}', { ok: true }],
  ['a pause', { status: 'paused' }],
])('counts and notices are not written when a gateway answers 200 with %s', async (_what, body) => {
  const { service } = await serviceBefore(answerJson(200, body));
  const why = 'the answer is not the function’s own';
  await expect(service.addCounts(counts)).rejects.toThrow(why);
  await expect(service.addNotice(shownNotice)).rejects.toThrow(why);
});

test('counts and notices are written when the function says so', async () => {
  const { service } = await serviceBefore(answerJson(200, { written: true }));
  await service.addCounts(counts);
  await service.addNotice(shownNotice);
});

test('the backend is ready when the function answers a request with the public key', async () => {
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
  ['its code and text in a 200', { code: 'too_fast', message: 'No.' }, verdict('too_fast', 200)],
  ['its text beside a message', { message: 'No.' }, answerJson(200, both)],
  ['its text without a code', { message: 'No.' }, answerJson(200, { error: { message: 'No.' } })],
  ['500 letters at most', { message: 'x'.repeat(500) }, limited('x'.repeat(900))],
  ['the client’s text where it has none', { message: generic }, limited('')],
  ['the client’s where its error is one', { message: generic }, answerJson(429, { error: 'No.' })],
  ['how long to wait', { retryAfterSeconds: 1 }, limited('No.', '0.2')],
  ['no wait of 0', { retryAfterSeconds: undefined }, limited('No.', '0')],
  ['no wait for ever', { retryAfterSeconds: undefined }, limited('No.', 'Infinity')],
])('a refusal of the function carries %s', async (_what, told, listener) => {
  expect(await (await serviceBefore(listener)).submit()).toMatchObject(told);
});

test.each([
  ['8000', 'off', 5_500],
  ['8000', 'on', 4_000],
  ['500', 'on', 500],
])(
  'with UPSTREAM_TIMEOUT_MS=%s and the outbox %s, a visitor’s sign-up waits %i ms for the function',
  async (...row) => {
    const [UPSTREAM_TIMEOUT_MS, SIGNUP_OUTBOX, expected] = row;
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const answer = answerJson(200, { message: 'Thank you.' });
    const { service, submit } = await serviceBefore(answer, { UPSTREAM_TIMEOUT_MS, SIGNUP_OUTBOX });
    await submit();
    expect(timeout).toHaveBeenLastCalledWith(expected);
    // No visitor waits for a sign-up from the outbox.
    await service.submitChecked(acceptedSignup);
    expect(timeout).toHaveBeenLastCalledWith(Number(UPSTREAM_TIMEOUT_MS));
    timeout.mockRestore();
  },
);

test('the backend refuses the 257th call under way with a wait of 2 seconds', async () => {
  // A busy machine would not open all connections in time.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    await setImmediate();
    return Response.json({ message: 'Thank you.' });
  });
  const { submit } = await serviceBefore(() => {});
  const crowd = () => Promise.all(Array.from({ length: 300 }, () => submit()));
  const wait = { code: 'unavailable', retryAfterSeconds: 2, isAnswered: false };
  const refused = expect.objectContaining(wait);
  const saved = { ok: true, message: 'Thank you.', isAnswered: true };
  const expected = [...Array(256).fill(saved), ...Array(44).fill(refused)];
  expect(await crowd()).toEqual(expected);
  // The finished calls make room again.
  expect(await crowd()).toEqual(expected);
});
