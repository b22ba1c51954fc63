import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../shared/testing/temporary-folder.ts';
import { judgeRoom } from './room.ts';

const remedy = 'Make room, or sign-ups will be refused.';

test.each([
  [49_999_999, '50 MB are free', { problem: '50 MB are free', remedy }],
  [50_000_000, '50 MB are free', { warning: '50 MB are free', remedy }],
  [499_999_999, '500 MB are free', { warning: '500 MB are free', remedy }],
  [500_000_000, '500 MB are free', {}],
])('a disk with %d bytes of room has %s, and is judged as %o', async (bavail, says, verdict) => {
  const folder = temporaryFolder();
  const finding = await judgeRoom(folder, async () => ({ bavail, bsize: 1 }));
  expect(finding).toEqual({ name: 'disk', value: `${folder}, ${says}`, ...verdict });
});

test('the room is that of the disk on which a missing folder would be made', async () => {
  const folder = join(temporaryFolder(), 'a', 'b');
  const asked: string[] = [];
  const { value } = await judgeRoom(folder, async (path) => {
    asked.push(path);
    return { bavail: 300_000, bsize: 4096 };
  });
  expect(value).toBe(`${folder}, 1229 MB are free`);
  expect(asked).toEqual([dirname(dirname(folder))]);
});
