import punycode from 'punycode.js';

/**
 * Returns an address as people write it, with its domain in its own script. Chromium returns the value of an email field in
 * punycode. A domain that is no valid punycode stays as it is.
 */
export function shownAddress(email: string): string {
  try {
    return punycode.toUnicode(email);
  } catch {
    return email;
  }
}
