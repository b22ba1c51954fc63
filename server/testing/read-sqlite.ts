import { DatabaseSync } from 'node:sqlite';
import { signupsPath } from '../stores/sqlite/open.ts';

/** What stands in the file of a data folder, as another process sees it. */
export function readSqlite(folder: string, statement: string) {
  const database = new DatabaseSync(signupsPath(folder), { readOnly: true });
  const rows = database.prepare(statement).all();
  database.close();
  return rows;
}
