import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../testing/silent-log.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { lockDirectory } from './lock.ts';
import { createOpenData } from './open-data.ts';

let folder: ReturnType<typeof createTemporaryFolder>;

beforeEach(() => {
  folder = createTemporaryFolder();
});

afterEach(() => folder.remove());

test('closed while it opens for the first time, it ends with a whole database that nobody holds', async () => {
  const first = createOpenData(folder.path, silentLog);
  void first.open();
  await expect.poll(() => readdirSync(folder.path)).toContain('pglite');
  await first.close();
  expect(readdirSync(folder.path)).not.toContain('pglite.initialising');
  const second = createOpenData(folder.path, silentLog);
  await second.open();
  expect(second.readiness()).toEqual({ ready: true });
  await second.close();
  expect(readdirSync(folder.path).join()).not.toContain('half-initialised');
});

test('who comes while another process has the data for a moment is not turned away', async () => {
  const other = await lockDirectory(folder.path);
  const failed = Promise.withResolvers<void>();
  const data = createOpenData(folder.path, { ...silentLog, error: () => failed.resolve() });
  void data.open();
  const opened = data.opened();
  await failed.promise;
  other.release();
  expect((await opened).directory).toBe(folder.path);
  await data.close();
});
