/** Characters of the longest address (RFC 5321, 4.5.3.1.3). */
export const longestEmail = 254;

/** The zero-width joiner and non-joiner. Some scripts need them within a word, and their domains may have them (RFC 5892, A.1). */
const joiners = /[\u200C\u200D]/g;

/**
 * Other characters that show nothing: zero-width spaces, bidirectional marks, the byte order mark, variation selectors,
 * fillers.
 */
const invisibleCharacters = /(?![\u200C\u200D])[\p{Cf}\p{DI}]/gu;

/** A name and angle brackets around an address: `Ada <ada@example.com>`. The group is the address. */
const withName = /^[^<>]*<([^<>]+)>$/;

const letter = String.raw`\p{L}\p{M}\u200C\u200D`;
const localPart = String.raw`[a-z0-9.!#$%&'*+\/=?^_\`\{\|\}~\-]{1,64}`;
const label = String.raw`[${letter}\p{N}](?:[${letter}\p{N}\-]{0,61}[${letter}\p{N}])?`;

/**
 * An address as people type it: what `<input type="email">` accepts (HTML standard, “valid e-mail address”), with two
 * differences. A dot and a suffix of two letters or more are obligatory, and the domain may be in any script. The local
 * part has at most 64 characters and each label 63 (RFC 5321, 4.5.3.1; RFC 1035, 2.3.4).
 */
const typedPattern = String.raw`${localPart}@(?:${label}\.)+(?:[${letter}]{2,63}|xn--[a-z0-9\-]{1,59})`;
const typed = new RegExp(`^${typedPattern}$`, 'v');

/** The same rule for the attribute `pattern` of an input, whose value is not yet in lower case. */
export const emailInputPattern = typedPattern
  .replaceAll('a-z', 'a-zA-Z')
  .replace('xn--', '[xX][nN]--');

/** An address as it is stored. The suffix has letters only, or is punycode. */
const stored =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z]+$|xn--)[a-z]{2}[a-z0-9-]{0,61}$/;

/** Returns an address without joiners. A domain keeps them where the platform’s URL parser accepts them. */
function withoutJoiners(address: string): string {
  if (address.search(joiners) < 0) return address;
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  const kept = URL.canParse(`http://${domain}`) ? domain : domain.replaceAll(joiners, '');
  return address.slice(0, at).replaceAll(joiners, '') + kept;
}

/**
 * Returns the address in a text that a person typed or pasted: without invisible characters, a name around it, full-width
 * letters, the `mailto:` of a copied link, or the semicolon that Outlook copies after an address.
 */
export function cleanAddress(text: string): string {
  const visible = text.normalize('NFKC').replaceAll(invisibleCharacters, '').trim();
  const one = visible.replace(/[;,]$/, '');
  const [, address = one] = withName.exec(one) ?? [];
  return withoutJoiners(address.trim().replace(/^mailto:/i, ''));
}

/** Returns a domain in ASCII (punycode); the domain itself if the platform’s URL parser refuses it. */
function inAscii(domain: string): string {
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

/**
 * Returns the address of a text as it is stored and compared: in lower case, with its domain in punycode. The form, the
 * JSON reader, the function and the terminal all read addresses by this function. {@link isEmail} judges the result.
 */
export function normaliseEmail(text: string): string {
  const address = cleanAddress(text).toLowerCase();
  return typed.test(address) ? withAsciiDomain(address) : address;
}

/** Returns whether a normalised address is valid. */
export const isEmail = (address: string): boolean =>
  address.length <= longestEmail && stored.test(address);
