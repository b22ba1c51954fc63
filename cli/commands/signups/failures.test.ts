import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSignups } from '../../../server/stores/sqlite/open.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { runCommand, type Variables } from '../../testing/run-command.ts';
import { filledFolder } from './testing/filled-folder.ts';

const supabase = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'k' };
const postgres = { DATABASE_URL: 'postgres://127.0.0.1:9/site', IP_HASH_SECRET: 'x'.repeat(16) };
const folder = filledFolder();
const loop = join(temporaryFolder(), 'loop');
symlinkSync(loop, loop);
const database = openSignups(folder, { create: false });
const invitation = { wave: 'one', first: 2, filter: {}, invitedAt: '2026-02-10T00:00:00.000Z' };
database
  .prepare("insert into internals (name, value) values ('unfinished_invitation', ?)")
  .run(JSON.stringify(invitation));
database.close();

test.each<[line: string, code: string, says: RegExp, environment?: Variables]>([
  ['count', 'no_database', /are in Supabase/, supabase],
  ['count', 'database', /ECONNREFUSED/, postgres],
  ['list', 'database', /ECONNREFUSED/, postgres],
  ['export', 'database', /ECONNREFUSED/, postgres],
  ['backup a.db', 'database', /ECONNREFUSED/, postgres],
  ['outbox', 'no_data', /no outbox in \/no\/folder/, { ...postgres, DATA_DIR: '/no/folder' }],
  ['count', 'file', /loop: too many symbolic links/, { DATA_DIR: loop }],
  [`restore --latest ${temporaryFolder()}`, 'no_backup', /no backup in \//],
  ['restore /no/file', 'file', /^\/no\/file: no such file/],
  ['move --from /no/file --to /no/signups.db', 'file', /^\/no\/file: no such file/],
  [`move --from ${folder} --to /no/signups.db`, 'not_readable', /^\/.* is a folder$/],
  [`restore ${folder}`, 'not_a_backup', /it is a folder$/],
  ['backup --list /no/folder', 'file', /^\/no\/folder: no such file/],
  [`backup ${join(folder, 'signups.db')}`, 'file', /signups\.db: file already exists/],
  ['notice ffffffffffff', 'no_notice', /no notice ffffffffffff/],
  ['digest --post', 'no_digest_url', /--post has no address/],
  ['export --wave one', 'unfinished_wave', /one is not complete/],
])('signups %s fails with the code %s and a remedy', async (line, code, says, environment = {}) => {
  const { code: exit, out } = await runCommand(`signups ${line} --json`, {
    DATA_DIR: folder,
    ...environment,
  });
  expect(exit).toBe(1);
  expect(JSON.parse(out)).toEqual({
    ok: false,
    error: {
      code,
      message: expect.stringMatching(says),
      remedy: expect.stringMatching(/^[A-Z].*\w/),
    },
  });
});

test.each([
  ['export --for plunk --json', '--for writes CSV: leave out JSON'],
  ['export --for plunk --lines', '--for writes CSV: leave out JSON'],
  ['invite --wave two --first 1 --for plunk', 'say by --for and --to what to write'],
  ['invite --wave two --first 1 --to a.csv', 'say by --for and --to what to write'],
  ['forget --before 2999-01-01', '--before 2999-01-01 lies in the future'],
  ['forget --before 2026-02-04', 'this erases 1 sign-up from before 2026-02-04 for good'],
  ['digest --since 2999-01-01', 'the last day of a digest is yesterday'],
  ['erase ann@example.com', 'this erases ann@example.com for good; say --yes'],
  ['erase ann', 'ann is not an email address'],
  ['restore', 'name a file, or --latest'],
  ['restore a.db --latest backups', 'name a file, or --latest'],
  ['backup a.db --list backups', 'name a file, or --to, or --list'],
  ['backup a.db --keep 3', '--keep needs --to'],
  ['list --since 2026-02-30', 'Use a day that exists'],
  ['list --source newsletter', 'Use nav, hero, cta, modal, import'],
  ['invite --wave a/b --first 1', 'Use 1 to 64 letters'],
  [`invite --wave ${'w'.repeat(65)} --first 1`, 'Use 1 to 64 letters'],
  ['remind --older-than 3', 'Use days or hours'],
  ['stop --from a.csv --because tired', 'Allowed choices are'],
  ['import a.csv --map address=Adresse', 'Use FIELD=COLUMN'],
  ['list --limit 0', 'Use a whole number from 1'],
  ['digest --post a.example/topic', 'Use an http or https address'],
])('signups %s is wrong usage: %s', async (line, says) => {
  const { code, out, err } = await runCommand(`signups ${line}`, { DATA_DIR: folder });
  const said = out === '' ? err : JSON.parse(out).error.message;
  expect([code, said]).toEqual([2, expect.stringContaining(says)]);
});
