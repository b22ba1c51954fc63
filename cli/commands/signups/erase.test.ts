import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { signupsPath } from '../../../server/stores/sqlite/open.ts';
import { runCommand } from '../../testing/run-command.ts';
import { filledFolder } from './testing/filled-folder.ts';

/** The address of a database that refuses every connection. */
const DATABASE_URL = 'postgres://user:password@127.0.0.1:1/signups';

test('signups erase erases from the outbox before it asks the database, so that the server sends no erased sign-up there', async () => {
  const DATA_DIR = filledFolder();
  const environment = { DATA_DIR, DATABASE_URL };
  const { code } = await runCommand('signups erase bob@example.com --yes', environment);
  expect(code).toBe(1);
  const file = new DatabaseSync(signupsPath(DATA_DIR), { readOnly: true });
  const waiting = file.prepare("select 1 from signup_outbox where email = 'bob@example.com'").all();
  file.close();
  expect(waiting).toEqual([]);
});
