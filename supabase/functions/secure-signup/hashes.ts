import type { HashToken } from '../../../shared/entry/link.ts';
import type { Hmac } from '../../../shared/signup/visitor-hash.ts';

/** The hashes of `server/stores/hashes.ts` by Web Crypto, which every edge runtime has. */

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const hexadecimal = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');

const algorithm = { name: 'HMAC', hash: 'SHA-256' };

/** Returns the HMAC-SHA-256 of a text in hexadecimal digits. */
export const webHmac: Hmac = async (key, text) => {
  const imported = await crypto.subtle.importKey('raw', bytes(key), algorithm, false, ['sign']);
  return hexadecimal(await crypto.subtle.sign('HMAC', imported, bytes(text)));
};

/** Returns the SHA-256 of a token in hexadecimal digits. */
export const webHashToken: HashToken = async (token) =>
  hexadecimal(await crypto.subtle.digest('SHA-256', bytes(token)));
