import type { Request, RequestHandler } from 'express';

/** With its question mark. */
export const queryOf = ({ url, path }: Request): string => url.slice(path.length);

/** Leads to an address of ours for good; a query goes before the anchor. */
export function handleRedirect(to: `/${string}#${string}`): RequestHandler {
  const [path, anchor] = to.split('#');
  return (request, response) => response.redirect(308, `${path}${queryOf(request)}#${anchor}`);
}
