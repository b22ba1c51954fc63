import type { HashToken } from '../../../shared/entry/link.ts';

/** Returns the SHA-256 of a token by Web Crypto, which every edge runtime has. */
export const webHashToken: HashToken = async (token) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};
