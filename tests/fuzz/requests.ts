import { gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';

/** What goes over one connection. */
export interface Sending {
  /** Written one after the other, each in a turn of its own. */
  pieces: readonly Buffer[];
  /** Cuts the connection rudely after the last piece. */
  isCut: boolean;
  /** Nothing is missing and nothing contradicts itself: silence would be a fault. */
  isOwed: boolean;
}

type Header = readonly [name: string, value: string];

const paths = `
  / /upload /contact /early-access/joined /api/signup /api/opened /api/ /healthz /readyz /metrics
  /robots.txt /favicon.svg /share/home.png /assets/ /nothing /constructor /__proto__ /.env
  /.git/config /dist/server/index.js`
  .trim()
  .split(/\s+/);
const inserts = `
  / // /./ /../ \\ %00 %2e%2e%2f ..%2f..%2f..%2fetc%2fpasswd %5c %0d%0aX-Injected:%20yes
  %0aSet-Cookie:%20a=b %ff%fe %zz % %E0%A4%A ;a=b <script>alert(1)</script> " ' # ?
  ?next=//evil.example ?a[]=1&__proto__[x]=1 @evil.example :80 *`
  .trim()
  .split(/\s+/);
const foreign = `
  //evil.example/ ///evil.example/upload/ /\\evil.example/upload/ /%2f%2fevil.example/upload/
  /upload/?//evil.example /contact?//evil.example /%5cevil.example/upload/
  http://evil.example/upload/ https://evil.example/contact HTTP://evil.example:99999/
  http://@evil.example/upload// http:///evil.example/contact http:\\\\evil.example\\contact
  javascript:alert(1) evil.example:443 upload *`
  .trim()
  .split(/\s+/);

const path = fc.constantFrom(...paths);
/** Text of the characters that mean something to a parser, and of some that mean nothing. */
const noise = (maxLength: number) =>
  fc.string({
    unit: fc.constantFrom(...'ab1/\\.%?#&=;:@+,[]{}<>"\u00e9\u00ff\u007f\u0001\u0000\t '),
    maxLength,
  });

/** What stands between the method and the version. */
const target = fc.oneof(
  path,
  path,
  fc
    .tuple(path, fc.nat(20), fc.constantFrom(...inserts))
    .map(([whole, at, insert]) => whole.slice(0, at) + insert + whole.slice(at)),
  fc.constantFrom(...foreign),
  fc
    .tuple(fc.constantFrom('a', '/', '%41', '../', '?', 'é'), fc.integer({ min: 1, max: 7_000 }))
    .map(([part, times]) => `/${part.repeat(times)}`),
  noise(60).map((text) => `/${text}`),
);

const odd = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '*',
    'null',
    '-1',
    '99999999999999999999',
    'a,b;c="d"',
    'x'.repeat(2_000),
  ),
  noise(40),
);

/** Header → values that mean something to somebody on the way. */
const meaningful: Record<string, string[]> = {
  Host: ['evil.example', '', 'a b', '[::1', 'evil.example:x', 'x'.repeat(500)],
  Origin: ['http://evil.example', 'null', 'http://[', 'file://'],
  'Sec-Fetch-Site': ['same-origin', 'cross-site', 'none'],
  'Accept-Encoding': ['br', 'identity;q=0', '*;q=0', 'br;q=x, gzip;q=2'],
  'If-None-Match': ['*', 'W/"a", "b"', '"', ','.repeat(500)],
  Range: ['bytes=0-1', 'bytes=0-0,1-1,2-2', 'x'],
  'X-Forwarded-For': ['203.0.113.1', 'evil', '1.1.1.1,'.repeat(200)],
  'X-Forwarded-Host': ['evil.example'],
  'X-Original-URL': ['/metrics', '//evil.example'],
  'X-Request-Id': ['ok-1', 'a b', '\u00ff'],
  'X-Deckwright-Proxy-Secret': ['guess'],
  Authorization: ['Bearer x', 'Basic Og=='],
  Cookie: [`a=${'x'.repeat(4_000)}`],
  Expect: ['100-continue', 'wonders'],
  Upgrade: ['websocket', 'h2c'],
  Connection: ['close', 'upgrade', 'close, X-Request-Id', 'Content-Length'],
  'Transfer-Encoding': ['chunked', 'identity', 'chunked, chunked', ' chunked', 'gzip'],
  'Content-Length': ['0', '5', '-1', '+1', '0x10', '1, 1', '99999999999999999999'],
  'Content-Encoding': ['gzip', 'br', 'gzip, gzip'],
  // Names that are none, lines that are folded, and lines that are none.
  'X Space': ['x'],
  'X-Fold': ['a\r\n b'],
  'X-Lf': ['a\nX-Injected: yes'],
  'X-Nul': ['a\u0000b'],
  '': ['nameless'],
  'X-Long': ['x'.repeat(20_000)],
};

const header: Arbitrary<Header> = fc
  .constantFrom(...Object.keys(meaningful))
  .chain((name) =>
    fc.tuple(fc.constant(name), fc.oneof(fc.constantFrom(...(meaningful[name] ?? [''])), odd)),
  );

/** One member of a sign-up: good, odd, or anything that JSON can say. */
const member = (...values: unknown[]) =>
  fc.oneof(fc.constant(values[0]), fc.constantFrom(...values), fc.jsonValue());

