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

/** Adds evidence that an address was erased now. */
export function addEvidence(sql: SQLTagStore, email: string, now: Date): void {
  const salt = randomUUID();
  sql.run`insert into erasures (salt, address_hash, erased_at)
    values (${salt}, ${addressHash(salt, email)}, ${now.toISOString()})`;
}

/**
 * Starts the salt of an erasure that `signups forget` made. The other salts are UUIDs, which sort before this text, because
 * they begin with a hexadecimal digit.
 */
const runMark = 'run-';
/** The character after the name of a run. The next character of ASCII is {@link afterRun}. */
const endOfRun = ':';
const afterRun = ';';

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

/** Returns the name of every run of which there is evidence. Skips from run to run in the index. */
function readRuns(sql: SQLTagStore): string[] {
  const runs: string[] = [];
  let from = runMark;
  for (;;) {
    const found = sql.get`select salt from erasures where salt >= ${from} order by salt limit 1`;
    const run = found ? runOf(String(found.salt)) : null;
    if (run === null) return runs;
    runs.push(run);
    from = run + afterRun;
  }
}

/**
 * Returns when an address was last erased, ISO 8601; null: never. Compares every single erasure, at about a microsecond
 * each, and looks the address up in every run.
 */
export function lastErasure(sql: SQLTagStore, email: string): string | null {
  const singles =
    sql.all`select salt, address_hash, erased_at from erasures where salt < ${runMark}`
      .filter(({ salt, address_hash }) => addressHash(String(salt), email) === address_hash)
      .map(({ erased_at }) => String(erased_at));
  const inRuns = readRuns(sql)
    .map((run) => sql.get`select erased_at from erasures where salt = ${saltInRun(run, email)}`)
    .filter((row) => row !== undefined)
    .map(({ erased_at }) => String(erased_at));
  return [...singles, ...inRuns].toSorted().at(-1) ?? null;
}
