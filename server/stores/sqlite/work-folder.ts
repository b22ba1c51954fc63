import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './errors.ts';

const prefix = '.deckwright-work-';

const newPath = (parent: string): string => join(parent, `${prefix}${randomUUID()}`);

/**
 * Locks a work folder until the connection is closed. The lock is an SQLite lock, because the kernel releases it when
 * the process dies, and because it also holds between containers, where process ids mean nothing.
 * Throws when another process has the lock, or when the folder is gone.
 */
function lock(folder: string): DatabaseSync {
  const connection = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
  try {
    connection.exec('begin exclusive');
    // Another process may have swept the folder between the opening and the lock.
    statSync(join(folder, 'lock'));
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Connections that hold the lock of a work folder. Without a reference, the garbage collector would close them. */
const locks = new Set<DatabaseSync>();

export interface WorkFolder {
  /** Absolute. Mode 0700. */
  path: string;
  /** Removes the folder with all files in it. */
  remove(): void;
}

/**
 * Creates a folder for files that are not finished, such as a copy of the sign-ups, beside the file that they will
 * become. When this process is killed, {@link sweepWorkFolders} removes the folder.
 * Throws when `parent` cannot be written.
 */
export function createWorkFolder(parent: string): WorkFolder {
  for (let triesLeft = 5; ; triesLeft -= 1) {
    const path = newPath(parent);
    mkdirSync(path, { mode: 0o700 });
    try {
      const connection = lock(path);
      locks.add(connection);
      return {
        path,
        remove() {
          rmSync(path, { recursive: true, force: true });
          connection.close();
          locks.delete(connection);
        },
      };
    } catch (error) {
      // A sweep of another process may remove the folder before it is locked. On a full disk the lock cannot be made.
      rmSync(path, { recursive: true, force: true });
      if (triesLeft === 0) throw error;
    }
  }
}

/** `abandoned` and `in_use`: a work file whose process has ended or still runs. `other`: no work file. */
type State = 'abandoned' | 'in_use' | 'other';

function stateOf(parent: string, name: string): { state: State; held?: DatabaseSync } {
  const path = join(parent, name);
  if (!name.startsWith(prefix)) return { state: 'other' };
  try {
    return { state: 'abandoned', held: lock(path) };
  } catch (error) {
    // A folder that cannot be opened may be another user's: its state is unknown, so it is left alone.
    return {
      state: isBusy(error) || statSync(path, { throwIfNoEntry: false }) ? 'in_use' : 'other',
    };
  }
}

function remove(parent: string, name: string): void {
  // Under a new name, no process that is about to lock the folder finds it any more.
  const renamed = newPath(parent);
  renameSync(join(parent, name), renamed);
  rmSync(renamed, { recursive: true, force: true });
}

export interface WorkFiles {
  /** Absolute paths of files and folders whose process has ended. */
  abandoned: string[];
  /** Absolute paths of files and folders that a living process works on, or that this user cannot open. */
  inUse: string[];
}

function visit(parent: string, onAbandoned: (name: string) => void): WorkFiles {
  const found: WorkFiles = { abandoned: [], inUse: [] };
  for (const name of readdirSync(parent)) {
    const { state, held } = stateOf(parent, name);
    try {
      if (state === 'in_use') found.inUse.push(join(parent, name));
      if (state !== 'abandoned') continue;
      onAbandoned(name);
      found.abandoned.push(join(parent, name));
    } finally {
      held?.close();
    }
  }
  return found;
}

/** Finds the files that commands work on in a folder, and changes nothing. Throws when it cannot read the folder. */
export const findWorkFiles = (parent: string): WorkFiles => visit(parent, () => {});

/**
 * Removes the files that killed commands left in a folder. The server calls it at its start, and the terminal before
 * each command. Throws when it cannot read the folder or cannot remove a file.
 */
export const sweepWorkFolders = (parent: string): WorkFiles =>
  visit(parent, (name) => remove(parent, name));
