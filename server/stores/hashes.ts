import { createHmac, hash } from 'node:crypto';
import type { HashToken } from '../../shared/entry/link.ts';
import type { Hmac } from '../../shared/signup/visitor-hash.ts';
import type { Sql } from './sql.ts';

/**
 * Returns the HMAC-SHA-256 of a text in hexadecimal digits. Uses Node’s own HMAC, because Web Crypto would send each of
 * these hashes, a few microseconds long, through the thread pool.
 */
export const hmac = ((key, text) =>
  createHmac('sha256', key).update(text).digest('hex')) satisfies Hmac;

/** Returns the hash of a token in `links`: its SHA-256, hexadecimal. */
export const hashToken = ((token) => hash('sha256', token)) satisfies HashToken;

/**
 * Returns the hash of an address in `erasures`, `stops`, `mail_counts` and `deliveries`: the SHA-256 of a key and the
 * address, hexadecimal. The keys are in `address_keys`.
 */
export const addressHash = (key: string, email: string): string =>
  hash('sha256', `${key}:${email}`);

/** Returns the keys of an SQLite file, the oldest first. */
function keysOf(sql: Sql): [string, ...string[]] {
  const rows = sql.all`select key from address_keys order by created_at, key`;
  const [oldest, ...others] = rows.map(({ key }) => String(key));
  if (oldest === undefined) throw new Error('the table address_keys has no key');
  return [oldest, ...others];
}

/** Returns the key with which an SQLite file writes the hash of an address. */
export const oldestKey = (sql: Sql): string => keysOf(sql)[0];

/** Returns the hashes of an address under every key of an SQLite file. Writes use the first hash. */
export function addressHashes(sql: Sql, email: string): [string, ...string[]] {
  const [oldest, ...others] = keysOf(sql);
  return [addressHash(oldest, email), ...others.map((key) => addressHash(key, email))];
}
