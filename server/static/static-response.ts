import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, gzipSync } from 'node:zlib';
import fresh from 'fresh';
import { lookup, mimes } from 'mrmime';
import Negotiator from 'negotiator';
import { requestIdHeader } from '../http/request-log.ts';
import type { HeaderFields } from '../http/security-headers.ts';

const compress = promisify(brotliCompress);

/** A response that is answered from memory. */
export type StaticResponse = ReturnType<typeof createStaticResponse>;

/** How long browsers and proxies may cache a response. */
const cacheControl = {
  forever: 'public, max-age=31536000, immutable',
  hour: 'public, max-age=3600',
  revalidated: 'no-cache',
  never: 'no-store',
} as const;

export interface StaticParts {
  /** The route’s name in the metrics. */
  route: string;
  status?: number;
  /** A file name whose ending gives the media type. */
  file: string;
  cache: keyof typeof cacheControl;
  body: Buffer;
  /**
   * The body in brotli, or when to compress the body: from the start, or at the first request that accepts brotli, which
   * waits for it. Without it, clients get gzip.
   */
  brotli?: Buffer | 'from the start' | 'at the first request' | undefined;
  headers?: HeaderFields;
}

/** The encodings that the server offers, the smallest first. */
const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

/**
 * Returns the encodings that a client accepts, best first. Returns none if the client refuses all of them: it gets the
 * identity then, as RFC 9110 (12.1) allows, so that no cache can be made to keep a 406.
 */
function acceptedEncodings(header = ''): Encoding[] {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  // @ts-expect-error: the types lack `preferred`, which orders the encodings that a client accepts equally.
  return negotiator.encodings(encodings, { preferred: encodings });
}

// mrmime leaves out types that begin with `x-`, and those of office files.
mimes.ico = 'image/x-icon';
mimes.pptx = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

/** Returns names and values in turn, the fastest form for `writeHead`. Each request’s id is added as the last value. */
const raw = (headers: HeaderFields): readonly string[] => [
  ...Object.entries(headers).flat(),
  requestIdHeader,
];

/** Prepares bodies and headers, so that a request costs a look-up and a write. */
export function createStaticResponse(parts: StaticParts) {
  const { route, status = 200, file, cache, body, brotli } = parts;
  const type = lookup(file) ?? 'application/octet-stream';
  // Pictures and fonts are compressed already.
  const isText = type.startsWith('text/') || /[+/](json|xml)$/.test(type);
  // A weak ETag, because all encodings share it.
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const shared: HeaderFields = {
    ...parts.headers,
    'Cache-Control': cacheControl[cache],
    ...(isText ? { Vary: 'Accept-Encoding' } : {}),
    ETag: etag,
  };
  const notModified = raw(shared);
  const createEncoded = (bytes: Buffer, encoding?: Encoding) => ({
    body: bytes,
    headers: raw({
      ...shared,
      'Content-Type': isText ? `${type}; charset=utf-8` : type,
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
      'Content-Length': String(bytes.length),
    }),
  });
  const identity = createEncoded(body);
  const encoded: Partial<Record<Encoding, typeof identity>> = { identity };
  if (isText) encoded.gzip = createEncoded(gzipSync(body, { level: 9 }), 'gzip');
  if (brotli instanceof Buffer) encoded.br = createEncoded(brotli, 'br');
  const isCompressedHere = typeof brotli === 'string';
  let compressed: Promise<typeof identity> | undefined;
  /** Compresses the body once, on the thread pool: 0.1 to 0.2 s for a page. Every call returns the same promise. */
  const compressOnce = () => {
    compressed ??= compress(body).then((bytes) => {
      encoded.br = createEncoded(bytes, 'br');
      return encoded.br;
    });
    return compressed;
  };
  if (brotli === 'from the start') void compressOnce();

  function write({ headers, body: bytes }: typeof identity, to: ServerResponse, id: string) {
    to.writeHead(status, [...headers, id]);
    // Node omits the body when the method is HEAD.
    to.end(bytes);
  }

  return {
    route,
    send(request: IncomingMessage, response: ServerResponse): void {
      if (status === 200 && fresh(request.headers, { etag })) {
        response.writeHead(304, [...notModified, request.id]).end();
        return;
      }
      const accepted = acceptedEncodings(request.headers['accept-encoding']);
      const best = accepted.find((name) => encoded[name] || (name === 'br' && isCompressedHere));
      const found = encoded[best ?? 'identity'];
      if (found) write(found, response, request.id);
      else void compressOnce().then((made) => write(made, response, request.id));
    },
  };
}
