import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { signupsPath } from '../../../server/stores/sqlite/open.ts';
import { runCommand } from '../../testing/run-command.ts';
import { filledFolder } from './testing/filled-folder.ts';

/** The address of a database that refuses every connection. */
const DATABASE_URL = 'postgres://user:password@127.0.0.1:1/signups';

/** Returns the rows of an address in the outbox of a folder. */
function waitingIn(folder: string, email: string) {
  const file = new DatabaseSync(signupsPath(folder), { readOnly: true });
  const waiting = file.prepare('select email from signup_outbox where email = ?').all(email);
  file.close();
  return waiting;
}

test('signups erase changes nothing on a Supabase site when DATABASE_URL is unset', async () => {
  const DATA_DIR = filledFolder();
  const supabase = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'k' };
  const line = 'signups erase bob@example.com --yes';
  const { code, err } = await runCommand(line, { DATA_DIR, ...supabase });
  expect([code, err]).toEqual([1, expect.stringContaining('Set DATABASE_URL')]);
  expect(waitingIn(DATA_DIR, 'bob@example.com')).toHaveLength(1);
});

test('signups erase erases from the outbox before it asks the database, so that the server sends no erased sign-up there', async () => {
  const DATA_DIR = filledFolder();
  const environment = { DATA_DIR, DATABASE_URL };
  const { code } = await runCommand('signups erase bob@example.com --yes', environment);
  expect(code).toBe(1);
  expect(waitingIn(DATA_DIR, 'bob@example.com')).toEqual([]);
});
