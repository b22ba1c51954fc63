import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

export type ClientIp = ReturnType<typeof createClientIp>;

/** `::ffff:192.0.2.1` is `192.0.2.1`, however the socket writes it. */
const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** @param setting `TRUST_PROXY`: a number of hops, or networks. */
export function createClientIp(setting = '0') {
  const trust = /^\d+$/.test(setting)
    ? (_address: string, hop: number) => hop < Number(setting)
    : proxyAddr.compile(setting.split(',').map((network) => network.trim()));
  return {
    /** Whether the other end of a connection is a proxy of ours. */
    isTrusted: (address: string | undefined): boolean => address !== undefined && trust(address, 0),
    /**
     * The address that a request is counted under: the one that the trusted proxies name or, where they name
     * none, that of the socket. Null when the socket is gone already.
     */
    of: (request: IncomingMessage): string | null =>
      [proxyAddr(request, trust), request.socket.remoteAddress]
        .filter((claim) => claim !== undefined)
        .map(unmapped)
        .find((address) => isIP(address)) ?? null,
  };
}
