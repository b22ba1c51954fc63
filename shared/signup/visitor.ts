const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const hex = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');

const importKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

const hmac = async (key: CryptoKey, text: string): Promise<string> =>
  hex(await crypto.subtle.sign('HMAC', key, bytes(text)));

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The part of an address that stands for one visitor: a whole IPv4 address, the /64 of an IPv6 one
 * (a household or a server is given that much, and could change the rest at will).
 */
export function visitorNetwork(address: string): string {
  const plain = address.trim().toLowerCase().replace(/%.*/, '');
  const v4 = mapped.exec(plain)?.[1] ?? plain;
  if (!v4.includes(':')) return v4;
  const [left = [], right = []] = v4.split('::').map((half) => half.split(':').filter(Boolean));
  const gap = Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** Derived from the secret, so that yesterday’s hashes cannot be told from today’s. */
const keyOfDay = async (secret: string, day: string): Promise<CryptoKey> =>
  importKey(await hmac(await importKey(secret), day));

/** The last day’s key is kept: deriving it anew costs more than all else that a sign-up asks of this thread. */
let kept: { secret: string; day: string; key: Promise<CryptoKey> } | undefined;

export async function hashVisitor(address: string, secret: string, now: Date): Promise<string> {
  const day = now.toISOString().slice(0, 10);
  if (kept?.secret !== secret || kept.day !== day) {
    kept = { secret, day, key: keyOfDay(secret, day) };
  }
  return (await hmac(await kept.key, visitorNetwork(address))).slice(0, 32);
}

/** Compares secrets in a time that tells at most how long the given one is. */
export function isSameSecret(given: string, expected: string): boolean {
  const [ours, theirs] = [bytes(expected), bytes(given)];
  let difference = ours.length ^ theirs.length;
  for (const [index, byte] of theirs.entries()) {
    difference |= byte ^ (ours[index % ours.length] ?? 0);
  }
  return difference === 0;
}
