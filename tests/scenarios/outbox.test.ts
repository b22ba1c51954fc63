import { expect, inject, test } from 'vitest';
import { openSignups } from '../../server/stores/sqlite/open.ts';
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

const saved = 'select email, times, bot_check from deckwright.signups order by xmin::text::bigint';
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

test('a person who was erased while the sign-up waited in the outbox does not come back, and a later sign-up keeps its time', async () => {
  gate.become(resetting);
  const [gone, again] = ['gone@outbox.example', 'again@outbox.example'];
  for (const email of [gone, again]) {
    expect(await signUp(server.url, goodSignup(email))).toBe(200);
  }
  const file = openSignups(folder, { create: false });
  file.exec(
    `update signup_outbox set stored_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour')`,
  );
  file.close();
  await query(
    project.databaseUrl,
    `select deckwright.erase_entry(email, false) from unnest(array['${gone}', '${again}']) as email;
    update deckwright.erasures set erased_at = now() - interval '2 hours'
    where address_hash = deckwright.address_hash('${again}')`,
  );
  gate.become((request, response) => passOn(request, response, project.url + request.url));
  await expect.poll(waiting, patience).toEqual([]);
  const arrived = `select email, created_at between now() - interval '2 hours' and now() - interval '1 hour' as "isDated"
    from deckwright.signups where email in ('${gone}', '${again}')`;
  expect(await query(project.databaseUrl, arrived)).toEqual([{ email: again, isDated: true }]);
}, 180_000);
