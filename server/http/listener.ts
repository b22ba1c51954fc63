import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { answerClientErrors, lastHeaders } from './client-errors.ts';
import type { ClientIp } from './client-ip.ts';
import { limitConnections } from './connections.ts';
import { closeUnlessRead } from './request-body.ts';
import type { HeaderFields } from './security-headers.ts';

/** Milliseconds, bytes and connections. A slow client costs a socket, never the others’ turn. */
export const defaultLimits = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
  // How long a connection may be silent in the middle of an answer. What `keepAliveTimeout` comes to (Node adds a
  // second): of two times, Node would change the timer twice a request.
  silence: 66_000,
  maxConnections: 4_000,
  maxPerVisitor: 200,
  maxPipelined: 16,
};
export type Limits = typeof defaultLimits;

/** A proxy may ask for `http://host/path`, everybody else for `/path`. Null for anything else. */
function pathAndQuery(url: string): string | null {
  if (url.includes('#')) return null;
  if (url.startsWith('/')) return url;
  if (!/^https?:\/\//i.test(url)) return null;
  const absolute = URL.parse(url);
  return absolute && absolute.pathname + absolute.search;
}

/** HTTP/1.1 wants to be told which host is meant, once (RFC 9112, 3.2). */
const hasOneHost = ({ headers: { host }, httpVersion }: IncomingMessage): boolean =>
  host === undefined ? httpVersion === '1.0' : !host.includes(',');

/**
 * The server, not yet listening. What reaches `handle` has one host and a path.
 * @param securityHeaders of every answer.
 */
export function createHttpServer(
  handle: RequestListener,
  { clientIp, securityHeaders }: { clientIp: ClientIp; securityHeaders: HeaderFields },
  limits = defaultLimits,
): Server {
  // Node would answer a request without a host itself, and bare; and of two hosts it would drop one.
  const strictness = { requireHostHeader: false, joinDuplicateHeaders: true };
  const server = createServer({ ...limits, ...strictness });
  const listener = limitConnections(server, limits, clientIp, (request, response) => {
    closeUnlessRead(request, response);
    const target = pathAndQuery(request.url ?? '');
    if (target === null || !hasOneHost(request)) {
      response.writeHead(400, lastHeaders(securityHeaders)).end();
      return;
    }
    request.url = target;
    handle(request, response);
  });
  // Whoever asks before sending a body is answered by the verdict on the request.
  server.on('request', listener).on('checkContinue', listener);
  server.timeout = limits.silence;
  answerClientErrors(server, securityHeaders);
  return server;
}
