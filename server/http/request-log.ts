import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { redirects } from '../../shared/paths.ts';
import { openedPath, signupPath } from '../../shared/signup/contract.ts';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import type { Logger } from '../observability/log.ts';
import type { KnownRequests, Metrics } from '../observability/metrics.ts';
import type { ClientIp } from './client-ip.ts';

declare module 'node:http' {
  interface IncomingMessage {
    id: string;
  }
}

export const requestIdHeader = 'X-Request-Id';

/** What is taken over from a proxy goes into the log and back out, so nothing fancy. */
const accepted = /^[\w.:-]{1,64}$/;

/** The id that a trusted proxy gave the request, or a new one. */
function idOf({ headers, socket }: IncomingMessage, isTrusted: ClientIp['isTrusted']): string {
  const given = headers['x-request-id'];
  if (typeof given !== 'string' || !accepted.test(given)) return randomUUID();
  return isTrusted(socket.remoteAddress) ? given : randomUUID();
}

/** The path alone: a query may hold anything, an address too. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** A path as it may be logged: without what may be an e-mail address, and cut. */
function loggedPath(path: string): string {
  const shown = path
    .split('/')
    .map((part) => (/@|%40/.test(part) ? '[address]' : part))
    .join('/');
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
}

const signupStatuses = new Set(Object.values(signupErrors).map(({ status }) => status));

/** What Express is asked for, and how it answers. */
export const knownRequests: readonly KnownRequests[] = [
  { route: signupPath, method: 'POST', statuses: [200, 303, ...signupStatuses] },
  { route: openedPath, method: 'POST', statuses: [204, 400, 403, 413] },
  { route: '/healthz', method: 'GET', statuses: [200] },
  { route: '/readyz', method: 'GET', statuses: [200, 503] },
  { route: '/metrics', method: 'GET', statuses: [200, 401] },
  ...Object.keys(redirects).map((route) => ({ route, method: 'GET', statuses: [308] })),
  { route: '(other)', method: 'GET', statuses: [308, 404, 500] },
];

const routes = new Set(knownRequests.map(({ route }) => route));

/** A name out of that short list, whatever strangers ask for. */
export const routeOf = (path: string): string => (routes.has(path) ? path : '(other)');

/**
 * Gives a request its id; one line a request, and the numbers: no visitor, no query, no headers.
 * The time is that from the request’s headers to the end of the answer.
 */
export function createRequestLog(log: Logger, metrics: Metrics | null, clientIp: ClientIp) {
  const isLogged = log.isLevelEnabled('info');
  return (request: IncomingMessage, response: ServerResponse, route: string, path: string) => {
    request.id = idOf(request, clientIp.isTrusted);
    if (!isLogged && !metrics) return;
    const start = performance.now();
    const { id, method } = request;
    const record = (status: number, ms: number): void => {
      if (isLogged) {
        log.info({ id, method, path: loggedPath(path), status, ms: Math.round(ms * 10) / 10 });
      }
      metrics?.request(route, method, status, ms / 1000);
    };
    // `close` also comes when the visitor leaves before the answer.
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : 499;
      // Whoever else can be answered in this turn of the event loop is answered first.
      setImmediate(record, status, performance.now() - start);
    });
  };
}
