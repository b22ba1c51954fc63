import { expect, test } from 'vitest';
import { causeOf, toOutcome } from './upstream-outcome.ts';

/** As the client throws it where the function answered with a failure. */
const answered = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return named('FunctionsHttpError', new Response(text, { status, headers }));
};
const named = (name: string, context?: unknown) =>
  Object.assign(new Error('What the client says.'), { name, context });
const verdict = (code: unknown, message = 'It says so.') => ({ error: { code, message } });
const generic = 'Edge Function returned a non-2xx status code';

test.each([
  ['nobody there', named('FunctionsFetchError'), 'unreached', 'upstream_fetch'],
  ['a time-out while the body is read', named('AbortError'), 'unreached', 'upstream_fetch'],
  ['anything else that is thrown', 'text', 'unreached', 'upstream_fetch'],
  ['a relay error', named('FunctionsRelayError'), 'unreached', 'upstream_relay'],
  ['a failure without a verdict', answered(500, '<html>'), 'server', 'upstream_http'],
  ['an answer that is lost', named('FunctionsHttpError'), 'server', 'upstream_http'],
  ['its database away', answered(503, verdict('unavailable')), 'server', 'unavailable'],
  ['broken JSON', named('SyntaxError'), 'server', 'upstream_http'],
  ['too fast', answered(400, verdict('too_fast')), 'request', 'too_fast'],
  ['a platform’s limit', answered(429, 'slow down'), 'request', 'upstream_http'],
  ['no function there', answered(404, 'not found'), 'request', 'upstream_http'],
])('%s is told apart by whose fault it is, and has its code', async (_what, error, fault, code) => {
  expect(await toOutcome(null, error)).toMatchObject({ ok: false, fault, code });
});

test.each([[null], ['Thank you.'], [[]], [{ error: {} }], [{ message: 7 }]])(
  'a 200 with %j is no success',
  async (data) => {
    const failure = { ok: false, fault: 'server', code: 'upstream_http' };
    expect(await toOutcome(data, null)).toMatchObject(failure);
  },
);

test.each<[string, unknown, string, string]>([
  ['its code and text', verdict('rate_limited'), 'rate_limited', 'It says so.'],
  ['its text under our code', verdict('teapot'), 'upstream_http', 'It says so.'],
  [
    'no more than 500 letters',
    verdict('teapot', 'x'.repeat(900)),
    'upstream_http',
    'x'.repeat(500),
  ],
  ['the client’s text where it has none', verdict('rate_limited', ''), 'upstream_http', generic],
  ['the client’s text where its error is one', { error: 'No.' }, 'upstream_http', generic],
  ['the client’s text where it wrote HTML', '<h1>No.</h1>', 'upstream_http', generic],
])('a prospect who is refused reads %s', async (_what, body, code, message) => {
  expect(await toOutcome(null, answered(429, body))).toMatchObject({ ok: false, code, message });
});

test.each([
  ['3600', 3600],
  ['0.2', 1],
  ['0', undefined],
  ['-5', undefined],
  ['Infinity', undefined],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
])('of a Retry-After of %s a prospect is told %s seconds', async (header, seconds) => {
  const error = answered(429, verdict('rate_limited'), { 'Retry-After': header });
  const outcome = { ok: false, code: 'rate_limited', message: 'It says so.', fault: 'request' };
  expect(await toOutcome(null, error)).toEqual({ ...outcome, retryAfterSeconds: seconds });
});

const refused = Object.assign(new Error('connect 127.0.0.1:9'), { code: 'ECONNREFUSED' });
const failed = (...words: ConstructorParameters<typeof TypeError>) =>
  named('FunctionsFetchError', new TypeError(...words));

test.each([
  [null, 'an answer that acknowledges nothing'],
  [answered(504, 'ada@company.com'), 'status 504'],
  [failed('failed', { cause: refused }), 'Error: connect 127.0.0.1:9 (ECONNREFUSED)'],
  [failed('bad port'), 'TypeError: bad port'],
  [named('SyntaxError'), 'SyntaxError: What the client says.'],
  ['ada@company.com', 'string'],
])('the log names the cause, and nothing of a person: %s', (error, cause) => {
  expect(causeOf(error)).toBe(cause);
});
