import { type Dirent, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findWorkFiles } from '../sqlite/work-folder.ts';
import { emptyLog } from '../sqlite/write.ts';
import { StoreError } from '../store-error.ts';
import { addressColumns, eraseAddress } from './erasures.ts';

/** Returns the name under which `restore` keeps the file that it replaces. */
export const keptPath = (path: string): string =>
  `${path}.${new Date().toISOString().replaceAll(':', '-')}`;

const isKept = (name: string, path: string): boolean =>
  name.startsWith(`${basename(path)}.`) && name.endsWith('Z');

/** A rehearsal lies one folder below the data; a copy of the whole folder would lie two below. */
const deepestFolder = 2;

/** Returns whether a name is that of a database of ours: the sign-ups, a file that `restore` kept, or a backup. */
const isDatabase = (name: string): boolean =>
  name.endsWith('.db') || (name.includes('.db.') && name.endsWith('Z'));

function databasesIn(folder: string, depth: number): string[] {
  const fileOf = (entry: Dirent): string[] => {
    const path = join(folder, entry.name);
    if (entry.isFile() && isDatabase(entry.name)) return [path];
    const isOpen = entry.isDirectory() && depth < deepestFolder && !entry.name.startsWith('.');
    return isOpen ? databasesIn(path, depth + 1) : [];
  };
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap(fileOf);
  } catch {
    // A folder of another user, such as lost+found.
    return [];
  }
}

/** The files in a data folder that may hold addresses, besides the sign-ups, as absolute paths. */
export interface Leftovers {
  /** Work files of killed commands, which the next command removes. */
  abandoned: string[];
  /** Work files of commands that run now, or of another user. */
  inUse: string[];
  /** Files that `restore` replaced. `signups erase` erases from them, too. */
  kept: string[];
  /** Other databases, such as those of a rehearsal or backups. `signups erase` only names them. */
  copies: string[];
}

/** Finds the files that may hold addresses, besides the sign-ups. Changes nothing. `path` is the file of the sign-ups. */
export function findLeftovers(path: string): Leftovers {
  const folder = dirname(path);
  const others = databasesIn(folder, 0).filter((file) => file !== path);
  const keptHere = (file: string) => dirname(file) === folder && isKept(basename(file), path);
  return {
    ...findWorkFiles(folder),
    kept: others.filter(keptHere),
    copies: others.filter((file) => !keptHere(file)),
  };
}

/** Erases an address from the files that `restore` kept. @returns the erased rows, and the files it cannot read. */
export function eraseFromKept(path: string, email: string) {
  const result = { erased: 0, unreadable: [] as string[] };
  for (const file of findLeftovers(path).kept) {
    const kept = new DatabaseSync(file);
    try {
      kept.exec('pragma secure_delete = on');
      result.erased += eraseAddress(kept, email);
      emptyLog(kept);
    } catch {
      result.unreadable.push(file);
    } finally {
      kept.close();
    }
  }
  return result;
}

/** Returns whether a database holds an address. */
function holdsAddress(connection: DatabaseSync, email: string): boolean {
  return addressColumns(connection).some(
    ({ table, column }) =>
      connection.prepare(`select 1 from ${table} where ${column} = ? limit 1`).get(email) !==
      undefined,
  );
}

/** Returns whether `holds` finds something in a database. Returns true also for a database that cannot be read. */
function mayHold(file: string, holds: (connection: DatabaseSync) => boolean): boolean {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, { readOnly: true });
    return holds(connection);
  } catch {
    return true;
  } finally {
    connection?.close();
  }
}

/**
 * Throws when another file in the data folder holds what was erased or may hold it, and names every such file.
 * @param problem the problem, up to the names of the files.
 * @param unreadable files that are already known to be unreadable.
 */
export function requireNoCopy(
  path: string,
  problem: string,
  holds: (connection: DatabaseSync) => boolean,
  unreadable: string[],
): void {
  const { copies, inUse } = findLeftovers(path);
  const files = [...unreadable, ...copies.filter((file) => mayHold(file, holds)), ...inUse];
  const [first] = files;
  if (!first) return;
  throw new StoreError({
    code: 'leftover_files',
    path: first,
    problem: `${problem} in ${files.join(' and ')}`,
    remedy:
      inUse.length > 0
        ? 'Another command works there: run this again when that command has ended.'
        : 'Remove what you do not need, and run this again. From a copy that you need, erase with --data-dir.',
  });
}

/** Throws when another file in the data folder holds an erased address or may hold it. */
export const requireNoAddress = (path: string, email: string, unreadable: string[]): void =>
  requireNoCopy(
    path,
    'the sign-ups hold the address no more, but it may stand',
    (connection) => holdsAddress(connection, email),
    unreadable,
  );
