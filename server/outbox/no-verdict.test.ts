import type { RequestListener } from 'node:http';
import request from 'supertest';
import { expect, test } from 'vitest';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { answerJson, resetting } from '../../shared/testing/stand-in.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createFakeFunction } from '../testing/fake-function.ts';
import { readSqlite } from '../testing/read-sqlite.ts';
import { startTestServer } from '../testing/test-server.ts';

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

// server/signup/edge-function.test.ts reads every other answer, and outbox.test.ts judges every code.
test.each<[string, RequestListener]>([
  ['a gateway’s 401', answerJson(401, { message: 'Invalid API key' })],
  ['a reset connection', resetting],
])('after %s a sign-up waits in the outbox, and the prospect gets 200', async (_what, listener) => {
  const { status, waiting } = await signUp(listener);
  expect([status, waiting.length]).toEqual([200, 1]);
});

test('after a verdict of the function nothing waits, and the prospect gets the verdict', async () => {
  const verdict = { error: { code: 'too_fast', message: 'No.' } };
  const { status, waiting } = await signUp(answerJson(400, verdict));
  expect([status, waiting]).toEqual([400, []]);
});

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
