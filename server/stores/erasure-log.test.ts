import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openErasureLog, readErasureLog } from './erasure-log.ts';

const erasure = (addressHash: string) => ({
  key: 'key',
  addressHash,
  erasedAt: '2026-11-21T12:00:00.000Z',
});

test('evidence that cannot be written is logged, and later evidence is written once BACKUP_DIR can be written again', async () => {
  const folder = join(temporaryFolder(), 'backups');
  writeFileSync(folder, 'a file that stands in the place of the folder');
  const error = vi.fn();
  const erasures = openErasureLog(folder, { error });
  erasures.write([erasure('first')]);
  // Once at the start, and once for the erasure.
  expect(error).toHaveBeenCalledTimes(2);
  rmSync(folder);
  erasures.write([erasure('second')]);
  expect(await Array.fromAsync(readErasureLog(folder))).toEqual([erasure('second')]);
});
