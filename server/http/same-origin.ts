import type { IncomingMessage } from 'node:http';

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const isLoopback = (origin: string): boolean =>
  URL.canParse(origin) && loopbackHosts.has(new URL(origin).hostname);

/**
 * Whether a request was sent by a page of ours, or by no page at all (curl, a test).
 * Where the site is a developer’s own machine, it is so under each of its names and at any port: what another
 * page there sends, the browser marks as `same-site`.
 */
export function isSameOrigin({ headers }: IncomingMessage, siteOrigin: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined || origin === siteOrigin) return true;
  // A page that sends no referrer has no origin either.
  if (origin === 'null') return site === 'same-origin';
  return isLoopback(siteOrigin) && isLoopback(origin);
}
