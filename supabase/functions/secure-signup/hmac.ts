import type { Hmac } from '../../../shared/signup/visitor-hash.ts';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const algorithm = { name: 'HMAC', hash: 'SHA-256' };

/** Computes the HMAC with Web Crypto, which every edge runtime has. */
export const webHmac: Hmac = async (key, text) => {
  const imported = await crypto.subtle.importKey('raw', bytes(key), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', imported, bytes(text));
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
};
