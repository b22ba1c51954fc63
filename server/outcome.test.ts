import { expect, test } from 'vitest';
import { isUnreached, readAnswer, toOutcome } from './outcome.ts';

class HttpError extends Error {
  override readonly name = 'FunctionsHttpError';
  readonly context: Response;
  constructor(status: number, body: unknown) {
    super();
    this.context = new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  }
}
const named = (name: string) => Object.assign(new Error(), { name });
const verdict = (code: string) => ({ error: { code, message: 'It says so.' } });

const judged = async (data: unknown, error: unknown) =>
  isUnreached(await toOutcome(data, error), error);

test.each([
  ['nobody there', null, named('FunctionsFetchError')],
  ['a time-out while the body is read', null, named('AbortError')],
  ['a relay error', null, named('FunctionsRelayError')],
  ['a failure without a verdict', null, new HttpError(500, '<html>')],
  ['a gateway’s failure', null, new HttpError(504, '')],
  ['a database that the function cannot reach', null, new HttpError(503, verdict('unavailable'))],
  ['broken JSON', null, named('SyntaxError')],
  ['an answer that acknowledges nothing', null, null],
])('a reason to keep the sign-up: %s', async (_what, data, error) => {
  expect(await judged(data, error)).toBe(true);
});

test.each([
  ['an acknowledgement', { message: 'Thank you' }, null],
  ['too fast', null, new HttpError(400, verdict('too_fast'))],
  ['the bot check', null, new HttpError(403, verdict('bot_check_failed'))],
  ['a bot check out of reach', null, new HttpError(503, verdict('bot_check_unavailable'))],
  ['a limit', null, new HttpError(429, verdict('rate_limited'))],
  ['a platform’s limit', null, new HttpError(429, 'slow down')],
  ['a function that is not there', null, new HttpError(404, 'not found')],
])('no reason to keep it: %s', async (_what, data, error) => {
  expect(await judged(data, error)).toBe(false);
});

test('an answer of the function in this process reads alike', async () => {
  expect(await readAnswer(Response.json({ message: 'Yes.' }))).toEqual({
    ok: true,
    message: 'Yes.',
  });
  const refused = new HttpError(429, verdict('rate_limited')).context;
  expect(await readAnswer(refused)).toMatchObject({ ok: false, code: 'rate_limited' });
});
