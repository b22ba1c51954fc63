import type { Request, RequestHandler, Response } from 'express';
import { assetsPath } from '../../shared/build-output.ts';
import { redirectOf } from '../../shared/pages.ts';
import { entryPath, paths } from '../../shared/paths.ts';
import { openedPath, signupPath } from '../../shared/signup/contract.ts';
import { sendRefusal } from '../http/refusal.ts';
import { sendRedirect } from '../http/send-redirect.ts';
import type { StaticSite } from '../static/site.ts';

/** Redirects permanently. The query of the request goes before the anchor of the address. */
function redirect(request: Request, response: Response, to: string): void {
  const [path = '', anchor] = to.split('#');
  const query = request.url.slice(request.path.length);
  sendRedirect(response, 301, `${path}${query}${anchor ? `#${anchor}` : ''}`);
}

function refuseMethod(response: Response, allow: string): void {
  response.setHeader('Allow', allow);
  sendRefusal(response, 'method_not_allowed');
}

/** The paths that a proxy may also ask by OPTIONS whether the server is well. */
const healthPaths: ReadonlySet<string> = new Set([paths.home, '/healthz', '/readyz']);

/** Answers what no route has answered: a redirect, an unknown path, or another method. */
export const handleNotFound =
  ({ responses }: Pick<StaticSite, 'responses'>, { hasEntries = false } = {}): RequestHandler =>
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
    const to = redirectOf(path);
    if (to !== undefined) return redirect(request, response, to);
    page.send(request, response);
  };
