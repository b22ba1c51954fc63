import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { takeSnapshot } from '../maintenance/snapshot.ts';
import { openSqliteDatabase } from '../maintenance/sqlite.ts';
import { createSignups } from './create.ts';
import { syncToDisk } from './durable-files.ts';

const failure = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

/** Makes calls of the file system fail until the end of the test. */
function failing(
  calls: Partial<Record<'chmodSync' | 'fsyncSync' | 'linkSync', (file: number) => unknown>>,
) {
  const spies = Object.entries(calls).map(([name, fail]) =>
    vi.spyOn(fs, name as 'linkSync').mockImplementation(fail as never),
  );
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  });
}

/** Makes a call fail for folders only. */
function failingForFolders(code: string): void {
  const { fsyncSync } = fs;
  const sync = (file: number) =>
    fs.fstatSync(file).isDirectory() ? failure(code)() : fsyncSync(file);
  failing({ fsyncSync: sync });
}

test('a backup is made on a share or a stick that has no modes and no links, and cannot sync a folder', async () => {
  const folder = temporaryFolder();
  createSignups(join(folder, 'signups.db'));
  const database = openSqliteDatabase(folder);
  onTestFinished(database.close);
  failingForFolders('EINVAL');
  failing({ chmodSync: failure('EPERM'), linkSync: failure('EPERM') });
  const file = join(temporaryFolder(), 'backup.db');
  expect(await takeSnapshot(database, file)).toMatchObject({ file, signups: 0 });
});

test('a folder that the disk fails to sync is a failure', () => {
  failingForFolders('EIO');
  expect(() => syncToDisk(temporaryFolder())).toThrow('EIO');
});

test('a file that cannot be synced is a failure', () => {
  const file = join(temporaryFolder(), 'file');
  fs.writeFileSync(file, '');
  failing({ fsyncSync: failure('EINVAL') });
  expect(() => syncToDisk(file)).toThrow('EINVAL');
});
