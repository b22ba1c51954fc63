import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';
import { withoutPort } from '../../shared/signup/visitor-hash.ts';

export type ClientIp = ReturnType<typeof createClientIp>;

/** Returns `::ffff:192.0.2.1` as `192.0.2.1`, and every other address as it is. */
export const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Creates the function that returns the address of a request’s visitor.
 * @param setting `TRUST_PROXY`: a number of hops, or networks, also by the names that proxy-addr knows.
 */
export function createClientIp(setting = '0') {
  const trustNetworks = (): ReturnType<typeof proxyAddr.compile> => {
    const isTrusted = proxyAddr.compile(setting.split(',').map((network) => network.trim()));
    return (entry, hop) => isTrusted(withoutPort(entry), hop);
  };
  const trust = /^\d+$/.test(setting)
    ? (_address: string, hop: number) => hop < Number(setting)
    : trustNetworks();
  return {
    /** Returns whether an address is that of a trusted proxy. */
    isTrusted: (address: string | undefined): boolean => address !== undefined && trust(address, 0),
    /**
     * Returns the address that a request is counted under: the address that the trusted proxies name, or else that of
     * the socket. Null if the socket is closed.
     */
    of: (request: IncomingMessage): string | null =>
      [proxyAddr(request, trust), request.socket.remoteAddress]
        .filter((claim) => claim !== undefined)
        .map((claim) => unmapped(withoutPort(claim)))
        .find((address) => isIP(address)) ?? null,
  };
}
