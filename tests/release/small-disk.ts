import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { findProgram } from '../support/programs.ts';

const size = 'size=160m';
const mount = (options: string, path: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'ignore' }).status ===
  0;

/** A file system of its own, in memory, that can be full or read-only. Throws where this user may mount nothing. */
export function createSmallDisk() {
  const folder = createTemporaryFolder();
  if (!mount(size, folder.path)) {
    folder.remove();
    throw new Error('this user may mount nothing');
  }
  const ballast = join(folder.path, 'ballast');
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
    setWritable(isWritable: boolean) {
      const access = isWritable ? 'rw' : 'ro';
      if (!mount(`remount,${access},${size}`, folder.path)) throw new Error('not remounted');
    },
    remove() {
      execFileSync('umount', ['--lazy', folder.path]);
      folder.remove();
    },
  };
}

function tryToMount(): boolean {
  try {
    createSmallDisk().remove();
    return true;
  } catch {
    return false;
  }
}

export const canMount = tryToMount();

/** Whether this system can forbid a process to write files. */
export const canLimitFiles = findProgram('prlimit') !== undefined;

/** From now on every write of a process to a file fails, as on a broken disk, or none does. */
export function setFilesWritable(pid: number, isWritable: boolean): void {
  const limit = `--fsize=${isWritable ? 'unlimited' : '0'}:unlimited`;
  execFileSync('prlimit', ['--pid', String(pid), limit]);
}
