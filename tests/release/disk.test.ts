import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { missingFrom } from '../faults/writers.ts';
import { startOn } from '../support/built-server.ts';
import { goodSignup, newAddress, signUp } from '../support/sign-up.ts';
import { canLimitFiles, canMount, createSmallDisk, setFilesWritable } from './small-disk.ts';

/** Room that was taken before the disk was full is still used: sign-ups go on until it is. */
async function writeUntilRefused(url: string): Promise<string[]> {
  const acknowledged: string[] = [];
  for (;;) {
    const email = newAddress();
    const status = await signUp(url, goodSignup(email));
    if (status !== 200) {
      expect(status).toBe(503);
      return acknowledged;
    }
    acknowledged.push(email);
  }
}

type Disk = ReturnType<typeof createSmallDisk>;
type Change = (disk: Disk, pid: number) => void;
const nothing: Change = () => {};

describe.runIf(canMount && canLimitFiles)('sign-ups (needs prlimit and the right to mount)', () => {
  test.each<[what: string, before: Change, fail: Change, mend: Change]>([
    ['the disk is full', nothing, (disk) => disk.fill(), (disk) => disk.free()],
    [
      'every write fails',
      nothing,
      (_disk, pid) => setFilesWritable(pid, false),
      (_disk, pid) => setFilesWritable(pid, true),
    ],
    [
      'the data directory was read-only at the start',
      (disk) => disk.setWritable(false),
      nothing,
      (disk) => disk.setWritable(true),
    ],
  ])(
    'are refused while %s, pages go on, and none that was acknowledged is lost',
    async (_what, before, fail, mend) => {
      const disk = createSmallDisk();
      before(disk, 0);
      const server = await startOn(disk.path);
      onTestFinished(async () => {
        await server.stop();
        disk.remove();
      });
      const pid = server.process.pid ?? 0;
      fail(disk, pid);
      const acknowledged = await writeUntilRefused(server.url);
      expect((await fetch(server.url)).status).toBe(200);
      mend(disk, pid);
      await vi.waitFor(async () => expect(await signUp(server.url)).toBe(200), {
        timeout: 30_000,
        interval: 100,
      });
      expect(missingFrom(disk.path, acknowledged)).toEqual([]);
    },
  );
});
