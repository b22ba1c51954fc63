import type { IncomingMessage } from 'node:http';
import { createClientIp } from '../../../server/config.ts';

/**
 * A visitor who comes straight, one through a proxy nearby, and one who forges the header: who opens the connection,
 * and what stands in X-Forwarded-For.
 */
const requests = [
  { peer: '203.0.113.9', forwarded: '' },
  { peer: '10.0.0.2', forwarded: '203.0.113.9' },
  { peer: '10.0.0.2', forwarded: '192.0.2.66, 203.0.113.9' },
];

/** Under which address the server would count each. */
export function countedExamples(trustProxy: string | undefined) {
  const { of } = createClientIp(trustProxy);
  return requests.map(({ peer, forwarded }) => {
    const headers = forwarded ? { 'x-forwarded-for': forwarded } : {};
    const request = { socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage;
    return { peer, forwarded, counted: of(request) };
  });
}
