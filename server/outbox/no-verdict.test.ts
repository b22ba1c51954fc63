import type { RequestListener } from 'node:http';
import request from 'supertest';
import { expect, test } from 'vitest';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { answerJson, resetting } from '../../shared/testing/stand-in.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createFakeFunction } from '../testing/fake-function.ts';
import { readSqlite } from '../testing/read-sqlite.ts';
import { startTestServer } from '../testing/test-server.ts';

const refused = (code: string, status: number) =>
  answerJson(status, { error: { code, message: 'No.' } });

/** Signs up with a server before a function that answers by `listener`. @returns the status, and the rows that wait. */
async function signUp(listener: RequestListener, send = sentSignup as object, type = 'json') {
  const DATA_DIR = temporaryFolder();
  const project = await createFakeFunction(listener);
  const { server, context } = await startTestServer({ DATA_DIR, SIGNUP_OUTBOX: 'on', ...project });
  await context.backend.open();
  const { status, headers } = await request(server).post('/api/signup').type(type).send(send);
  const rows = readSqlite(DATA_DIR, 'select signup from signup_outbox');
  return { status, headers, waiting: rows.map(({ signup }) => JSON.parse(String(signup))) };
}

test.each<[string, RequestListener]>([
  ['a gateway’s 401', answerJson(401, { message: 'Invalid API key' })],
  ['a gateway’s 402', answerJson(402, { message: 'Payment required' })],
  ['a gateway’s 404', answerJson(404, { code: 'NOT_FOUND', message: 'No such function' })],
  ['a gateway’s 429', answerJson(429, { message: 'Slow down' })],
  ['a 500 of the runtime', answerJson(500, { code: 'BOOT_ERROR', message: 'No boot' })],
  ['a key that the function does not accept', refused('unauthorized', 401)],
  ['a code that only a newer function knows', refused('newer_code', 418)],
  ['siteverify out of reach of the function', refused('bot_check_unavailable', 503)],
  ['200 with an error', answerJson(200, { error: {} })],
  ['a reset connection', resetting],
])('after %s a sign-up waits in the outbox, and the prospect gets 200', async (_what, listener) => {
  const { status, waiting } = await signUp(listener);
  expect([status, waiting.length]).toEqual([200, 1]);
});

test.each([
  ['too_fast', 400],
  ['rate_limited', 429],
  ['bot_check_failed', 403],
])(
  'after the verdict %s of the function nothing waits, and the prospect gets %i',
  async (code, expected) => {
    const { status, waiting } = await signUp(refused(code, expected));
    expect([status, waiting]).toEqual([expected, []]);
  },
);

test('a sign-up waits in the outbox with every field that the function stores', async () => {
  const { turnstileToken, ...fields } = sentSignup;
  const { waiting } = await signUp(answerJson(402, {}));
  expect(waiting).toMatchObject([{ ...fields, botCheck: 'skipped' }]);
});

test('a form without a clock waits in the outbox without a fill time', async () => {
  const form = { email: sentSignup.email, source: 'cta' };
  const { headers, waiting } = await signUp(answerJson(402, {}), form, 'form');
  expect(headers.location).toBe('/early-access/joined');
  expect(waiting).toMatchObject([{ ...form, formFillTime: null }]);
});
