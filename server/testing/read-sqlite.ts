import { DatabaseSync } from 'node:sqlite';
import { signupsPath } from '../stores/sqlite/open.ts';

/** Returns rows of the file of a data folder, read over a connection of its own. */
export function readSqlite(folder: string, statement: string) {
  const database = new DatabaseSync(signupsPath(folder), { readOnly: true, timeout: 5_000 });
  const rows = database.prepare(statement).all();
  database.close();
  return rows;
}
