import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Entity, type HeadersWithId, withPlaceForId } from './entity.ts';
import { acceptedEncodings } from './negotiate.ts';

/** RFC 9110, 13.1.2: a list, compared weakly; `*` matches whatever there is. */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch
    .split(',')
    .some((candidate) => candidate.trim().replace(/^W\//, '') === opaque);
}

/** Puts the id into its place. The next request overwrites it: `writeHead` has read the headers by then. */
function withId(headers: HeadersWithId, id: string): HeadersWithId {
  headers[headers.length - 1] = id;
  return headers;
}

function pick(entity: Entity, accept: string | undefined) {
  for (const encoding of acceptedEncodings(accept)) {
    const form = entity.form(encoding);
    if (form) return form;
  }
  return undefined;
}

/**
 * Writes an entity in the form that the request asks for.
 * @returns the status that went out.
 */
export function answer(
  request: IncomingMessage,
  response: ServerResponse,
  entity: Entity,
  id: string,
): number {
  const form = pick(entity, request.headers['accept-encoding']);
  if (!form) {
    const common = entity.form('identity')?.notModified ?? withPlaceForId();
    response.writeHead(406, withId(common, id)).end();
    return 406;
  }
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && entity.status === 200 && matchesEtag(ifNoneMatch, form.etag)) {
    response.writeHead(304, withId(form.notModified, id)).end();
    return 304;
  }
  response.writeHead(entity.status, withId(form.headers, id));
  // Node leaves the body out where the method is HEAD.
  response.end(form.body);
  return entity.status;
}
