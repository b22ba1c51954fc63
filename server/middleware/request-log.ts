import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../log.ts';
import { requestId } from './request-id.ts';

/** The path alone: a query may hold anything, an address too. */
export function pathOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at);
}

/** One line a request: no address, no query, no headers. */
export const logRequests =
  (log: Logger) =>
  (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const start = performance.now();
    const { method, url = '/' } = request;
    const id = requestId(request);
    response.once('finish', () => {
      const ms = Math.round(performance.now() - start);
      log.info({ id, method, path: pathOf(url), status: response.statusCode, ms });
    });
    next();
  };
