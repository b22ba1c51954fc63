import { expect, test, vi } from 'vitest';
import { openSqliteDatabase } from '../../../server/stores/maintenance/sqlite.ts';
import { createSession } from '../../testing/run-command.ts';
import { filledFolder } from './testing/filled-folder.ts';
import { using } from './with-database.ts';

const fail = (error: object) => {
  const folder = filledFolder();
  const { session } = createSession();
  const progress = vi.spyOn(session.terminal, 'progress');
  const failed = using(
    session,
    () => openSqliteDatabase(folder),
    () => Promise.reject(Object.assign(new Error('said by the system'), error)),
  );
  return { folder, failed, progress };
};

test('a command names the folder of the sign-ups when SQLite finds the disk full', async () => {
  const { folder, failed } = fail({ errcode: 13 });
  await expect(failed).rejects.toMatchObject({
    code: 'disk_full',
    problem: `the disk of ${folder} is full`,
    remedy: 'Free some space.',
  });
});

test('a command does not blame the file of the sign-ups for an error of another file', async () => {
  const { failed } = fail({ code: 'EACCES', errno: -13 });
  await expect(failed).rejects.toThrow('said by the system');
});

test('a command that fails removes the line that shows its progress', async () => {
  const { failed, progress } = fail({});
  await expect(failed).rejects.toThrow('said by the system');
  expect(progress).toHaveBeenLastCalledWith('');
});
