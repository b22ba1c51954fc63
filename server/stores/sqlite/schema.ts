import { DatabaseSync } from 'node:sqlite';
import { missingMigrations, readMigrations } from './migrate.ts';

/** Comments and white space do not change a statement, and migrations may be reworded. */
const normalise = (sql: unknown): string =>
  String(sql ?? '')
    .split('\n')
    .map((line) => line.split('--')[0])
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns every table, index, trigger and view with its statement, except the two tables that `analyze` adds. */
function objectsOf(database: DatabaseSync): Map<string, string> {
  const rows = database
    .prepare(
      `select type, name, sql from sqlite_schema
       where not (type = 'table' and name in ('sqlite_stat1', 'sqlite_stat4'))`,
    )
    .all();
  return new Map(rows.map(({ type, name, sql }) => [`${type} ${name}`, normalise(sql)]));
}

/**
 * Compares the schema of a file with the schema that our migrations of the file's version create. Reads no table of
 * the file, because a view of that name may be endless.
 * Throws when the file is of another program or of a newer version, and when a table, index, trigger or view is missing,
 * foreign or different, and names it.
 */
export function requireOurSchema(database: DatabaseSync, path: string): void {
  missingMigrations(database, path);
  const version = Number(database.prepare('pragma user_version').get()?.user_version);
  const model = new DatabaseSync(':memory:');
  try {
    for (const sql of readMigrations().slice(0, version)) model.exec(sql);
    const [ours, found] = [objectsOf(model), objectsOf(database)];
    for (const name of found.keys()) {
      if (!ours.has(name)) throw new Error(`its schema is not ours: it has the ${name}`);
    }
    for (const [name, sql] of ours) {
      if (found.get(name) === sql) continue;
      const how = found.has(name) ? 'is different' : 'is missing';
      throw new Error(`its schema is not ours: the ${name} ${how}`);
    }
  } finally {
    model.close();
  }
}
