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
 * Returns when an address was last erased, ISO 8601; null: never. Compares every erasure, at about a microsecond each.
 */
export const lastErasure = (sql: SQLTagStore, email: string): string | null =>
  sql.all`select salt, address_hash, erased_at from erasures order by erased_at`
    .filter(({ salt, address_hash }) => addressHash(String(salt), email) === address_hash)
    .map(({ erased_at }) => String(erased_at))
    .at(-1) ?? null;
