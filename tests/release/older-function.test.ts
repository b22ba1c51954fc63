import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { createStandIn } from '../../shared/testing/stand-in.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { start } from '../support/built-server.ts';
import { query } from '../support/postgres.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';
import { keys, passOn, startSupabase } from '../support/supabase.ts';

/** The commit of release 0.2.0. */
const release = '354de3e';
const patience = { timeout: 120_000, interval: 100 };
const secrets = { NODE_ENV: 'test', SIGNUP_PROXY_SECRET: 'releases-proxy-secret' };

/** Takes what the function of 0.2.0 needs out of the history. @returns the folder. */
function checkOutRelease(): string {
  const folder = temporaryFolder();
  const archive = execFileSync('git', ['archive', release, 'supabase', 'shared', 'package.json'], {
    cwd: fromRoot('.'),
    maxBuffer: 100_000_000,
  });
  execFileSync('tar', ['--extract', '--directory', folder], { input: archive });
  symlinkSync(fromRoot('node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('no sign-up is lost while the function of 0.2.0 runs behind this server, and after the function was deployed', async () => {
  const older = await startSupabase(
    inject('postgresPort'),
    'older_function',
    secrets,
    checkOutRelease(),
  );
  const newer = await startSupabase(inject('postgresPort'), 'newer_function', secrets);
  let deployed = older.url;
  const gate = await createStandIn((request, response) =>
    passOn(request, response, deployed + request.url),
  );
  const DATA_DIR = temporaryFolder();
  const server = await start({
    DATA_DIR,
    ...secrets,
    SUPABASE_URL: gate.url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SIGNUP_OUTBOX: 'on',
  });
  const emailsIn = async ({ databaseUrl }: typeof older) =>
    (await query(databaseUrl, 'select email from deckwright.signups order by 1')).map(
      ({ email }) => email,
    );
  const waiting = () => readSqlite(DATA_DIR, 'select email from outbox').length;

  const full = { notice: '0123456789ab', campaign: 'news/launch' };
  expect(await signUp(server.url, { ...goodSignup('plain@older.example') })).toBe(200);
  expect(await signUp(server.url, { ...goodSignup('full@older.example'), ...full })).toBe(200);
  await expect.poll(waiting, patience).toBe(0);
  expect(await emailsIn(older)).toEqual(['full@older.example', 'plain@older.example']);

  deployed = newer.url;
  expect(await signUp(server.url, { ...goodSignup('full@newer.example'), ...full })).toBe(200);
  await expect.poll(waiting, patience).toBe(0);
  expect(await emailsIn(newer)).toEqual(['full@newer.example']);
  // The counts wait in the server until a function takes them. The function of 0.2.0 does not know their form.
  const counts = () =>
    query(
      newer.databaseUrl,
      `select sum(count)::int as sent from deckwright.daily_counts where name = 'form_sent'`,
    );
  await expect.poll(counts, patience).toEqual([{ sent: 3 }]);
});
