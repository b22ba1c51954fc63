import type { IncomingHttpHeaders, IncomingMessage, RequestListener, Server } from 'node:http';
import type { Logger } from '../observability/log.ts';
import { reportCounts } from '../observability/report-counts.ts';
import { answerClientErrors } from './client-errors.ts';
import { closeUnlessRead, trackResponses } from './connections.ts';
import { malformedRoute, type RequestLog } from './request-log.ts';
import type { HeaderFields } from './security-headers.ts';

// An import of `createServer` from node:http also loads undici, which takes a tenth of the server's start (Node 24.21).
const { createServer } = process.getBuiltinModule('node:http');

/** Node’s own limits, in milliseconds and bytes. */
export const defaultLimits = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
  maxConnections: 4_000,
  /** How long a connection may be silent: within a request, during a response, and between two requests. */
  silence: 66_000,
};
export type Limits = typeof defaultLimits;

/** Returns path and query. A proxy may ask for `http://host/path`, other clients for `/path`. Null for anything else. */
function pathAndQuery(url: string): string | null {
  if (url.includes('#')) return null;
  if (url.startsWith('/')) return url;
  if (!/^https?:\/\//i.test(url)) return null;
  const absolute = URL.parse(url);
  return absolute && absolute.pathname + absolute.search;
}

/** A name or an address, and a port (RFC 3986, 3.2.2). Empty if the client knows no host. Node joins two hosts by a comma. */
const hostPattern = /^(?:[\w.~%!$&'()*+;=-]*|\[[\w.:%]+\])(?::\d{0,5})?$/;

/** Returns whether a request names one host, as HTTP/1.1 demands (RFC 9112, 3.2). */
const hasOneHost = ({ headers: { host }, httpVersion }: IncomingMessage): boolean =>
  host === undefined ? httpVersion === '1.0' : hostPattern.test(host);

const negotiatedHeaders = ['accept', 'accept-encoding'] as const;
/** The longest `Accept` or `Accept-Encoding` header that the server reads, in characters. Browsers send less than 200. */
const longestNegotiated = 256;

/**
 * Removes the headers that the server negotiates by when they are longer than any browser sends. Negotiator’s time
 * grows with the number of entries: 15 KB cost ten times the rest of the request.
 */
function dropLongNegotiation(headers: IncomingHttpHeaders): void {
  for (const name of negotiatedHeaders) {
    if ((headers[name]?.length ?? 0) > longestNegotiated) delete headers[name];
  }
}

/** Milliseconds between two lines about connections that the server closes because it has too many. */
const dropLineEveryMs = 60_000;

interface ListenerParts {
  log: Pick<Logger, 'warn'>;
  requestLog: RequestLog;
  /** Headers of every response. */
  securityHeaders: HeaderFields;
}

/** Creates the server, which does not listen yet. Every request that reaches `handle` has one host and a path. */
export function createHttpServer(
  handle: RequestListener,
  { log, requestLog, securityHeaders }: ListenerParts,
  limits = defaultLimits,
): Server {
  // Without these, Node would answer a request without a host itself, and would ignore the second of two hosts.
  const strictness = { requireHostHeader: false, joinDuplicateHeaders: true };
  // Saves 5 % of the processor time of `GET /`: `silence` closes idle connections, so that Node sets no second timer for
  // each request, and emits no events for a body that does not exist.
  const economy = { keepAliveTimeout: 0, optimizeEmptyRequests: true };
  const server = createServer({ ...limits, ...strictness, ...economy });
  /** Headers of a response without a body, after which the connection closes. */
  const lastHeaders = {
    ...securityHeaders,
    'Cache-Control': 'no-store',
    Connection: 'close',
    'Content-Length': '0',
  };
  const handleReadable: RequestListener = (request, response) => {
    closeUnlessRead(request, response);
    const { url = '' } = request;
    const target = pathAndQuery(url);
    if (target === null || !hasOneHost(request)) {
      requestLog.begin(request, response, malformedRoute);
      response.shouldKeepAlive = false;
      response.writeHead(400, lastHeaders).end();
      return;
    }
    dropLongNegotiation(request.headers);
    request.url = target;
    handle(request, response);
  };
  const responses = trackResponses(server);
  const handleBound = responses.bound(handleReadable);
  // A request with `Expect: 100-continue` gets its final status at once when it is refused without its body.
  server.on('request', handleBound).on('checkContinue', handleBound);
  server.timeout = limits.silence;
  server.maxConnections = limits.maxConnections;
  const logDrops = reportCounts(
    (closed) => log.warn({ closed }, 'too many connections are open, and new ones are closed'),
    dropLineEveryMs,
  );
  server.on('drop', () => logDrops());
  answerClientErrors(server, lastHeaders, responses, requestLog);
  return server;
}
