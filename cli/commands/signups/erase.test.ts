import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openSignups, signupsPath } from '../../../server/stores/sqlite/open.ts';
import { runCommand } from '../../testing/run-command.ts';
import { filledFolder, run, runJson } from './testing/filled-folder.ts';

test.each([
  ['n', 2, ''],
  ['not yet, y', 2, ''],
  ['yesterday', 2, ''],
  [' YES ', 0, expect.stringContaining('Erased ann@example.com')],
  ['y', 0, expect.stringContaining('Erased ann@example.com')],
])('an erasure asks on a terminal, and %s ends with %i', async (answer, code, out) => {
  const asked = run('erase ann@example.com', filledFolder(), { answer });
  const err = expect.stringContaining('Erase ann@example.com for good? [y/N] ');
  expect(await asked).toMatchObject({ code, out, err });
});

test('erase removes the sign-up and the rows of the outbox, and adds evidence also for an unknown address', async () => {
  const folder = filledFolder();
  expect(await runJson('erase Ann@example.com --yes', folder)).toEqual({ erased: 3 });
  expect(await runJson('outbox', folder)).toMatchObject({ refused: 0 });
  expect(await runJson('erase ann@example.com --yes', folder)).toEqual({ erased: 0 });
  await run('erase eve@example.com --yes', folder);
  const database = openSignups(folder, { create: false });
  const [key] = database.prepare('select key from address_keys').all();
  const evidence = database.prepare('select address_hash from erasures').all();
  database.close();
  const hashOf = (email: string) => hash('sha256', `${key?.key}:${email}`);
  expect(evidence.map(({ address_hash }) => address_hash).toSorted()).toEqual(
    [hashOf('ann@example.com'), hashOf('eve@example.com')].toSorted(),
  );
});

test('erase says whom it erased, and succeeds when it is repeated', async () => {
  const folder = filledFolder();
  const erased = '✓ Erased ann@example.com. Copies that lie elsewhere still hold it.\n';
  expect(await run('erase ann@example.com --yes', folder)).toMatchObject({ code: 0, out: erased });
  const none = '✓ Nothing is left of ann@example.com.\n';
  expect(await run('erase ann@example.com --yes', folder)).toMatchObject({ code: 0, out: none });
});

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

test('signups erase erases from the outbox although the database is away', async () => {
  const DATA_DIR = filledFolder();
  const environment = { DATA_DIR, DATABASE_URL };
  const { code } = await runCommand('signups erase bob@example.com --yes', environment);
  expect(code).toBe(1);
  expect(waitingIn(DATA_DIR, 'bob@example.com')).toEqual([]);
});

test('erase says what to do when another process still reads the rows that were erased', async () => {
  const folder = filledFolder();
  const reader = openSignups(folder, { create: false });
  reader.exec('begin');
  reader.prepare('select email from signups').all();
  const { code, err } = await run('erase ann@example.com --yes', folder);
  reader.close();
  expect([code, err]).toEqual([
    1,
    'error: the rows are erased, and another process still reads what was before\n  Run this again, so that no byte of them stays in the log.\n',
  ]);
  expect(await run('erase ann@example.com --yes', folder)).toMatchObject({ code: 0 });
});
