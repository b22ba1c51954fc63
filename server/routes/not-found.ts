import type { RequestHandler, Response } from 'express';
import { assetsPath } from '../../shared/build-output.ts';
import { entryPath, paths } from '../../shared/paths.ts';
import { openedPath, signupPath } from '../../shared/signup/paths.ts';
import { sendRefusal } from '../http/refusal.ts';
import type { StaticSite } from '../static/site.ts';

function refuseMethod(response: Response, allow: string): void {
  response.setHeader('Allow', allow);
  sendRefusal(response, 'method_not_allowed');
}

/** The paths that a proxy may also ask by OPTIONS whether the server is well. */
const healthPaths: ReadonlySet<string> = new Set([paths.home, '/healthz', '/readyz']);

/** Answers what no route has answered: an unknown path, or another method. */
export const handleNotFound =
  ({ responses }: Pick<StaticSite, 'responses'>, hasEntries: boolean): RequestHandler =>
  (request, response) => {
    const { path, method } = request;
    if (path === signupPath || path === openedPath) return refuseMethod(response, 'POST');
    if (path.startsWith('/api/')) return sendRefusal(response, 'not_found');
    if (path === entryPath && hasEntries) return refuseMethod(response, 'GET, HEAD, POST');
    if (method !== 'GET' && method !== 'HEAD') {
      return refuseMethod(response, healthPaths.has(path) ? 'GET, HEAD, OPTIONS' : 'GET, HEAD');
    }
    const page = responses.get(null);
    if (path.startsWith(assetsPath) || !page) return sendRefusal(response, 'not_found');
    page.send(request, response);
  };
