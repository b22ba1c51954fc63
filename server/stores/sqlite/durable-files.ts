import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Returns whether an error says that a file system cannot bring a folder to the disk. CIFS and some of FUSE say so. */
const cannotSyncFolders = (error: unknown, file: number): boolean =>
  Object(error).code === 'EINVAL' && fstatSync(file).isDirectory();

/** Makes the content of files, and of folders where the file system can, survive a loss of power. */
export function syncToDisk(...paths: string[]): void {
  for (const path of paths) {
    const file = openSync(path, 'r');
    try {
      fsyncSync(file);
    } catch (error) {
      if (!cannotSyncFolders(error, file)) throw error;
    } finally {
      closeSync(file);
    }
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
