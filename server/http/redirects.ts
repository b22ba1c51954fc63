import escapeHtml from 'escape-html';
import type { RequestHandler, Response } from 'express';
import { redirectOf } from '../../shared/pages.ts';

/**
 * Redirects with a body of one line, the link, for clients that follow no redirect. A permanent redirect is a 301, because
 * lynx, w3m and elinks do not follow a 308. Express’s `response.redirect` would negotiate the media type of the body, which
 * costs ten times the redirect when `Accept` is long.
 */
export function sendRedirect(response: Response, status: 303 | 301, to: string): void {
  const link = escapeHtml(response.location(to).get('Location'));
  const body = `<!doctype html><title>Moved</title><a href="${link}">${link}</a>\n`;
  response.status(status).type('html').send(body);
}

/**
 * Redirects GET and HEAD of a path that has moved: the paths of `redirects`, and a page’s path with a slash at its end. The
 * query of the request goes before the anchor of the target.
 */
export const handleRedirects: RequestHandler = (request, response, next) => {
  const { method, path, url } = request;
  const target = method === 'GET' || method === 'HEAD' ? redirectOf(path) : undefined;
  if (target === undefined) return next();
  const [page = '', anchor] = target.split('#');
  const query = url.slice(path.length);
  sendRedirect(response, 301, `${page}${query}${anchor ? `#${anchor}` : ''}`);
};
