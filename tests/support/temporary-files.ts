import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Where Linux has a file system in memory. */
const memory = '/dev/shm';

/** The free bytes that the temporary files of all tests need. At most 940 MB were in use at once. */
const neededBytes = 2e9;

/** Returns whether the tests may use the file system in memory: it has room, and programs may run from it. */
function isUsable(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    const mount = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm .*$/m)?.[0];
    return bavail * bsize >= neededBytes && !/\b(ro|noexec)\b/.test(mount ?? 'ro');
  } catch {
    return false;
  }
}

/**
 * Returns the folder for temporary files: in memory where the machine has room, because databases and browsers then take
 * a tenth less processor time. The tests end processes, and never the machine, so no test depends on what reached a disk.
 */
export const temporaryFiles = (): string => (isUsable() ? memory : tmpdir());

/** Makes every process of this test run write its temporary files there. Called before all tests, by Vitest and Playwright. */
export default function placeTemporaryFiles(): void {
  process.env.TMPDIR ??= temporaryFiles();
}
