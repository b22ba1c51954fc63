import { gzipSync } from 'node:zlib';
import fc from 'fast-check';

/** What goes over one connection. */
export interface Sending {
  /** Written one after the other, each in a turn of its own. */
  pieces: readonly Buffer[];
  /** Cuts the connection rudely after the last piece. */
  isCut: boolean;
  /** Nothing is missing and nothing contradicts itself: silence would be a fault. */
  isOwed: boolean;
}

const oneOf = (words: string) => fc.constantFrom(...words.trim().split(/\s+/));

const path = oneOf(`
  / /upload /contact /early-access/joined /api/signup /api/opened /api/ /healthz /readyz /metrics
  /robots.txt /favicon.svg /share/home.png /assets/ /nothing /constructor /__proto__ /.env
  /.git/config /dist/server/index.js`);
const insert = oneOf(`
  / // /./ /../ \\ %00 %2e%2e%2f ..%2f..%2f..%2fetc%2fpasswd %5c %0d%0aX-Injected:%20yes
  %0aSet-Cookie:%20a=b %ff%fe %zz % %E0%A4%A ;a=b <script>alert(1)</script> " ' # ?
  ?next=//evil.example ?a[]=1&__proto__[x]=1 @evil.example :80 *`);
const foreign = oneOf(`
  //evil.example/ ///evil.example/upload/ /\\evil.example/upload/ /%2f%2fevil.example/upload/
  /upload/?//evil.example /contact?//evil.example /%5cevil.example/upload/
  http://evil.example/upload/ https://evil.example/contact HTTP://evil.example:99999/
  http://@evil.example/upload// http:///evil.example/contact http:\\\\evil.example\\contact
  javascript:alert(1) evil.example:443 upload *`);
const method = oneOf(`
  GET GET GET POST POST POST POST HEAD OPTIONS PUT DELETE TRACE CONNECT PROPFIND get GETT`);

/** Text of the characters that mean something to a parser, and of some that mean nothing. */
const noise = (maxLength: number) =>
  fc.string({
    unit: fc.constantFrom(...'ab1/\\.%?#&=;:@+,[]{}<>"\u00e9\u00ff\u007f\u0001\u0000\t '),
    maxLength,
  });
const long = fc
  .tuple(fc.constantFrom('a', '/', '%41', '../', '?', 'é'), fc.integer({ min: 1, max: 7_000 }))
  .map(([part, times]) => `/${part.repeat(times)}`);
const spoilt = fc
  .tuple(path, fc.nat(20), insert)
  .map(([whole, at, more]) => whole.slice(0, at) + more + whole.slice(at));

/** What stands between the method and the version. */
const target = fc.oneof(path, path, spoilt, foreign, long, noise(60));

/** Headers that mean something to somebody on the way, names that are none, and lines that are none. */
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
  'X Space': ['x'],
  'X-Fold': ['a\r\n b'],
  'X-Lf': ['a\nX-Injected: yes'],
  'X-Nul': ['a\u0000b'],
  '': ['nameless'],
  'X-Long': ['x'.repeat(20_000)],
};
/** Those after which it is hard to say where a request ends, or whether it is one. */
const ambiguous =
  /^(content-length|transfer-encoding|expect|upgrade|connection|host|x-long|x-fold|x-lf|)$/i;

const odd = fc.oneof(fc.constantFrom('', '*', 'null', '-1', 'x'.repeat(2_000)), noise(40));
const header = fc
  .constantFrom(...Object.entries(meaningful))
  .chain(([name, values]) =>
    fc.tuple(fc.constant(name), fc.oneof(fc.constantFrom(...values), odd)),
  );

/** One member of a sign-up: good, odd, or anything that JSON can say. */
const member = (good: unknown, ...values: unknown[]) =>
  fc.oneof(fc.constant(good), fc.constantFrom(good, ...values), fc.jsonValue());
const signup = fc
  .record(
    {
      email: member('fuzz@fuzz.example', 'a@b', 'a@b.co\r\nBcc: b@b.co', '\ud800@a.example'),
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
const strange = fc.constantFrom(
  '{',
  '\ufeff{}',
  '{"__proto__":{"email":"a@fuzz.example","formFillTime":9999}}',
  `{"email":${'['.repeat(3000)}${']'.repeat(3000)}}`,
  `{"email":"${'x'.repeat(9000)}"}`,
  'email=form%40fuzz.example&source=hero',
  'email=a&email=b&email[c]=d',
  'email=%zz&%=&=&&',
  'a=1&'.repeat(1500),
);
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const type = fc.constantFrom(json, json, form, `${json}; charset=utf-16`, 'text/plain', ';;;');

/** A body, and the headers that say what and how long it is; now and then they lie. */
const body = fc
  .tuple(fc.oneof(signup, signup, fc.json(), noise(400), strange), type, fc.nat(30))
  .map(([text, said, kind]) => {
    const isPacked = kind < 3;
    const bomb = kind === 0 ? Buffer.alloc(4_000_000) : Buffer.from(text);
    const plain = isPacked ? gzipSync(bomb) : bomb;
    const isChunked = kind > 27;
    const size = kind === 28 ? 'zz' : plain.length.toString(16);
    const length = kind === 27 ? plain.length + 7 : plain.length;
    const lines = [
      ['Content-Type', said],
      ...(isPacked ? [['Content-Encoding', 'gzip']] : []),
      isChunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(length)],
    ];
    const chunk = [Buffer.from(`${size}\r\n`), plain, Buffer.from('\r\n0\r\n\r\n')];
    const bytes = isChunked ? Buffer.concat(chunk) : plain;
    return { lines, bytes, isAmbiguous: kind >= 27 };
  });
const noBody = { lines: [], bytes: Buffer.alloc(0), isAmbiguous: false };

const versions = [...Array(20).fill('HTTP/1.1'), 'HTTP/1.0', 'HTTP/2.0', 'http/1.1', ''];
const request = fc
  .tuple(
    method,
    fc.oneof(target, fc.constant('/api/signup')),
    fc.constantFrom(...versions),
    fc.array(header, { maxLength: 5 }),
    body,
  )
  .map(([verb, at, version, headers, given]) => {
    const { lines, bytes, isAmbiguous } = verb === 'POST' ? given : noBody;
    const all = [['Host', 'localhost'], ['Connection', 'close'], ...headers, ...lines];
    const head = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const start = Buffer.from(`${verb} ${at} ${version}\r\n${head}\r\n`, 'latin1');
    const isPlain = version.startsWith('HTTP/1.') && verb !== 'CONNECT' && !isAmbiguous;
    const isOwed = isPlain && !headers.some(([name]) => ambiguous.test(name));
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
export const sending = fc
  .tuple(request, request, garbage, fc.nat(400), fc.boolean(), fc.nat(40))
  .map(([{ bytes, isOwed }, next, none, at, isRude, kind]): Sending => {
    const [head, rest] = [bytes.subarray(0, at), bytes.subarray(at)];
    if (kind === 0) return { pieces: [none], isCut: false, isOwed: false };
    if (kind < 3) return { pieces: [head], isCut: isRude, isOwed: false };
    if (kind < 5) return { pieces: [bytes, next.bytes], isCut: isRude, isOwed: false };
    return { pieces: kind < 7 ? [head, rest] : [bytes], isCut: false, isOwed };
  });
