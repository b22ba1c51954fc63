import { crc32 } from 'node:zlib';
import { requestIdHeader } from '../middleware/request-id.ts';
import type { Encoding } from './negotiate.ts';

/** Names and values in turn, as `writeHead` takes them. */
export type RawHeaders = readonly string[];

/** One encoded form, with everything that a request for it is answered with. */
export interface Form {
  body: Buffer;
  etag: string;
  headers: HeadersWithId;
  notModified: HeadersWithId;
}

/** Headers whose last value is each request’s own id. */
export type HeadersWithId = string[];

export const withPlaceForId = (...headers: RawHeaders): HeadersWithId => [
  ...headers,
  requestIdHeader,
  '',
];

/** An answer made ahead of the request. */
export interface Entity {
  status: number;
  /** Made at the first asking, then kept; undefined where there is no such form. */
  form(encoding: Encoding): Form | undefined;
}

/** A body for each encoding, or what makes it when it is asked for. */
export type Bodies = { identity: Buffer } & Partial<Record<Encoding, Buffer | (() => Buffer)>>;

export interface EntityParts {
  status: number;
  contentType: string;
  cacheControl: string;
  bodies: Bodies;
  /** Headers that every answer carries. */
  common: RawHeaders;
  /** Headers of this entity alone. */
  extra?: RawHeaders;
}

/** Enough to tell one build’s page from another’s; loading node:crypto would cost the start 5 ms. */
const digest = (body: Buffer): string => `${body.length.toString(36)}-${crc32(body).toString(36)}`;

/**
 * The identity form has a strong ETag. The others have weak ones: they may be compressed again, better,
 * while the server runs, and stay the same page.
 */
const etagOf = (hash: string, encoding: Encoding): string =>
  encoding === 'identity' ? `"${hash}"` : `W/"${hash}-${encoding}"`;

/** Makes body, ETag and headers of an encoding once, so that a request costs a look-up and a write. */
export function createEntity(parts: EntityParts): Entity {
  const { bodies, contentType, cacheControl, common, extra = [] } = parts;
  const hash = digest(bodies.identity);
  const vary = Object.keys(bodies).length > 1 ? ['Vary', 'Accept-Encoding'] : [];
  const make = (encoding: Encoding, body: Buffer): Form => {
    const etag = etagOf(hash, encoding);
    const shared = [...common, ...extra, 'Cache-Control', cacheControl, ...vary];
    const coding = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
    const size = ['Content-Length', String(body.length)];
    return {
      body,
      etag,
      headers: withPlaceForId(
        ...shared,
        'ETag',
        etag,
        'Content-Type',
        contentType,
        ...coding,
        ...size,
      ),
      notModified: withPlaceForId(...shared, 'ETag', etag),
    };
  };
  const made: Partial<Record<Encoding, Form>> = {};
  return {
    status: parts.status,
    form(encoding) {
      const body = bodies[encoding];
      if (!made[encoding] && body) {
        made[encoding] = make(encoding, typeof body === 'function' ? body() : body);
      }
      return made[encoding];
    },
  };
}
