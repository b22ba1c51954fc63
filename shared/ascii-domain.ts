/** Returns a domain in ASCII (punycode); the domain itself if the platform’s URL parser refuses it. */
export function inAscii(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** Returns an address with its domain in punycode, if the domain has other letters than ASCII. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  return /\P{ASCII}/u.test(domain) ? address.slice(0, at) + inAscii(domain) : address;
}
