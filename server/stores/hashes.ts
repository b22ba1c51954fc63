import { createHmac, hash } from 'node:crypto';
import type { HashToken } from '../../shared/entry/link.ts';
import type { Hmac } from '../../shared/signup/visitor-hash.ts';

/**
 * Returns the HMAC-SHA-256 of a text in hexadecimal digits. Uses Node’s own HMAC, because Web Crypto would send each of
 * these hashes, a few microseconds long, through the thread pool.
 */
export const hmac = ((key, text) =>
  createHmac('sha256', key).update(text).digest('hex')) satisfies Hmac;

/**
 * Returns the hash of an address in `erasures`, `stops`, `mail_counts` and `deliveries`: the SHA-256 of a key and the
 * address, hexadecimal. The keys are in `address_keys`.
 */
export const addressHash = (key: string, email: string): string =>
  hash('sha256', `${key}:${email}`);

/** Returns the hash of a token in `links`: its SHA-256, hexadecimal. */
export const hashToken = ((token) => hash('sha256', token)) satisfies HashToken;
