import { expect, test } from 'vitest';
import { causeOf, toOutcome } from './upstream-outcome.ts';

class HttpError extends Error {
  override readonly name = 'FunctionsHttpError';
  readonly context: Response;
  constructor(status: number, body: unknown) {
    super();
    this.context = new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  }
}
const named = (name: string, context?: unknown) =>
  Object.assign(new Error('What the client says.'), { name, context });
const verdict = (code: string) => ({ error: { code, message: 'It says so.' } });

test.each([
  ['nobody there', null, named('FunctionsFetchError'), 'unreached'],
  ['a time-out while the body is read', null, named('AbortError'), 'unreached'],
  ['a relay error', null, named('FunctionsRelayError'), 'unreached'],
  ['a failure without a verdict', null, new HttpError(500, '<html>'), 'server'],
  ['a gateway’s failure', null, new HttpError(504, ''), 'server'],
  ['its database being away', null, new HttpError(503, verdict('unavailable')), 'server'],
  ['broken JSON', null, named('SyntaxError'), 'server'],
  ['an answer that acknowledges nothing', null, null, 'server'],
  ['too fast', null, new HttpError(400, verdict('too_fast')), 'request'],
  ['the bot check', null, new HttpError(403, verdict('bot_check_failed')), 'request'],
  [
    'a bot check out of reach',
    null,
    new HttpError(503, verdict('bot_check_unavailable')),
    'request',
  ],
  ['a limit', null, new HttpError(429, verdict('rate_limited')), 'request'],
  ['a platform’s limit', null, new HttpError(429, 'slow down'), 'request'],
  ['a function that is not there', null, new HttpError(404, 'not found'), 'request'],
])('%s is told apart by whose fault it is', async (_what, data, error, fault) => {
  expect(await toOutcome(data, error)).toMatchObject({ ok: false, fault });
});

test.each([
  ['a fetch error', named('FunctionsFetchError'), 'upstream_fetch'],
  ['a relay error', named('FunctionsRelayError'), 'upstream_relay'],
  ['an HTTP error', new HttpError(500, ''), 'upstream_http'],
  ['an HTTP error without its answer', named('FunctionsHttpError'), 'upstream_http'],
  ['broken JSON', named('SyntaxError'), 'upstream_http'],
  ['a time-out while the body is read', named('AbortError'), 'upstream_fetch'],
  ['anything else that is thrown', 'text', 'upstream_fetch'],
])('%s has its code', async (_what, error, code) => {
  expect(await toOutcome(null, error)).toMatchObject({ ok: false, code });
});

test.each([
  ['nothing', null],
  ['a text', 'Thank you.'],
  ['a list', []],
  ['an error', { error: {} }],
  ['a message that is none', { message: 7 }],
])('no success: a 200 with %s', async (_what, data) => {
  expect(await toOutcome(data, null)).toMatchObject({ ok: false, code: 'upstream_http' });
});

const generic = 'Edge Function returned a non-2xx status code';

test.each<[string, unknown, string, string]>([
  ['its code and text', verdict('rate_limited'), 'rate_limited', 'It says so.'],
  ['its text under our code', verdict('teapot'), 'upstream_http', 'It says so.'],
  [
    'its text where its code is none',
    { error: { code: ['rate_limited'], message: 'No.' } },
    'upstream_http',
    'No.',
  ],
  [
    'the client’s text where it has none',
    { error: { code: 'rate_limited' } },
    'upstream_http',
    generic,
  ],
  [
    'the client’s text where its own is empty',
    { error: { code: 'rate_limited', message: '' } },
    'upstream_http',
    generic,
  ],
  ['the client’s text where its error is one', { error: 'No.' }, 'upstream_http', generic],
  ['the client’s text where it wrote HTML', '<h1>No.</h1>', 'upstream_http', generic],
])('a prospect who is refused reads %s', async (_what, body, code, message) => {
  expect(await toOutcome(null, new HttpError(429, body))).toMatchObject({
    ok: false,
    code,
    message,
  });
});

test('a text without end is cut', async () => {
  const outcome = await toOutcome(
    null,
    new HttpError(400, { error: { message: 'no'.repeat(900) } }),
  );
  expect(outcome).toMatchObject({ message: 'no'.repeat(250) });
});

test.each([
  ['3600', 3600],
  ['0.2', 1],
  ['0', undefined],
  ['-5', undefined],
  ['Infinity', undefined],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
])('of a Retry-After of %s a prospect is told %s seconds', async (header, seconds) => {
  const error = new HttpError(429, verdict('rate_limited'));
  error.context.headers.set('Retry-After', header);
  const outcome = { ok: false, code: 'rate_limited', message: 'It says so.', fault: 'request' };
  expect(await toOutcome(null, error)).toEqual({ ...outcome, retryAfterSeconds: seconds });
});

const refusedConnection = Object.assign(new Error('connect 127.0.0.1:9'), { code: 'ECONNREFUSED' });
const failedFetch = new TypeError('fetch failed', { cause: refusedConnection });

test.each([
  ['nothing', null, 'an answer that acknowledges nothing'],
  ['a status', new HttpError(504, 'ada@company.com'), 'status 504'],
  [
    'what made the fetch fail',
    named('FunctionsFetchError', failedFetch),
    'Error: connect 127.0.0.1:9 (ECONNREFUSED)',
  ],
  [
    'the failed fetch alone',
    named('FunctionsFetchError', new TypeError('bad port')),
    'TypeError: bad port',
  ],
  ['the error itself', named('SyntaxError'), 'SyntaxError: What the client says.'],
  ['no more than the kind of what else is thrown', 'ada@company.com', 'string'],
])('the log names as the cause: %s', (_what, error, cause) => {
  expect(causeOf(error)).toBe(cause);
});
