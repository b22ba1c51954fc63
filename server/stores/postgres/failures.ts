const codeOf = (error: unknown): string => String(Object(error).code ?? '');

/**
 * Returns whether the session was lost, or leads to a server that only reads (25006), as after a failover. `pg` has a message of
 * its own for a statement that comes after the loss.
 */
export const isLost = (error: unknown): boolean =>
  /^(25006|25P03|57P0[1235]|08...)$/.test(codeOf(error)) ||
  /^(ECONNRESET|EPIPE|ECONNREFUSED)$/.test(codeOf(error)) ||
  /^(Connection terminated unexpectedly|Client .* not queryable)$/.test(Object(error).message);

/**
 * Returns whether the statement failed and its session can still be used. Does not read the word of the severity, because
 * PostgreSQL translates that word.
 */
export const isStatementError = (error: unknown): boolean =>
  Object(error).severity !== undefined && !isLost(error);

/**
 * Returns whether other sessions were in the way, and nothing was changed: the database had no room for one more session
 * (53300), or another transaction came first. The latter is usual where a role or a database is set to `repeatable read` or
 * `serializable` (40001), and otherwise a deadlock (40P01).
 */
export const isCrowded = (error: unknown): boolean => /^(53300|40001|40P01)$/.test(codeOf(error));

/** The messages of `pg` for a wait that was too long, each with ours. */
const waits: readonly [RegExp, string][] = [
  [/^timeout exceeded when trying to connect$/, 'no session with the database became free'],
  [
    /^(Query read timeout|Connection terminated due to.*|timeout expired)$/,
    'the database did not answer',
  ],
];

/** Returns a wait that was too long as an error that says for what, and how long. Returns every other error as it is. */
export function nameWait(error: unknown, timeoutMs: number | null): unknown {
  const wait = waits.find(([pattern]) => pattern.test(Object(error).message));
  return wait ? new Error(`${wait[1]} within ${timeoutMs} ms`) : error;
}
