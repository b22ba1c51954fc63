import type { Request } from 'express';

const isOwn = (origin: string, siteOrigin: string, host: string | undefined): boolean => {
  if (origin === siteOrigin) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
};

/**
 * Whether a request was sent by a page of ours, or by no page at all (curl, a test).
 * Ours is the site’s origin and the host that the request was sent to.
 */
export function isFromHere(request: Request, siteOrigin: string): boolean {
  const origin = request.get('origin');
  const site = request.get('sec-fetch-site');
  if (origin !== undefined && origin !== 'null') return isOwn(origin, siteOrigin, request.host);
  if (origin === 'null') return site === 'same-origin';
  return site === undefined || site === 'same-origin' || site === 'none';
}
