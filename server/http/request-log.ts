import type { IncomingMessage, ServerResponse } from 'node:http';
import { entryPath, redirects } from '../../shared/paths.ts';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import { openedPath, signupPath } from '../../shared/signup/paths.ts';
import type { Logger } from '../observability/log.ts';
import type { KnownRequests, Metrics } from '../observability/metrics.ts';
import type { ClientIp } from './client-ip.ts';

declare module 'node:http' {
  interface IncomingMessage {
    id: string;
  }
}

export const requestIdHeader = 'X-Request-Id';

/** The ids that the server takes from a proxy. The log and the response contain the id, so it has plain characters only. */
const accepted = /^[\w.:-]{1,64}$/;

const random31Bits = (): number => Math.floor(Math.random() * 2 ** 31);

/**
 * Returns a new id of 62 random bits. An id is no secret, so `Math.random` will do. `randomUUID` takes a tenth of the
 * processor time of a file’s response.
 */
const newId = (): string => `${random31Bits()}-${random31Bits()}`;

/** Returns the id that a trusted proxy gave the request, or a new one. */
function idOf({ headers, socket }: IncomingMessage, isTrusted: ClientIp['isTrusted']): string {
  const given = headers['x-request-id'];
  if (typeof given !== 'string' || !accepted.test(given)) return newId();
  return isTrusted(socket.remoteAddress) ? given : newId();
}

/** Returns the path without its query. A query may hold anything, also an e-mail address. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** The statuses of other paths and other methods. A POST to the path of the sign-up never gets them. */
const elsewhere: ReadonlySet<number> = new Set([
  signupErrors.not_found.status,
  signupErrors.method_not_allowed.status,
]);
const signupStatuses = Object.values(signupErrors)
  .map(({ status }) => status)
  .filter((status) => !elsewhere.has(status));

/** The route of a request that cannot be read, or not completely. */
export const malformedRoute = '(malformed)';

/** The routes that Express answers, with their statuses. */
export const knownRequests: readonly KnownRequests[] = [
  { route: signupPath, method: 'POST', statuses: [200, 303, ...new Set(signupStatuses)] },
  { route: openedPath, method: 'POST', statuses: [204, 400, 403, 413, 415, 429] },
  { route: entryPath, method: 'GET', statuses: [200, 410, 429, 503] },
  { route: entryPath, method: 'POST', statuses: [200, 303, 400, 403, 410, 413, 415, 429, 503] },
  { route: '/healthz', method: 'GET', statuses: [200] },
  { route: '/readyz', method: 'GET', statuses: [200, 503] },
  { route: '/metrics', method: 'GET', statuses: [200, 401] },
  ...Object.keys(redirects).map((route) => ({ route, method: 'GET', statuses: [301] })),
  { route: '(other)', method: 'GET', statuses: [301, 404, 500] },
  { route: malformedRoute, method: 'other', statuses: [400, 405, 408, 413, 431] },
];

const routes = new Set(knownRequests.map(({ route }) => route));

/** Returns the path if it is a known route, and `(other)` for any other path, which may hold an address or a token. */
export const routeOf = (path: string): string => (routes.has(path) ? path : '(other)');

export type RequestLog = ReturnType<typeof createRequestLog>;

/** Milliseconds that the lines of requests wait, so that one write takes many of them. */
const linesWaitMs = 20;

/**
 * Gives each request its id, writes one line for it, and counts it. The line holds no visitor, no query, no headers and
 * no unknown path. The time is measured from the request’s headers to the end of the response.
 */
export function createRequestLog(log: Logger, metrics: Metrics | null, clientIp: ClientIp) {
  const isLogged = log.isLevelEnabled('info');
  let lines: object[] = [];
  /** Writes the lines that wait. Called before the log ends, because the log leaves out later lines. */
  const writeLines = (): void => {
    for (const line of lines) log.info(line);
    lines = [];
  };
  return {
    writeLines,
    /** @param path of a page or a file; the route for any other request. */
    begin(
      request: IncomingMessage,
      response: ServerResponse,
      route: string,
      path: string = route,
    ): void {
      request.id = idOf(request, clientIp.isTrusted);
      if (!isLogged && !metrics) return;
      const start = performance.now();
      const { id, method } = request;
      // `close` is also emitted when the visitor leaves before the response.
      response.on('close', () => {
        const status = response.writableFinished ? response.statusCode : 499;
        const ms = performance.now() - start;
        metrics?.request(route, method, status, ms / 1000);
        if (!isLogged) return;
        if (lines.length === 0) setTimeout(writeLines, linesWaitMs);
        lines.push({ id, method, path, status, ms: Math.round(ms * 10) / 10 });
      });
    },
    /** Records bytes that never became a request. */
    malformed(status: number): void {
      log.info({ status }, 'a request could not be read');
      metrics?.request(malformedRoute, undefined, status, 0);
    },
  };
}
