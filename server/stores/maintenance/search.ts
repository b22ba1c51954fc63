import {
  closeSync,
  createReadStream,
  type Dirent,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { signupsPath } from '../sqlite/open.ts';
import { findWorkFiles } from '../sqlite/work-folder.ts';

/** A file that holds an address, or a file or folder that cannot be searched. */
export interface FoundFile {
  /** Absolute path. */
  file: string;
  /** False: the file is compressed, damaged or of another user, so that it may hold the address. */
  isCertain: boolean;
}

/** A copy of the whole data folder lies two folders below. */
const deepestFolder = 3;

function filesIn(folder: string, depth = 0): string[] {
  const fileOf = (entry: Dirent): string[] => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return [path];
    return entry.isDirectory() && depth < deepestFolder ? filesIn(path, depth + 1) : [];
  };
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap(fileOf);
  } catch {
    // No such folder, or a folder of another user, such as lost+found.
    return [];
  }
}

/** Returns whether a folder is there, and this user cannot list its files. */
function isClosed(folder: string): boolean {
  try {
    readdirSync(folder);
    return false;
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes(Object(error).code);
  }
}

/** The first bytes of files that hide their text: gzip, zstd, xz, bzip2, zip, 7z, a dump of PostgreSQL, and age. */
const hidden = [
  '1f8b',
  '28b52ffd',
  'fd377a585a',
  '425a68',
  '504b0304',
  '377abcaf',
  '5047444d50',
  '6167652d',
];
const sqliteStart = Buffer.from('SQLite format 3\0').toString('hex');

function startOf(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const start = Buffer.alloc(16);
    return start.toString('hex', 0, readSync(descriptor, start));
  } finally {
    closeSync(descriptor);
  }
}

/** Returns whether a database has an address in a column `email`. */
function isInDatabase(file: string, email: string): boolean {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = connection
      .prepare(
        `select tables.name from sqlite_schema as tables, pragma_table_info(tables.name) as columns
         where tables.type = 'table' and columns.name = 'email'`,
      )
      .all();
    return tables.some(({ name }) =>
      connection.prepare(`select 1 from "${name}" where email = ? limit 1`).get(email),
    );
  } finally {
    connection.close();
  }
}

/** Characters of an address. An address ends where another character stands. */
const addressCharacter = /[\w.!#$%&*+/=?^`{|}~@-]/;

/** Returns whether a text has an address, and not only a longer one. A leading `'` or `=` belongs to a spreadsheet. */
function isIn(text: string, email: string): boolean {
  for (let at = text.indexOf(email); at >= 0; at = text.indexOf(email, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text[at + email.length] ?? ''];
    if (!addressCharacter.test(before) && !addressCharacter.test(after)) return true;
  }
  return false;
}

async function isInText(file: string, email: string): Promise<boolean> {
  const room = email.length + 1;
  let rest = '';
  for await (const chunk of createReadStream(file, 'latin1')) {
    const text = (rest + chunk).toLowerCase();
    if (isIn(text, email)) return true;
    rest = text.slice(-room);
  }
  return false;
}

/** Returns whether a file holds an address; null: the file cannot be searched. */
async function holds(file: string, email: string): Promise<boolean | null> {
  try {
    const start = startOf(file);
    if (hidden.some((bytes) => start.startsWith(bytes))) return null;
    if (start === sqliteStart) return isInDatabase(file, email);
    return await isInText(file, Buffer.from(email).toString('latin1').toLowerCase());
  } catch {
    return null;
  }
}

/**
 * Searches every file in the data folder and in `BACKUP_DIR` for an address, except the file of the sign-ups and its log,
 * which the erasure itself cleans. Names a folder of the two that this user cannot read.
 */
export async function findAddress(
  dataFolder: string,
  backupFolder: string | undefined,
  email: string,
): Promise<FoundFile[]> {
  const own = signupsPath(dataFolder);
  const folders = [dataFolder, ...(backupFolder === undefined ? [] : [backupFolder])].map(
    (folder) => resolve(folder),
  );
  const files = new Set(folders.flatMap((folder) => filesIn(folder)));
  const found: FoundFile[] = folders.filter(isClosed).map((file) => ({ file, isCertain: false }));
  for (const file of files) {
    if ([own, `${own}-wal`, `${own}-shm`].includes(file)) continue;
    const isThere = await holds(file, email);
    if (isThere !== false) found.push({ file, isCertain: isThere === true });
  }
  return found;
}

/** Returns whether a file is an SQLite file; false when it cannot be read. */
function isSqlite(file: string): boolean {
  try {
    return startOf(file) === sqliteStart;
  } catch {
    return false;
  }
}

/**
 * Finds files in the data folder that hold addresses and that operators easily forget. Those are work files of killed
 * commands (`abandoned`), and copies, such as a rehearsal or a file that `restore` kept. With PostgreSQL there may be
 * no data folder.
 * @param path the file of the sign-ups.
 */
export function findLeftovers(path: string): { abandoned: string[]; copies: string[] } {
  const folder = dirname(path);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    return { abandoned: [], copies: [] };
  const { abandoned, inUse } = findWorkFiles(folder);
  const isWork = (file: string) => [...abandoned, ...inUse].some((work) => file.startsWith(work));
  const copies = filesIn(folder).filter(
    (file) => file !== path && !basename(file).startsWith('.') && !isWork(file) && isSqlite(file),
  );
  return { abandoned, copies };
}
