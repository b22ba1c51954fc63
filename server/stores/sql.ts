import type {
  DatabaseSync,
  SQLInputValue,
  SQLOutputValue,
  StatementResultingChanges,
  StatementSync,
} from 'node:sqlite';

type Row = Record<string, SQLOutputValue>;
type Values = SQLInputValue[];

/** Runs SQL on an SQLite file, and keeps the statements prepared. The values of a template are its parameters. */
export interface Sql {
  connection: DatabaseSync;
  get(texts: TemplateStringsArray, ...values: Values): Row | undefined;
  all(texts: TemplateStringsArray, ...values: Values): Row[];
  run(texts: TemplateStringsArray, ...values: Values): StatementResultingChanges;
  /** Returns a statement that is no template. Its parameters are `:name`, or `$1`, `$2` … as in PostgreSQL. */
  prepare(statement: string): StatementSync;
}

/** The server uses some 50 statements, and a command uses a few statements many times. */
const mostStatements = 100;

/**
 * Returns a statement with SQLite’s own parameters. Parameters in the order of their numbers become `?`, because Node takes
 * a time for `?7` that grows with the number of parameters.
 */
export function inSqlite(statement: string): string {
  const numbers = Array.from(statement.matchAll(/\$(\d+)/g), ([, number]) => Number(number));
  const isInOrder = numbers.every((number, index) => number === index + 1);
  return statement.replaceAll(/\$(\d+)/g, isInOrder ? '?' : '?$1');
}

/**
 * Returns the SQL of a connection. Preparing the statements for each sign-up halved the rate of sign-ups (Node 24.21). Node’s
 * own tag store keeps the file and its log open after the connection was closed.
 */
export function createSql(connection: DatabaseSync): Sql {
  /** By the statement, or by the template, of which JavaScript has one for each place in the source. */
  const prepared = new Map<string | TemplateStringsArray, StatementSync>();
  const prepare = (statement: string | TemplateStringsArray): StatementSync => {
    const known = prepared.get(statement);
    if (known) return known;
    if (prepared.size === mostStatements) prepared.clear();
    const text = typeof statement === 'string' ? inSqlite(statement) : statement.join('?');
    const fresh = connection.prepare(text);
    prepared.set(statement, fresh);
    return fresh;
  };
  return {
    connection,
    get: (texts, ...values) => prepare(texts).get(...values),
    all: (texts, ...values) => prepare(texts).all(...values),
    run: (texts, ...values) => prepare(texts).run(...values),
    prepare,
  };
}
