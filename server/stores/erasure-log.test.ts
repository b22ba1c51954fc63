import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createErasureLog, readErasureLog } from './erasure-log.ts';

afterEach(() => void vi.useRealTimers());

const erasure = (addressHash: string) => ({
  key: 'key',
  addressHash,
  erasedAt: '2026-11-21T12:00:00.000Z',
});

test('evidence that cannot be written is logged, and is written once BACKUP_DIR can be written again', async () => {
  vi.useFakeTimers();
  const folder = join(temporaryFolder(), 'backups');
  const error = vi.fn();
  const erasures = createErasureLog(folder, { error });
  writeFileSync(folder, 'a file that stands in the place of the folder');
  erasures.write([erasure('first')]);
  erasures.write([erasure('second')]);
  expect(error).toHaveBeenCalledTimes(2);
  rmSync(folder);
  vi.advanceTimersByTime(60_000);
  expect(await Array.fromAsync(readErasureLog(folder))).toEqual([
    erasure('first'),
    erasure('second'),
  ]);
});