const signup = fc
  .record(
    {
      email: member(
        'fuzz@fuzz.example',
        'a@b',
        'a@fuzz.example\r\nBcc: b@fuzz.example',
        '\ud800@a.example',
      ),
      source: member('hero', '__proto__'),
      turnstileToken: member(null, 'token', 'x'.repeat(2049)),
      formFillTime: member(2500, 1999, -1, 1e308, '2500'),
      userAgent: member('fuzz', 'x'.repeat(4000), '\u0000\u0007'),
      website: member('', 'spam'),
      constructor: member({ prototype: { isAdmin: true } }),
    },
    { requiredKeys: ['email', 'formFillTime'] },
  )
  .map((value) => JSON.stringify(value));

const text = fc.oneof(
  signup,
  signup,
  fc.json(),
  noise(400),
  fc.constantFrom(
    '{',
    '\ufeff{}',
    '{"__proto__":{"email":"a@fuzz.example","formFillTime":9999}}',
    `{"email":${'['.repeat(3000)}${']'.repeat(3000)}}`,
    `{"email":"${'x'.repeat(9000)}"}`,
    'email=form%40fuzz.example&source=hero',
    'email=a&email=b&email[c]=d',
    'email=%zz&%=&=&&',
    'a=1&'.repeat(1500),
  ),
);

const types = fc.constantFrom(
  'application/json',
  'application/json',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/jsonp',
  'multipart/form-data; boundary=b',
  'text/plain',
  ';;;',
);

interface Body {
  lines: Header[];
  bytes: Buffer;
  isAmbiguous: boolean;
}

/** A body with the headers that say how long it is; now and then they lie. */
const body: Arbitrary<Body> = fc
  .tuple(text, types, fc.nat(30), fc.nat(20_000))
  .map(([said, type, kind, length]) => {
    const plain = Buffer.from(said);
    const bytes = kind < 3 ? gzipSync(kind === 0 ? Buffer.alloc(4_000_000) : plain) : plain;
    const lines: Header[] = [['Content-Type', type]];
    if (kind < 3) lines.push(['Content-Encoding', 'gzip']);
    if (kind > 27) {
      const size = kind === 28 ? 'zz' : bytes.length.toString(16);
      const chunk = [Buffer.from(`${size}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')];
      lines.push(['Transfer-Encoding', 'chunked']);
      return { lines, bytes: Buffer.concat(chunk), isAmbiguous: true };
    }
    const isLie = kind === 27;
    lines.push(['Content-Length', String(isLie ? length : bytes.length)]);
    return { lines, bytes, isAmbiguous: isLie };
  });

/** What makes it hard to say where a request ends, or whether it is one. */
const ambiguous =
  /^(content-length|transfer-encoding|expect|upgrade|connection|host|x-long|x-fold|x-lf|)$/i;

const methods = `
  GET GET GET POST POST POST POST HEAD OPTIONS PUT DELETE TRACE CONNECT PROPFIND get GETT`
  .trim()
  .split(/\s+/);

const request = fc
  .record({
    method: fc.constantFrom(...methods),
    target,
    version: fc.constantFrom(...Array(20).fill('HTTP/1.1'), 'HTTP/1.0', 'HTTP/2.0', 'http/1.1', ''),
    headers: fc.array(header, { maxLength: 5 }),
    body: fc.option(body),
    isSignup: fc.boolean(),
  })
  .map(({ method, target: at, version, headers, body: given, isSignup }) => {
    const { lines, bytes, isAmbiguous } = (method === 'POST' && given) || {
      lines: [],
      bytes: Buffer.alloc(0),
      isAmbiguous: false,
    };
    const where = method === 'POST' && isSignup ? '/api/signup' : at;
    const all: Header[] = [['Host', 'localhost'], ['Connection', 'close'], ...headers, ...lines];
    const head = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const start = Buffer.from(`${method} ${where} ${version}\r\n${head}\r\n`, 'latin1');
    const isOwed =
      !isAmbiguous &&
      method !== 'CONNECT' &&
      version.startsWith('HTTP/1.') &&
      !headers.some(([name]) => ambiguous.test(name));
    return { bytes: Buffer.concat([start, bytes]), isOwed };
  });

const garbage = fc.constantFrom(
  Buffer.from('160301020001000001fc0303', 'hex'),
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from('\r\n\r\n\r\n\r\n'),
  Buffer.from('GET /\r\n\r\n'),
  Buffer.alloc(30_000, 'a'),
);

/** The next thing to send: a request, whole, torn, broken off or with another behind it, or none at all. */
export const sending: Arbitrary<Sending> = fc
  .tuple(request, request, garbage, fc.nat(40), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([{ bytes, isOwed }, next, nonsense, kind, share]) => {
    const at = Math.floor(bytes.length * share);
    const isCut = share < 0.5;
    switch (kind) {
      case 0:
        return { pieces: [nonsense], isCut: false, isOwed: false };
      case 1:
      case 2:
        return {
          pieces: [bytes.subarray(0, at), bytes.subarray(at)],
          isCut: false,
          isOwed,
        };
      case 3:
      case 4:
        return { pieces: [bytes.subarray(0, at)], isCut, isOwed: false };
      case 5:
      case 6:
        return { pieces: [bytes, next.bytes], isCut, isOwed: false };
      default:
        return { pieces: [bytes], isCut: false, isOwed };
    }
  });
