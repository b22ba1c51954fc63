import { statSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { createSqliteFile } from './file.ts';

vi.mock('node:fs', { spy: true });

test('the start in a folder that this user may not enter fails with the file’s name and asks for another DATA_DIR', () => {
  const denied = Object.assign(new Error('EACCES: permission denied, stat'), { code: 'EACCES' });
  vi.mocked(statSync).mockImplementationOnce(() => {
    throw denied;
  });
  const { open } = createSqliteFile('/nowhere/data');
  expect(open).toThrow('/nowhere/data/signups.db may not be written: set DATA_DIR');
});
