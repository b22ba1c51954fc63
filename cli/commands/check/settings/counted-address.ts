import type { IncomingMessage } from 'node:http';
import { configuredClientIp } from '../../../../server/config.ts';

/**
 * Three requests: a direct one, one through a proxy, and one whose visitor forged X-Forwarded-For. `peer` opens the
 * connection. `forwarded` is the value of X-Forwarded-For.
 */
const requests = [
  { peer: '203.0.113.9', forwarded: '' },
  { peer: '10.0.0.2', forwarded: '203.0.113.9' },
  { peer: '10.0.0.2', forwarded: '192.0.2.66, 203.0.113.9' },
];

/** Returns the address under which the server would count each request. */
export function countedExamples(trustProxy: string | undefined) {
  const { of } = configuredClientIp({ TRUST_PROXY: trustProxy });
  return requests.map(({ peer, forwarded }) => {
    const headers = forwarded ? { 'x-forwarded-for': forwarded } : {};
    const request = { socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage;
    return { peer, forwarded, counted: of(request) };
  });
}
