/** HMAC-SHA-256 of a text, in hexadecimal digits: by Web Crypto or by Node, whichever is at home. */
export type Hmac = (key: string, text: string) => string | Promise<string>;

/** The groups of one half of an IPv6 address; a dotted IPv4 part counts as the two groups that it stands for. */
function groupsOf(half: string): number[] {
  return half.split(':').flatMap((group) => {
    const [a, b, c, d] = group.split('.').map(Number);
    if (a === undefined || b === undefined || c === undefined || d === undefined) {
      return group === '' ? [] : [Number.parseInt(group, 16)];
    }
    return [a * 256 + b, c * 256 + d];
  });
}

/** The eight groups of an IPv6 address. */
function expand(address: string): number[] {
  const [left = [], right = []] = address.split('::').map(groupsOf);
  const gap = Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<number>(gap).fill(0), ...right];
}

/** IPv4 addresses written as IPv6 ones: mapped (RFC 4291, 2.5.5.2) and of NAT64 (RFC 6052, 2.1). */
const ipv4Prefixes = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

const textOf = (groups: readonly number[]): string =>
  groups.map((group) => group.toString(16)).join(':');

/**
 * The networks that stand for a visitor, the narrowest first: a whole IPv4 address, or the /64 and the /48 of an
 * IPv6 one (a household is given a /64 at least, and a site a /48; the rest either could change at will).
 * What is no address stands for itself.
 */
export function visitorNetworks(address: string): [visitor: string, ...sites: string[]] {
  const [plain = ''] = address.trim().toLowerCase().split('%');
  if (!plain.includes(':')) return [plain];
  const groups = expand(plain);
  if (ipv4Prefixes.includes(textOf(groups.slice(0, 6)))) {
    return [
      groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 255])
        .join('.'),
    ];
  }
  return [textOf(groups.slice(0, 4)), `${textOf(groups.slice(0, 3))}/48`];
}

/**
 * @returns 32 hexadecimal digits: an HMAC of the network under a key that is derived from the secret and the day (UTC),
 * so that yesterday’s hashes cannot be told from today’s.
 */
export async function hashVisitor(
  network: string,
  secret: string,
  now: Date,
  hmac: Hmac,
): Promise<string> {
  const keyOfDay = await hmac(secret, now.toISOString().slice(0, 10));
  return (await hmac(keyOfDay, network)).slice(0, 32);
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Compares secrets in a time that tells at most how long the given one is. */
export function isSameSecret(given: string, expected: string): boolean {
  const [ours, theirs] = [bytes(expected), bytes(given)];
  let difference = ours.length ^ theirs.length;
  for (const [index, byte] of theirs.entries()) {
    difference |= byte ^ (ours[index % ours.length] ?? 0);
  }
  return difference === 0;
}
