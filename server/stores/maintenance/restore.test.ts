import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { readSqlite } from '../../testing/read-sqlite.ts';
import { openSignups } from '../sqlite/open.ts';
import { requireBackup, restoreFile } from './restore.ts';
import { takeSnapshot } from './snapshot.ts';
import { openSqliteDatabase } from './sqlite.ts';

test('a restore into an empty folder refuses to replace the file that a server has made meanwhile', async () => {
  const [from, folder] = [temporaryFolder(), temporaryFolder()];
  openSignups(from, { create: true }).close();
  const database = openSqliteDatabase(from);
  const { file } = await takeSnapshot(database, join(temporaryFolder(), 'backup.db'));
  await database.close();
  const restoring = restoreFile(folder, {
    backup: requireBackup(file),
    logFolders: [],
    accept: true,
  });
  const server = openSignups(folder, { create: true });
  server.exec(`insert into signups (email, source, bot_check, created_at, last_seen_at, seen_on) values
    ('ada@restore.example', 'hero', 'passed', '2026-11-27T00:00:00.000Z', '2026-11-27T00:00:00.000Z', '2026-11-27')`);
  await expect(restoring).rejects.toMatchObject({ code: 'in_use' });
  server.close();
  expect(readSqlite(folder, 'select email from signups')).toEqual([
    { email: 'ada@restore.example' },
  ]);
});
