/**
 * Returns an address as people write it, with its domain in its own script: Chromium returns the value of an email field in
 * punycode. Loads the decoder for such a domain only. Returns a domain that cannot be decoded unchanged.
 */
export async function shownAddress(email: string): Promise<string> {
  if (!/[@.]xn--/.test(email)) return email;
  try {
    const { default: punycode } = await import('punycode.js');
    return punycode.toUnicode(email);
  } catch {
    return email;
  }
}
