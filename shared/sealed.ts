import { isSameSecret } from './same-secret.ts';
import type { Hmac } from './signup/visitor.ts';

/** Encodes a text as base64url (RFC 4648, section 5). The text must be ASCII, as the e-mail addresses that we accept are. */
const encode = (text: string): string =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const decode = (text: string): string => atob(text.replaceAll('-', '+').replaceAll('_', '/'));

/** The HMAC’s input. The prefix keeps a seal from being valid for any other use of the same secret. */
const signed = (use: string, payload: string): string => `${use}:${payload}`;

/** Returns a token: the value as JSON, readable by anybody, and an HMAC-SHA-256 over it. */
export async function seal(
  use: string,
  value: object,
  secret: string,
  hmac: Hmac,
): Promise<string> {
  const payload = encode(JSON.stringify(value));
  return `${payload}.${await hmac(secret, signed(use, payload))}`;
}

/** Returns the value of a token that {@link seal} made for the same use; null for any other text. Never rejects for it. */
export async function unseal(
  use: string,
  token: string,
  secret: string,
  hmac: Hmac,
): Promise<unknown> {
  const [payload = '', given = '', ...more] = token.split('.');
  if (more.length > 0) return null;
  if (!isSameSecret(given, await hmac(secret, signed(use, payload)))) return null;
  try {
    return JSON.parse(decode(payload));
  } catch {
    return null;
  }
}
