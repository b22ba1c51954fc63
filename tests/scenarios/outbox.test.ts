import { once } from 'node:events';
import { request as forward, type IncomingMessage, type RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openSignups } from '../../server/stores/sqlite/open.ts';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { answerJson, createStandIn, resetting } from '../../server/testing/stand-in.ts';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { startOn } from '../support/built-server.ts';
import { withSql } from '../support/postgres.ts';
import type { Running } from '../support/running-server.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';
import { keys, startSupabase } from '../support/supabase.ts';

const patience = { timeout: 120_000, interval: 100 };
const secrets = { NODE_ENV: 'test', SIGNUP_PROXY_SECRET: 'outbox-proxy-secret' };
const folder = createTemporaryFolder();
const emails = ['first', 'second', 'third', 'fourth'].map((name) => `${name}@outbox.example`);

let project: Awaited<ReturnType<typeof startSupabase>>;
let gate: Awaited<ReturnType<typeof createStandIn>>;
let server: Running;

const startServer = () =>
  startOn(folder.path, {
    ...secrets,
    SUPABASE_URL: gate.url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SIGNUP_OUTBOX: 'on',
  });

beforeAll(async () => {
  project = await startSupabase(inject('cluster'), 'outbox', secrets);
  gate = await createStandIn(resetting);
  server = await startServer();
}, 240_000);

afterAll(async () => {
  await server.stop();
  await gate.close();
  await project.close();
  folder.remove();
});

/** What waits, as another process sees it. */
const state = () =>
  readSqlite(
    folder.path,
    `select count(*) filter (where refused_at is null) as depth,
       count(*) filter (where refused_at is not null) as refused from outbox`,
  )[0];

const rows = () =>
  withSql(project.databaseUrl, async (sql) => [
    ...(await sql`select email, times, bot_check from deckwright.signups order by created_at`),
  ]);

/** Hands the function every request. */
const passing =
  (answered: (answer: IncomingMessage, ...to: Parameters<RequestListener>) => void) =>
  (...[request, response]: Parameters<RequestListener>) => {
    const { method, headers, url } = request;
    const onward = forward(`${project.url}${url}`, { method, headers }, (answer) =>
      answered(answer, request, response),
    );
    onward.once('error', () => response.destroy());
    request.pipe(onward);
  };

const losingAnswers = passing((answer, _request, response) => {
  answer.resume();
  answer.once('end', () => response.destroy());
});
const inOrder = passing((answer, _request, response) => {
  response.writeHead(answer.statusCode ?? 500, answer.headers);
  answer.pipe(response);
});

test('while the function is out of reach sign-ups are taken, and what it would refuse is not', async () => {
  for (const email of [...emails, emails[1]]) {
    expect(await signUp(server.url, goodSignup(email))).toBe(200);
  }
  const fast = { ...goodSignup('fast@outbox.example'), formFillTime: 10 };
  expect(await signUp(server.url, fast)).toBe(400);
  expect(state()).toEqual({ depth: 4, refused: 0 });
}, 120_000);

test('a sign-up whose acknowledgement was lost is sent again, and counted once', async () => {
  gate.become(losingAnswers);
  await expect
    .poll(async () => (await rows()).map(({ email }) => email), patience)
    .toEqual([emails[0]]);
  expect(state()).toMatchObject({ depth: 4 });
}, 180_000);

test('killed and started again after midnight, it sends each once, the oldest first, until none is left', async () => {
  const ended = once(server.process, 'exit');
  server.process.kill('SIGKILL');
  await ended;
  // All that is there lies a day further back.
  const midnight = 'update deckwright.signups set seen_on = seen_on - 1';
  await withSql(project.databaseUrl, (sql) => sql.unsafe(midnight));
  server = await startServer();
  await expect.poll(state, patience).toMatchObject({ depth: 4 });
  gate.become(inOrder);
  await expect.poll(state, patience).toEqual({ depth: 0, refused: 0 });
  expect(await rows()).toEqual(emails.map((email) => ({ email, times: 1, bot_check: 'skipped' })));
}, 300_000);

test('what an outdated function refused is sent again from the terminal, once it is the current one', async () => {
  const late = 'late@outbox.example';
  gate.become(resetting);
  expect(await signUp(server.url, goodSignup(late))).toBe(200);
  // A function of before the outbox takes a kept sign-up for one without a token, which `deny` refuses.
  gate.become(answerJson(403, { error: { code: 'bot_check_failed', message: 'refused' } }));
  await expect.poll(state, patience).toMatchObject({ refused: 1 });
  gate.become(inOrder);
  // As `signups outbox --retry` does it.
  const database = openSignups(folder.path, { create: false });
  database.exec('update outbox set refused_at = null, refused_as = null, tries = 0');
  database.close();
  await expect.poll(state, patience).toEqual({ depth: 0, refused: 0 });
  expect((await rows()).map(({ email }) => email)).toEqual([...emails, late]);
}, 300_000);
