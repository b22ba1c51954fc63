import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';

export interface CountedExample {
  /** Who opened the connection, and what it said in X-Forwarded-For. */
  peer: string;
  forwarded: string;
  /** The address that the request is counted under. */
  counted: string;
}

/** `TRUST_PROXY` as the server hands it to Express: hops, networks, or nobody. */
function trusts(setting: string | undefined): (address: string, hop: number) => boolean {
  if (setting === undefined) return () => false;
  if (/^\d+$/.test(setting)) return (_address, hop) => hop < Number(setting);
  return proxyAddress.compile(setting.split(',').map((network) => network.trim()));
}

/** Which address the server would count a request under. */
export function countedAddress(
  setting: string | undefined,
  peer: string,
  forwarded: string,
): CountedExample {
  const request = {
    socket: { remoteAddress: peer },
    headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
  } as unknown as IncomingMessage;
  return { peer, forwarded, counted: proxyAddress(request, trusts(setting)) };
}

/** A visitor who comes straight, one through a proxy nearby, and one who forges the header. */
export const countedExamples = (setting: string | undefined): CountedExample[] => [
  countedAddress(setting, '203.0.113.9', ''),
  countedAddress(setting, '10.0.0.2', '203.0.113.9'),
  countedAddress(setting, '10.0.0.2', '192.0.2.66, 203.0.113.9'),
];
