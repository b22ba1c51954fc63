import { expect, inject, test } from 'vitest';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { createStandIn, resetting } from '../../shared/testing/stand-in.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { start } from '../support/built-server.ts';
import { query } from '../support/postgres.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';
import { forward, keys, passOn, startSupabase } from '../support/supabase.ts';

const patience = { timeout: 120_000, interval: 100 };
const secrets = { NODE_ENV: 'test', SIGNUP_PROXY_SECRET: 'outbox-proxy-secret' };
const folder = temporaryFolder();
const project = await startSupabase(inject('postgresPort'), 'outbox', secrets);
const gate = await createStandIn(resetting);
const server = await start({
  DATA_DIR: folder,
  ...secrets,
  SUPABASE_URL: gate.url,
  SUPABASE_PUBLISHABLE_KEY: keys.publishable,
  SIGNUP_OUTBOX: 'on',
});

/** Returns the addresses in the outbox, as another process sees them. */
const waiting = () =>
  readSqlite(folder, 'select email from signup_outbox order by id').map(({ email }) => email);

const saved = 'select email, times, bot_check from deckwright.signups order by created_at';
const rows = () => query(project.databaseUrl, saved);

test('sign-ups in the outbox reach the database once and in order, although one answer is lost', async () => {
  const emails = ['first', 'second', 'third'].map((name) => `${name}@outbox.example`);
  for (const email of [...emails, emails[1]]) {
    expect(await signUp(server.url, goodSignup(email))).toBe(200);
  }
  expect(waiting()).toEqual(emails);
  gate.become(async (request, response) => {
    await forward(request, project.url + request.url);
    response.destroy();
  });
  await expect.poll(async () => (await rows()).length, patience).toBe(1);
  expect(waiting()).toEqual(emails);
  gate.become((request, response) => passOn(request, response, project.url + request.url));
  await expect.poll(waiting, patience).toEqual([]);
  expect(await rows()).toEqual(emails.map((email) => ({ email, times: 1, bot_check: 'skipped' })));
}, 180_000);
