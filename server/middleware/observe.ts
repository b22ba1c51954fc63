import type { IncomingMessage, ServerResponse } from 'node:http';
import { cspReportsPath } from '../../shared/csp-reports.ts';
import { redirects } from '../../shared/pages.ts';
import { signupPath } from '../../shared/signup/contract.ts';
import type { Context } from '../context.ts';
import { requestId } from './request-id.ts';

/** The path alone: a query may hold anything, an address too. */
export function pathOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at);
}

const named = new Set([
  signupPath,
  cspReportsPath,
  '/healthz',
  '/readyz',
  '/metrics',
  ...Object.keys(redirects),
]);

/** A name out of a short list, whatever strangers ask for. */
const routeOf = (path: string): string => (named.has(path) ? path : '(elsewhere)');

/** One line a request, and the numbers: no address, no query, no headers. */
export const observe =
  ({ log, metrics }: Context) =>
  (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const start = performance.now();
    const { method, url = '/' } = request;
    const path = pathOf(url);
    const id = requestId(request);
    // `close` also comes when the visitor leaves before the answer.
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : 499;
      const ms = performance.now() - start;
      log.info({ id, method, path, status, ms: Math.round(ms) });
      metrics?.request(routeOf(path), method, status, ms / 1000);
    });
    next();
  };
