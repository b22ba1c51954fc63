import type { IncomingMessage, ServerResponse } from 'node:http';

export const requestIdHeader = 'X-Request-Id';

/** What we take over from a proxy in front: it goes into our log and back out, so nothing fancy. */
const sane = /^[\w.:-]{1,64}$/;

/** Tells replicas and restarts apart; nobody has to guess it. */
const thisProcess = Math.random().toString(36).slice(2, 10);
let count = 0;

const given = new WeakMap<IncomingMessage, string>();

/** The id that a request came with, or a new one. For who asks once: it is not remembered. */
export function takeRequestId(request: IncomingMessage): string {
  const incoming = request.headers['x-request-id'];
  if (typeof incoming === 'string' && sane.test(incoming)) return incoming;
  count += 1;
  return `${thisProcess}-${count.toString(36)}`;
}

/** The id of a request, the same however often it is asked for. */
export function requestId(request: IncomingMessage): string {
  const known = given.get(request);
  if (known) return known;
  const id = takeRequestId(request);
  given.set(request, id);
  return id;
}

/** Says the id in the answer. */
export function echoRequestId(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  response.setHeader(requestIdHeader, requestId(request));
  next();
}
