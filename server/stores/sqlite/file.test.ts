import fs, { readdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { createSqliteFile } from './file.ts';
import { tryToWrite } from './store.ts';

test('the start in a folder that this user may not enter fails with the file’s name and asks for another DATA_DIR', () => {
  const folder = join(temporaryFolder(), 'data');
  const denied = Object.assign(new Error('EACCES: permission denied, stat'), { code: 'EACCES' });
  const stat = vi.spyOn(fs, 'statSync').mockImplementationOnce(() => {
    throw denied;
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    stat.mockRestore();
    syncBuiltinESMExports();
  });
  const { open } = createSqliteFile(folder);
  expect(open).toThrow(`${folder}/signups.db may not be written: set DATA_DIR`);
});

test('after the server has closed the file, no log with rows stays beside the file', async () => {
  const folder = temporaryFolder();
  const file = createSqliteFile(folder);
  file.open();
  await tryToWrite(file);
  expect(readdirSync(folder)).toContain('signups.db-wal');
  await file.close();
  expect(readdirSync(folder)).toEqual(['signups.db']);
});
