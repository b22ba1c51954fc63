import { hash, randomUUID } from 'node:crypto';
import type { SQLTagStore } from 'node:sqlite';

/** Returns the SHA-256 of salt and address, hexadecimal: the evidence of an erasure. */
export const addressHash = (salt: string, email: string): string => hash('sha256', salt + email);

/**
 * Returns the time of an erasure: `now`, or a millisecond after the row where the row is dated later, because the clock
 * was set back since. @param rowTime ISO 8601; null: there is no row.
 */
export const after = (rowTime: unknown, now: Date): Date =>
  typeof rowTime === 'string' ? new Date(Math.max(now.getTime(), Date.parse(rowTime) + 1)) : now;

/**
 * Name in `internals`: no erasure is dated before this time, which follows every row that a restore or a move took away
 * or merged. Such a row may come back from a backup or from another database.
 */
export const earliestErasure = 'earliest_erasure';

/** SQL that adds evidence of an erasure. The parameters are salt, hash, and `now` or what {@link after} returns. */
export const insertEvidence = `insert into erasures (salt, address_hash, erased_at)
  values (?, ?, max(?, coalesce((select value from internals where name = '${earliestErasure}'), '')))
  on conflict do nothing`;

/** Adds evidence that an address was erased. @param date `now`, or what {@link after} returns. */
export function addEvidence(sql: SQLTagStore, email: string, date: Date): void {
  const salt = randomUUID();
  sql.db.prepare(insertEvidence).run(salt, addressHash(salt, email), date.toISOString());
}

/** Starts the salt of an erasure that `signups forget` made. The other salts are UUIDs. */
const runMark = 'run-';
/** The character after the name of a run. */
const endOfRun = ':';

/** Returns a name for a run of `signups forget`. */
export const newRun = (): string => `${runMark}${randomUUID()}`;

/**
 * Returns the salt of an address in a run. The salt follows from both, so that one look-up for each run finds the evidence
 * of an address. With salts at random, a million addresses would have to be compared with a million salts.
 */
export const saltInRun = (run: string, email: string): string =>
  `${run}${endOfRun}${addressHash(run, email).slice(0, 32)}`;

/** Returns the run of a salt; null for the salt of a single erasure. */
export const runOf = (salt: string): string | null =>
  salt.startsWith(runMark) ? salt.slice(0, salt.indexOf(endOfRun)) : null;
