import { once } from 'node:events';
import { request as forward } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { signupsPath } from '../../server/stores/sqlite/open.ts';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { withSql } from '../support/postgres.ts';
import { type Running, start } from '../support/running-server.ts';
import { createStandIn, resetting, type StandIn } from '../support/stand-in.ts';
import { keys, startSupabase } from '../support/supabase.ts';
import { goodBody } from './scenarios.ts';

const script = fileURLToPath(new URL('../../server/testing/serve.ts', import.meta.url));
const patience = { timeout: 120_000, interval: 100 };
const secrets = { NODE_ENV: 'test', SIGNUP_PROXY_SECRET: 'outbox-proxy-secret' };
const folder = createTemporaryFolder();
const emails = ['first', 'second', 'third', 'fourth'].map((name) => `${name}@outbox.example`);

let project: Awaited<ReturnType<typeof startSupabase>>;
let gate: StandIn;
let server: Running;

const startServer = () =>
  start(script, {
    ...secrets,
    DATA_DIR: folder.path,
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
  await gate.become(null);
  await project.close();
  folder.remove();
});

const signUp = (email: string) =>
  fetch(`${server.url}/api/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(goodBody(email)),
  });

/** What waits, as another process sees it. */
function state(): { depth: number; refused: number } {
  const database = new DatabaseSync(signupsPath(folder.path), { readOnly: true });
  const row = database
    .prepare(
      `select count(*) filter (where refused_at is null) as depth,
         count(*) filter (where refused_at is not null) as refused from outbox`,
    )
    .get();
  database.close();
  return { depth: Number(row?.depth), refused: Number(row?.refused) };
}

const rows = () =>
  withSql(
    project.databaseUrl,
    (sql) =>
      sql`select email, times, bot_check from deckwright.signups order by created_at` as Promise<
        { email: string; times: number; bot_check: string }[]
      >,
  );

/** As `signups outbox --retry` does it. */
function retryRefused(): void {
  const database = new DatabaseSync(signupsPath(folder.path));
  database.exec('update outbox set refused_at = null, refused_as = null, tries = 0');
  database.close();
}

/** All that is there lies a day further back. */
const passMidnight = () =>
  withSql(project.databaseUrl, (sql) => sql`update deckwright.signups set seen_on = seen_on - 1`);

async function killHard(): Promise<void> {
  const ended = once(server.process, 'exit');
  server.process.kill('SIGKILL');
  await ended;
}

/** Hands the function every request, and loses its answers. */
const losingAnswers: Parameters<StandIn['become']>[0] = (request, response) => {
  const { method, headers, url } = request;
  const onward = forward(`${project.url}${url}`, { method, headers }, (answer) => {
    answer.resume();
    answer.once('end', () => response.destroy());
  });
  request.pipe(onward);
};

const passing: Parameters<StandIn['become']>[0] = (request, response) => {
  const { method, headers, url } = request;
  const onward = forward(`${project.url}${url}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  onward.once('error', () => response.destroy());
  request.pipe(onward);
};

test('while the function is out of reach each prospect is told that they are on the list', async () => {
  for (const email of emails) {
    const response = await signUp(email);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ message: expect.stringContaining('Thank you') });
  }
  expect((await signUp(emails[1] ?? '')).status).toBe(200);
  expect(state()).toEqual({ depth: 4, refused: 0 });
}, 120_000);

test('what the function would refuse is refused and not kept', async () => {
  const response = await fetch(`${server.url}/api/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...goodBody('fast@outbox.example'), formFillTime: 10 }),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: 'too_fast' } });
  expect(state()).toMatchObject({ depth: 4 });
}, 120_000);

test('a sign-up whose acknowledgement was lost is sent again, and counted once', async () => {
  await gate.become(losingAnswers);
  await expect
    .poll(async () => (await rows()).map(({ email }) => email), patience)
    .toEqual([emails[0]]);
  expect(state()).toMatchObject({ depth: 4 });
}, 180_000);

test('killed and started again after midnight, it sends each once, the oldest first, until none is left', async () => {
  await killHard();
  await passMidnight();
  server = await startServer();
  await expect.poll(() => state().depth, patience).toBe(4);
  await gate.become(passing);
  await expect.poll(() => state().depth, patience).toBe(0);
  expect(await rows()).toEqual(emails.map((email) => ({ email, times: 1, bot_check: 'skipped' })));
  expect(state()).toEqual({ depth: 0, refused: 0 });
}, 300_000);

/** A function of before the outbox: it takes a kept sign-up for one without a token, which `deny` refuses. */
const beforeTheOutbox: Parameters<StandIn['become']>[0] = (request, response) => {
  request.resume();
  response.writeHead(403, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ error: { code: 'bot_check_failed', message: 'refused' } }));
};

test('what an outdated function refused is sent again from the terminal, once it is the current one', async () => {
  const late = 'late@outbox.example';
  await gate.become(resetting);
  expect((await signUp(late)).status).toBe(200);
  await gate.become(beforeTheOutbox);
  await expect.poll(() => state().refused, patience).toBe(1);
  await gate.become(passing);
  retryRefused();
  await expect.poll(state, patience).toMatchObject({ depth: 0, refused: 0 });
  expect((await rows()).map(({ email }) => email)).toEqual([...emails, late]);
}, 300_000);
