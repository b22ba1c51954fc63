import { chownSync, existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signupsPath } from '../../../server/stores/sqlite/open.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { runCommand } from '../../testing/run-command.ts';
import { expectFailure, filledFolder, runJson } from './testing/filled-folder.ts';

const readers = [
  'count',
  'list',
  'export',
  'outbox',
  `backup ${join(tmpdir(), 'deckwright-never-written.db')}`,
  'erase ann@example.com --yes',
];

test.each(readers)('%s without data names the folder, and creates nothing', async (command) => {
  const DATA_DIR = join(temporaryFolder(), 'data');
  await expectFailure(command, `no sign-up data in ${DATA_DIR}`, DATA_DIR);
  expect(existsSync(DATA_DIR)).toBe(false);
});

const supabase = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'k' };
const nobody = { DATABASE_URL: 'postgres://127.0.0.1:9/site', IP_HASH_SECRET: 'x'.repeat(16) };
test.each([
  ['count on Supabase asks for DATABASE_URL', supabase, 'Set DATABASE_URL'],
  ['count on a PostgreSQL that does not answer says what to check', nobody, 'Check host and port'],
])('%s', async (_name, environment, remedy) => {
  const failure = { code: 1, err: expect.stringContaining(remedy) };
  expect(await runCommand('signups count', environment)).toMatchObject(failure);
});

// Only root can give a folder away.
const isRoot = process.getuid?.() === 0;

test.runIf(isRoot).each(readers)(
  '%s is refused another user’s file, with the cure (needs root)',
  async (command) => {
    const DATA_DIR = filledFolder();
    const file = signupsPath(DATA_DIR);
    chownSync(file, 12_345, 12_345);
    const before = readdirSync(DATA_DIR);
    const says = `${file} belongs to user 12345, and this is user 0\n  Run it as that user.`;
    await expectFailure(command, says, DATA_DIR);
    expect(readdirSync(DATA_DIR)).toEqual(before);
  },
);

test.runIf(isRoot)(
  'count reads the file of this user in a folder of another user, such as a volume of Kubernetes (needs root)',
  async () => {
    const DATA_DIR = filledFolder();
    chownSync(DATA_DIR, 12_345, 12_345);
    expect(await runJson('count', DATA_DIR)).toMatchObject({ total: 2 });
  },
);

test.each(['count', 'list', 'export', 'erase ada@example.com --yes'])(
  'signups %s on PostgreSQL runs without the settings that only the server uses',
  async (command) => {
    const environment = { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d', PORT: 'none' };
    const { err } = await runCommand(`signups ${command}`, environment);
    expect(err).toContain('ECONNREFUSED');
    expect(err).not.toContain('IP_HASH_SECRET');
  },
);
