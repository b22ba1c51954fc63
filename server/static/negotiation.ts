import Negotiator from 'negotiator';

/** Ours in the order we would choose, best first. */
const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** What `@types/negotiator` does not know of: our own order, among those that a client takes equally. */
interface ByPreference {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): Encoding[];
}

/** Browsers send a handful of values; strangers may send any number, so that few are remembered. */
const remembered = new Map<string, readonly Encoding[]>();
const mostRemembered = 64;

/**
 * The encodings that a client takes, best first. None where it refuses all of ours: it gets the identity
 * then, as RFC 9110 (12.1) allows, so that no cache can be made to keep a 406.
 */
export function acceptedEncodings(header = ''): readonly Encoding[] {
  const known = remembered.get(header);
  if (known) return known;
  const negotiator: unknown = new Negotiator({ headers: { 'accept-encoding': header } });
  const accepted = (negotiator as ByPreference).encodings(encodings, { preferred: encodings });
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(header, accepted);
  return accepted;
}
