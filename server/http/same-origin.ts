import type { IncomingMessage } from 'node:http';

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const isLoopback = (origin: string): boolean =>
  URL.canParse(origin) && loopbackHosts.has(new URL(origin).hostname);

/**
 * Returns whether a page of this site sent the request, or no page at all (curl, a test). If the site runs on a
 * developer’s own machine, every loopback name and every port count as this site: the browser marks requests of other
 * pages there as `same-site`.
 */
export function isSameOrigin({ headers }: IncomingMessage, siteOrigin: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined || origin === siteOrigin) return true;
  // A page that sends no referrer sends `Origin: null`.
  if (origin === 'null') return site === 'same-origin';
  return isLoopback(siteOrigin) && isLoopback(origin);
}
