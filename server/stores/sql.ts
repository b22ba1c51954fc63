import type { SQLTagStore, StatementSync } from 'node:sqlite';

/** Runs SQL on an SQLite file. The values of a template are its parameters. */
export type Sql = Pick<SQLTagStore, 'get' | 'all' | 'run'>;

/**
 * Returns SQL over statements that the caller prepares. A command uses it in place of a tag store, because SQLite keeps the
 * file open for as long as a statement of a tag store is in memory.
 */
export const sqlOf = (prepare: (statement: string) => StatementSync): Sql => ({
  get: (texts, ...values) => prepare(texts.join('?')).get(...values),
  all: (texts, ...values) => prepare(texts.join('?')).all(...values),
  run: (texts, ...values) => prepare(texts.join('?')).run(...values),
});
