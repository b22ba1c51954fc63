/** Bytes of a token, which are too many to guess. */
const tokenBytes = 32;

/** The form of a token: {@link tokenBytes} bytes in base64url (RFC 4648, section 5). */
const tokenPattern = /^[\w-]{43}$/;

/** The reasons for which a link is mailed. Every link gives the same permissions. */
export const linkKinds = ['confirm', 'entry', 'reminder'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** Returns the token of a new link. */
export function makeToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(tokenBytes));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Returns whether a text has the form of a token. A link that a mail program cut has another form. */
export const isToken = (text: string): boolean => tokenPattern.test(text);

/**
 * Returns what the table `links` stores of a token: its SHA-256 in hexadecimal digits. Node and Deno implement it
 * differently.
 */
export type HashToken = (token: string) => string | Promise<string>;
