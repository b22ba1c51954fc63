import type { Request, RequestHandler, Response } from 'express';
import { assetsPath } from '../../shared/build-output.ts';
import { entryPath } from '../../shared/paths.ts';
import { openedPath, signupPath } from '../../shared/signup/contract.ts';
import { sendRedirect } from '../http/redirect.ts';
import { sendRefusal } from '../http/refusal.ts';
import type { StaticSite } from '../static/site.ts';

/** Returns the query with its question mark. */
const queryOf = ({ url, path }: Request): string => url.slice(path.length);

/** Redirects permanently to an anchor of a page. The query goes before the anchor. */
export function handleRedirect(to: `/${string}#${string}`): RequestHandler {
  const [path, anchor] = to.split('#');
  return (request, response) => sendRedirect(response, 308, `${path}${queryOf(request)}#${anchor}`);
}

function refuseMethod(response: Response, allow: string): void {
  response.setHeader('Allow', allow);
  sendRefusal(response, 'method_not_allowed');
}

/** Answers what no route has answered: an unknown path, another method, or a page’s path with a trailing slash. */
export const handleNotFound =
  ({ responses }: Pick<StaticSite, 'responses'>, { hasEntries = false } = {}): RequestHandler =>
  (request, response) => {
    const { path, method } = request;
    if (path === signupPath || path === openedPath) return refuseMethod(response, 'POST');
    if (path.startsWith('/api/')) return sendRefusal(response, 'not_found');
    if (path === entryPath && hasEntries) return refuseMethod(response, 'GET, HEAD, POST');
    if (method !== 'GET' && method !== 'HEAD') return refuseMethod(response, 'GET, HEAD');
    const page = responses.get(null);
    if (path.startsWith(assetsPath) || !page) return sendRefusal(response, 'not_found');
    const bare = path.slice(0, -1);
    // Only a known page: `//elsewhere.example/` would lead to another site.
    if (path.endsWith('/') && responses.has(bare)) {
      return sendRedirect(response, 308, bare + queryOf(request));
    }
    page.send(request, response);
  };
