import escapeHtml from 'escape-html';
import type { Response } from 'express';

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
