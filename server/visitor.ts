import { isIP } from 'node:net';
import type { Request } from 'express';

/** `::ffff:192.0.2.1` is `192.0.2.1`, however the socket writes it. */
const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** As much of a request as says who sent it. */
interface Sent extends Pick<Request, 'ip'> {
  socket: Pick<Request['socket'], 'remoteAddress'>;
}

/**
 * The address that a request is counted under: the one that the trusted proxies name,
 * or, where they name none, that of the socket. Null when the socket is gone already.
 */
export function visitorOf({ ip, socket }: Sent): string | null {
  const claims = [ip, socket.remoteAddress].filter((claim) => claim !== undefined);
  return claims.map(unmapped).find((address) => isIP(address)) ?? null;
}

/** `TRUST_PROXY` as Express takes it. */
export function trustProxy(setting: string | undefined): number | string[] | false {
  if (setting === undefined) return false;
  if (/^\d+$/.test(setting)) return Number(setting);
  return setting.split(',').map((network) => network.trim());
}
