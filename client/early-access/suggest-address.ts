import { distance } from 'fastest-levenshtein';

/** Large mail domains. Each has a first label of five letters or more, because short labels have too many neighbours. */
const largeDomains = [
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'hotmail.co.uk',
  'hotmail.fr',
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.co.in',
  'yahoo.fr',
  'icloud.com',
  'proton.me',
  'protonmail.com',
  'fastmail.com',
  't-online.de',
  'orange.fr',
  'libero.it',
  'comcast.net',
  'verizon.net',
  'btinternet.com',
];

/** Domains of real mail services that are one edit away from a large domain. */
const realNeighbours = new Set(['mail.com', 'ymail.com', 'email.com', 'cloud.com']);

/** Country domains of a large service, such as `yahoo.be`. `.co`, `.cm` and `.om` are usually `.com` mistyped. */
const countryDomain = /^(yahoo|hotmail|outlook)\.(?!co$|cm$|om$)[a-z]{2}$/;

/** Returns whether two texts differ by two neighbouring characters that changed places. */
function isSwap(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const first = [...one].findIndex((character, at) => character !== other[at]);
  const swapped = `${one.slice(0, first)}${one[first + 1]}${one[first]}${one.slice(first + 2)}`;
  return swapped === other;
}

const isOneEdit = (one: string, other: string): boolean =>
  distance(one, other) === 1 || isSwap(one, other);

/**
 * Returns the address that a visitor probably meant, or null. The domain of that address is one edit away from the typed
 * domain: one letter more, less or different, or two neighbouring letters swapped.
 * @param email normalised: trimmed and in lower case.
 */
export function suggestAddress(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  if (at < 1 || realNeighbours.has(domain) || countryDomain.test(domain)) return null;
  if (largeDomains.includes(domain)) return null;
  const meant = largeDomains.find((large) => isOneEdit(domain, large));
  return meant === undefined ? null : `${email.slice(0, at)}@${meant}`;
}
