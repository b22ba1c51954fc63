import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { copyDatabase } from './snapshot.ts';

test('when the disk refuses to sync a copy, the failure is reported only after the copy has ended', async () => {
  const folder = temporaryFolder();
  const original = new DatabaseSync(join(folder, 'original.db'));
  original.exec('create table rows (text)');
  const add = original.prepare('insert into rows values (?)');
  original.exec('begin');
  for (let row = 0; row < 20_000; row += 1) add.run('x'.repeat(1000));
  original.exec('commit');
  const failing: typeof open = async (...words) => {
    const file = await open(...words);
    file.datasync = () => Promise.reject(new Error('EIO: i/o error, fdatasync'));
    return file;
  };
  const copy = join(folder, 'copy.db');
  await expect(copyDatabase(original, copy, failing)).rejects.toThrow('EIO');
  const copied = new DatabaseSync(copy, { readOnly: true });
  expect(copied.prepare('select count(*) as rows from rows').get()).toEqual({ rows: 20_000 });
  copied.close();
  original.close();
});
