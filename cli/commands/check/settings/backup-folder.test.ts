import { mkdirSync, type PathLike, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../shared/testing/temporary-folder.ts';
import { judgeBackupFolder } from './backup-folder.ts';

test('a folder of the backups that cannot be written is a problem, and one that can be made is in order', () => {
  const folder = join(temporaryFolder(), 'backups');
  expect(judgeBackupFolder(folder)).toEqual({});
  const refuse = () => {
    throw new Error('EACCES');
  };
  expect(judgeBackupFolder(folder, refuse)).toEqual({
    problem: expect.stringContaining('a restore would not know of erasures'),
    remedy: expect.stringContaining(`-m 700 ${folder}`),
  });
});

test('BACKUP_DIR is a problem when it is a file, or when its log of erasures cannot be read', () => {
  const folder = temporaryFolder();
  const log = join(folder, 'erasures.jsonl');
  writeFileSync(log, '');
  expect(judgeBackupFolder(folder)).toEqual({});
  expect(judgeBackupFolder(log)).toMatchObject({ problem: `${log} is not a folder` });
  const refuseLog = (path: PathLike) => {
    if (path === log) throw new Error('EACCES');
  };
  expect(judgeBackupFolder(folder, refuseLog)).toMatchObject({
    problem: expect.stringContaining(`${log} cannot be read and written`),
    remedy: expect.stringContaining(`chown ${process.getuid?.()} ${log}`),
  });
});

test('BACKUP_DIR is a problem when a folder has the name of its log of erasures', () => {
  const folder = temporaryFolder();
  const log = join(folder, 'erasures.jsonl');
  mkdirSync(log);
  expect(judgeBackupFolder(folder)).toMatchObject({
    problem: expect.stringContaining(`${log} is a folder`),
  });
});
