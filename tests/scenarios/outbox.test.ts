import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { answerJson, createStandIn, resetting } from '../../shared/testing/stand-in.ts';
import { startOn } from '../support/built-server.ts';
import { withSql } from '../support/postgres.ts';
import type { Running } from '../support/running-server.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';
import { keys, startSupabase } from '../support/supabase.ts';

const patience = { timeout: 120_000, interval: 100 };
const secrets = { NODE_ENV: 'test', SIGNUP_PROXY_SECRET: 'outbox-proxy-secret' };
const folder = createTemporaryFolder();

let project: Awaited<ReturnType<typeof startSupabase>>;
let gate: Awaited<ReturnType<typeof createStandIn>>;
let server: Running;

beforeAll(async () => {
  project = await startSupabase(inject('cluster'), 'outbox', secrets);
  gate = await createStandIn(resetting);
  server = await startOn(folder.path, {
    ...secrets,
    SUPABASE_URL: gate.url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SIGNUP_OUTBOX: 'on',
  });
});

afterAll(async () => {
  await server.stop();
  await gate.close();
  await project.close();
  folder.remove();
});

/** The addresses that wait, as another process sees them. */
const waiting = () =>
  readSqlite(folder.path, 'select email from outbox order by id').map(({ email }) => email);

const rows = () =>
  withSql(project.databaseUrl, async (sql) => [
    ...(await sql`select email, times, bot_check from deckwright.signups order by created_at`),
  ]);

/** Hands the function every request. */
function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  answered: (answer: IncomingMessage) => void,
): void {
  const { method, headers, url } = request;
  const onward = forward(`${project.url}${url}`, { method, headers }, answered);
  onward.once('error', () => response.destroy());
  request.pipe(onward);
}

test('what could not be sent waits, and reaches the database once and in order, though an answer is lost', async () => {
  const emails = ['first', 'second', 'third'].map((name) => `${name}@outbox.example`);
  for (const email of [...emails, emails[1]]) {
    expect(await signUp(server.url, goodSignup(email))).toBe(200);
  }
  expect(waiting()).toEqual(emails);
  gate.become((request, response) =>
    passOn(request, response, (answer) => {
      answer.resume();
      answer.once('end', () => response.destroy());
    }),
  );
  await expect.poll(async () => (await rows()).length, patience).toBe(1);
  expect(waiting()).toEqual(emails);
  gate.become((request, response) =>
    passOn(request, response, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }),
  );
  await expect.poll(waiting, patience).toEqual([]);
  expect(await rows()).toEqual(emails.map((email) => ({ email, times: 1, bot_check: 'skipped' })));
}, 180_000);

test('what the function then refuses is set aside for the operator', async () => {
  gate.become(resetting);
  expect(await signUp(server.url, goodSignup('late@outbox.example'))).toBe(200);
  gate.become(answerJson(422, { error: { code: 'invalid_email', message: 'No.' } }));
  const setAside = () => readSqlite(folder.path, 'select email, refused_as from outbox');
  const refused = { email: 'late@outbox.example', refused_as: 'invalid_email' };
  await expect.poll(setAside, patience).toEqual([refused]);
}, 180_000);
