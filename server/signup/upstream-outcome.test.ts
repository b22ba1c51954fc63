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
  ['nobody there', named('FunctionsFetchError'), 'unreached', 'upstream_fetch'],
  ['a time-out while the body is read', named('AbortError'), 'unreached', 'upstream_fetch'],
  ['anything else that is thrown', 'text', 'unreached', 'upstream_fetch'],
  ['a relay error', named('FunctionsRelayError'), 'unreached', 'upstream_relay'],
  ['a failure without a verdict', new HttpError(500, '<html>'), 'server', 'upstream_http'],
  ['an answer that is lost', named('FunctionsHttpError'), 'server', 'upstream_http'],
  ['its database away', new HttpError(503, verdict('unavailable')), 'server', 'unavailable'],
  ['broken JSON', named('SyntaxError'), 'server', 'upstream_http'],
  ['too fast', new HttpError(400, verdict('too_fast')), 'request', 'too_fast'],
  [
    'a bot check out of reach',
    new HttpError(503, verdict('bot_check_unavailable')),
    'request',
    'bot_check_unavailable',
  ],
  ['a platform’s limit', new HttpError(429, 'slow down'), 'request', 'upstream_http'],
  ['a function that is not there', new HttpError(404, 'not found'), 'request', 'upstream_http'],
])('%s is told apart by whose fault it is, and has its code', async (_what, error, fault, code) => {
  expect(await toOutcome(null, error)).toMatchObject({ ok: false, fault, code });
});

test.each([
  ['nothing', null],
  ['a text', 'Thank you.'],
  ['a list', []],
  ['an error', { error: {} }],
  ['a message that is none', { message: 7 }],
])('no success: a 200 with %s', async (_what, data) => {
  const failure = { ok: false, fault: 'server', code: 'upstream_http' };
  expect(await toOutcome(data, null)).toMatchObject(failure);
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
