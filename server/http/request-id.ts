import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

declare module 'node:http' {
  interface IncomingMessage {
    id: string;
  }
}

export const requestIdHeader = 'X-Request-Id';

/** What is taken over from a proxy goes into the log and back out, so nothing fancy. */
const accepted = /^[\w.:-]{1,64}$/;

/** The id that a trusted proxy gave the request, or a new one. */
export function requestId(
  { headers, socket }: IncomingMessage,
  isTrusted: (address: string | undefined) => boolean,
): string {
  const given = headers['x-request-id'];
  const isTaken =
    typeof given === 'string' && accepted.test(given) && isTrusted(socket.remoteAddress);
  return isTaken ? given : randomUUID();
}
