import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { ClientIp } from './client-ip.ts';
import { closeGently, closeUnlessRead, connectionLimits, limitConnections } from './connections.ts';
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
  ...connectionLimits,
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

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers, with the headers of every answer, what Node would answer bare. */
function answerClientErrors(server: Server, headers: HeaderFields): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const status = statuses[error.code ?? ''] ?? 400;
    const answer = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n');
    // After an earlier answer on the same connection, ours could be taken for a part of it.
    if (socket.bytesWritten > 0) socket.destroy();
    else closeGently.call(socket, answer);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, headers).end();
  });
}

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
  /** Of an answer without a body, after which the connection ends. */
  const lastHeaders = {
    ...securityHeaders,
    'Cache-Control': 'no-store',
    Connection: 'close',
    'Content-Length': '0',
  };
  const listener = limitConnections(server, limits, clientIp, (request, response) => {
    closeUnlessRead(request, response);
    const target = pathAndQuery(request.url ?? '');
    if (target === null || !hasOneHost(request)) {
      response.writeHead(400, lastHeaders).end();
      return;
    }
    request.url = target;
    handle(request, response);
  });
  // Whoever asks before sending a body is answered by the verdict on the request.
  server.on('request', listener).on('checkContinue', listener);
  server.timeout = limits.silence;
  answerClientErrors(server, lastHeaders);
  return server;
}
