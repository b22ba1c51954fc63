import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fresh from 'fresh';
import { lookup, mimes } from 'mrmime';
import Negotiator from 'negotiator';
import { requestIdHeader } from '../http/request-log.ts';
import type { HeaderFields } from '../http/security-headers.ts';

/** An answer that is in memory before it is asked for, in every encoding. */
export type StaticResponse = ReturnType<typeof createStaticResponse>;

/** How long browsers and proxies may keep an answer. */
const cacheControl = {
  forever: 'public, max-age=31536000, immutable',
  hour: 'public, max-age=3600',
  revalidated: 'no-cache',
  never: 'no-store',
} as const;

export interface StaticParts {
  /** Its name in the metrics. */
  route: string;
  status?: number;
  /** Its ending says the media type. */
  file: string;
  cache: keyof typeof cacheControl;
  body: Buffer;
  /** The body as the build has compressed it. */
  brotli?: Buffer | undefined;
  headers?: HeaderFields;
}

/** Ours in the order we would choose, best first. */
const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

/** Browsers send a handful of values; strangers may send any number, so that few are remembered. */
const remembered = new Map<string, readonly Encoding[]>();
const mostRemembered = 64;

/**
 * The encodings that a client takes, best first. None where it refuses all of ours: it gets the identity
 * then, as RFC 9110 (12.1) allows, so that no cache can be made to keep a 406.
 */
export function acceptedEncodings(header = ''): readonly Encoding[] {
  const known = remembered.get(header);
  if (known) return known;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  // @ts-expect-error: its types do not know of our own order, among those that a client takes equally.
  const accepted = negotiator.encodings(encodings, { preferred: encodings }) as Encoding[];
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(header, accepted);
  return accepted;
}

// mrmime leaves types with `x-` out.
mimes.ico = 'image/x-icon';

/** Names and values in turn, as `writeHead` takes them fastest; the last value is each request’s own id. */
const raw = (headers: HeaderFields): readonly string[] => [
  ...Object.entries(headers).flat(),
  requestIdHeader,
];

/** Makes bodies and headers once, so that a request costs a look-up and a write. */
export function createStaticResponse(parts: StaticParts) {
  const { route, status = 200, file, cache, body, brotli } = parts;
  const type = lookup(file) ?? 'application/octet-stream';
  // Texts become smaller; pictures and fonts are compressed already.
  const isText = type.startsWith('text/') || /[+/](json|xml)$/.test(type);
  // Weak, because all encodings share it.
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const shared: HeaderFields = {
    ...parts.headers,
    'Cache-Control': cacheControl[cache],
    ...(isText ? { Vary: 'Accept-Encoding' } : {}),
    ETag: etag,
  };
  const notModified = raw(shared);
  const createForm = (encoded: Buffer, encoding?: Encoding) => ({
    body: encoded,
    headers: raw({
      ...shared,
      'Content-Type': isText ? `${type}; charset=utf-8` : type,
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
      'Content-Length': String(encoded.length),
    }),
  });
  const identity = createForm(body);
  const forms: Partial<Record<Encoding, typeof identity>> = { identity };
  if (isText) forms.gzip = createForm(gzipSync(body, { level: 9 }), 'gzip');
  if (brotli) forms.br = createForm(brotli, 'br');
  return {
    route,
    send(request: IncomingMessage, response: ServerResponse): void {
      if (status === 200 && fresh(request.headers, { etag })) {
        response.writeHead(304, [...notModified, request.id]).end();
        return;
      }
      const accepted = acceptedEncodings(request.headers['accept-encoding']);
      const form = forms[accepted.find((encoding) => forms[encoding]) ?? 'identity'] ?? identity;
      response.writeHead(status, [...form.headers, request.id]);
      // Node leaves the body out where the method is HEAD.
      response.end(form.body);
    },
    /** Adds the brotli form of a text that has none yet; until then it goes out as gzip. */
    async compress(): Promise<void> {
      if (!isText || forms.br) return;
      // On this thread, between requests: each of the pool’s four would keep the memory that it took.
      await setImmediate();
      forms.br = createForm(brotliCompressSync(body), 'br');
    },
  };
}
