import { closeSync, fsyncSync, linkSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes the content of files and folders survive a loss of power. */
export function syncToDisk(...paths: string[]): void {
  for (const path of paths) {
    const file = openSync(path, 'r');
    fsyncSync(file);
    closeSync(file);
  }
}

/** Errors of file systems without hard links, such as exFAT and some network file systems. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Gives a finished file of a work folder its name. Throws with `EEXIST` when the name is taken, even by a link. */
export function publish(finished: string, path: string): void {
  try {
    linkSync(finished, path);
  } catch (error) {
    if (!withoutLinks.has(Object(error).code)) throw error;
    // An empty file takes the name, because a rename would replace a file of somebody else.
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
    renameSync(finished, path);
  }
  syncToDisk(dirname(path));
}
