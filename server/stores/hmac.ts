import { createHmac } from 'node:crypto';
import type { Hmac } from '../../shared/signup/visitor.ts';

/**
 * Returns the HMAC-SHA-256 of a text in hexadecimal digits. Uses Node’s own HMAC, because Web Crypto would send each of
 * these hashes, a few microseconds long, through the thread pool.
 */
export const hmac = ((key, text) =>
  createHmac('sha256', key).update(text).digest('hex')) satisfies Hmac;
