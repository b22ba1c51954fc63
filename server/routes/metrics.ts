import type { RequestHandler } from 'express';
import { redirects } from '../../shared/paths.ts';
import { openedPath, signupErrors, signupPath } from '../../shared/signup/contract.ts';
import { isSameSecret } from '../../shared/signup/visitor-hash.ts';
import { sendRefusal } from '../http/refusal.ts';
import type { KnownRequests, Metrics } from '../observability/metrics.ts';

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

/** GET /metrics, for the bearer of `METRICS_TOKEN`. */
export const handleMetrics =
  (metrics: Metrics, token: string): RequestHandler =>
  async (request, response) => {
    if (!isSameSecret(request.get('authorization') ?? '', `Bearer ${token}`)) {
      response.setHeader('WWW-Authenticate', 'Bearer');
      return sendRefusal(response, 'unauthorized');
    }
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', metrics.contentType);
    response.send(await metrics.text());
  };
