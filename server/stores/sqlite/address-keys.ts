import type { SQLTagStore } from 'node:sqlite';
import { addressHash } from '../hashes.ts';

/** Returns the keys of address hashes, the oldest first. */
function keysOf(sql: SQLTagStore): [string, ...string[]] {
  const rows = sql.all`select key from address_keys order by created_at, key`;
  const [oldest, ...others] = rows.map(({ key }) => String(key));
  if (oldest === undefined) throw new Error('the table address_keys has no key');
  return [oldest, ...others];
}

/** Returns the key with which the database writes the hash of an address. */
export const oldestKey = (sql: SQLTagStore): string => keysOf(sql)[0];

/** Returns the hashes of an address under every key. Writes use the first hash. */
export function addressHashes(sql: SQLTagStore, email: string): [string, ...string[]] {
  const [oldest, ...others] = keysOf(sql);
  return [addressHash(oldest, email), ...others.map((key) => addressHash(key, email))];
}
