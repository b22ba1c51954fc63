import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';

/** A file system of its own, in memory, that can be full or read-only. */
export interface SmallDisk {
  path: string;
  fill(): void;
  free(): void;
  setWritable(isWritable: boolean): void;
  remove(): void;
}

const size = 'size=160m';
const mount = (options: string, path: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'ignore' });

/** Null where this user may mount nothing. */
export function createSmallDisk(): SmallDisk | null {
  const folder = createTemporaryFolder();
  if (mount(size, folder.path).status !== 0) {
    folder.remove();
    return null;
  }
  const ballast = join(folder.path, 'ballast');
  const remount = (access: string) => mount(`remount,${access},${size}`, folder.path).status === 0;
  return {
    path: folder.path,
    fill() {
      const file = openSync(ballast, 'w');
      try {
        for (const block = Buffer.alloc(4096, 1); ; ) writeSync(file, block);
      } catch {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast),
    setWritable(isWritable) {
      if (!remount(isWritable ? 'rw' : 'ro')) throw new Error('the disk could not be remounted');
    },
    remove() {
      execFileSync('umount', ['--lazy', folder.path]);
      folder.remove();
    },
  };
}

/** Whether this system can forbid a process to write files. */
export const canLimitFiles = spawnSync('prlimit', ['--version']).status === 0;

/** From now on every write of a process to a file fails, as on a broken disk, or none does. */
export function setFilesWritable(pid: number | undefined, isWritable: boolean): void {
  const limit = `--fsize=${isWritable ? 'unlimited' : '0'}:unlimited`;
  execFileSync('prlimit', ['--pid', String(pid), limit]);
}
