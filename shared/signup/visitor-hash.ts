/** Returns the HMAC-SHA-256 of a text in hexadecimal digits. Node and Deno implement it differently. */
export type Hmac = (key: string, text: string) => string | Promise<string>;

/** IPv4 addresses written as IPv6 ones: mapped (RFC 4291, 2.5.5.2) and of NAT64 (RFC 6052, 2.1). */
const ipv4Prefixes = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/** Returns the eight groups of an IPv6 address; null for anything else. The URL parser reads every spelling. */
function groupsOf(address: string): string[] | null {
  const url = URL.parse(`http://[${address}]`);
  if (!url) return null;
  const halves = url.hostname.slice(1, -1).split('::');
  const [left = [], right = []] = halves.map((half) => half.split(':').filter(Boolean));
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

/**
 * Returns the address of an entry of `X-Forwarded-For`. Some proxies also write the port, and put brackets around an IPv6
 * address: `203.0.113.7:51432`, `[2001:db8::7]`, `[2001:db8::7]:51432`.
 */
export function withoutPort(entry: string): string {
  const [, ipv6] = /^\[([^\]]*)\](?::\d+)?$/.exec(entry) ?? [];
  const [, ipv4] = /^([\d.]+):\d+$/.exec(entry) ?? [];
  return ipv6 ?? ipv4 ?? entry;
}

/** A /48 has the limits of this many visitors. */
export const visitorsPerSite = 16;

/**
 * Returns the networks of a visitor, the narrowest first: an IPv4 address, or the /64 and the /48 of an IPv6 address.
 * A household has at least a /64, and a site a /48; both may change the rest of the address at any time.
 * A text that is no address is returned as it is.
 */
export function visitorNetworks(address: string): [visitor: string, ...sites: string[]] {
  const [plain = ''] = address.trim().toLowerCase().split('%');
  // Most visitors have an IPv4 address, and a sign-up needs its networks several times.
  const groups = plain.includes(':') ? groupsOf(plain) : null;
  if (!groups) return [plain];
  if (ipv4Prefixes.includes(groups.slice(0, 6).join(':'))) {
    const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
    return [[high >> 8, high & 255, low >> 8, low & 255].join('.')];
  }
  return [groups.slice(0, 4).join(':'), `${groups.slice(0, 3).join(':')}/48`];
}

/** The sizes of the networks that stand for a visitor. They name no address, so that metrics may hold them. */
export const networkSizes = ['ipv4', 'ipv6_64', 'unknown'] as const;
export type NetworkSize = (typeof networkSizes)[number];

/** Returns the size of the network that stands for a visitor. */
export function networkSize(visitor: string | null): NetworkSize {
  const [network] = visitorNetworks(visitor ?? '');
  if (network.includes(':')) return 'ipv6_64';
  return network.includes('.') ? 'ipv4' : 'unknown';
}

/** The key that was derived last. It changes once a day, and every sign-up needs it. */
let derived: { secret: string; day: string; key: string } | undefined;

/** Returns the key of the visitor hashes of a day (UTC), so that nobody can match the hashes of two days. */
async function keyOf(day: string, secret: string, hmac: Hmac): Promise<string> {
  if (derived?.day !== day || derived.secret !== secret) {
    derived = { secret, day, key: await hmac(secret, day) };
  }
  return derived.key;
}

/** Returns 32 hexadecimal digits: an HMAC of the network under the key of the day. */
export async function hashVisitor(network: string, secret: string, now: Date, hmac: Hmac) {
  const key = await keyOf(now.toISOString().slice(0, 10), secret, hmac);
  return (await hmac(key, network)).slice(0, 32);
}
