const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const hex = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');

async function hmac(secret: string, text: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    bytes(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return hex(await crypto.subtle.sign('HMAC', key, bytes(text)));
}

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The part of an address that stands for one visitor: a whole IPv4 address, the /64 of an IPv6 one
 * (a household or a server is given that much, and could change the rest at will).
 */
export function visitorNetwork(address: string): string {
  const plain = address.trim().toLowerCase().replace(/%.*$/, '');
  const v4 = mapped.exec(plain)?.[1] ?? plain;
  if (!v4.includes(':')) return v4;
  const [head = '', tail] = v4.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** The day’s key is derived from the secret, so that yesterday’s hashes cannot be told from today’s. */
export async function hashVisitor(address: string, secret: string, now: Date): Promise<string> {
  const dailyKey = await hmac(secret, now.toISOString().slice(0, 10));
  return (await hmac(dailyKey, visitorNetwork(address))).slice(0, 32);
}

/** Compares secrets in a time that does not tell where they differ. */
export async function isSameSecret(given: string, expected: string): Promise<boolean> {
  const salt = crypto.randomUUID();
  return (await hmac(salt, given)) === (await hmac(salt, expected));
}
