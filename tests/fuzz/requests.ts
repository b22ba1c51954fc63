import { gzipSync } from 'node:zlib';
import fc from 'fast-check';

/** The bytes that the fuzzer sends over one connection. */
export interface Sending {
  /** The fuzzer writes each piece in its own turn of the event loop. */
  pieces: readonly Buffer[];
  /** Whether the fuzzer resets the connection after the last piece. */
  isCut: boolean;
  /** Whether the request is whole and consistent, so that the server must answer it. */
  isOwed: boolean;
}

/** Returns the parts of a text between its bars. */
const each = (text: string): string[] => text.trim().split(/\s*\|\s*/);

/** Returns a request as text, one character for each byte. The server closes the connection after the response. */
const request = (line: string, body: string | Buffer = '', ...headers: string[]): string => {
  const bytes = Buffer.from(body);
  const more = bytes.length === 0 ? headers : [...headers, `Content-Length: ${bytes.length}`];
  const head = [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...more].join('\r\n');
  return `${head}\r\n\r\n${bytes.toString('latin1')}`;
};
const json = 'Content-Type: application/json';
const form = 'Content-Type: application/x-www-form-urlencoded';
const zipped = 'Content-Encoding: gzip';
const post = (body: string | Buffer, ...headers: string[]) =>
  request('POST /api/signup', body, ...headers);

const targets = each(`
  / | /upload | /upload/ | /contact | /contact?a=1 | /early-access/joined | /healthz | /readyz | /metrics
  | /robots.txt | /favicon.svg | /share/home.png | /assets/ | /api/ | /api/signup | /nothing | /.env
  | /constructor | /__proto__ | /.git/config | /dist/server/index.js | /..%2f..%2f..%2fetc%2fpasswd
  | /assets/%2e%2e/%2e%2e/package.json | //evil.example/ | ///evil.example/upload/ | /upload/?//evil.example
  | /\\evil.example/upload/ | /%2f%2fevil.example/upload/ | /%5cevil.example/upload/ | upload | * | /%zz
  | http://evil.example/upload/ | HTTP://evil.example:99999/ | http://@evil.example/upload// | /%E0%A4%A
  | http:///evil.example/contact | http:\\\\evil.example\\contact | javascript:alert(1) | evil.example:443
  | /contact?//evil.example | /<script>alert(1)</script> | /?a=<script>alert(1)</script> | /%00
  | /upload%0d%0aX-Injected:%20yes/ | /upload%0aSet-Cookie:%20a=b/ | /?a[]=1&__proto__[x]=1`);
const signup = '{"email":"fuzz@fuzz.example","source":"hero","formFillTime":2500,"userAgent":"a"}';
const bodies = [
  signup,
  '{',
  '\ufeff{}',
  '{"email":7,"source":["nav"],"turnstileToken":{},"formFillTime":"2500","userAgent":null}',
  '{"__proto__":{"email":"a@fuzz.example","formFillTime":9999}}',
  `{"email":${'['.repeat(3000)}${']'.repeat(3000)}}`,
  `{"email":"a@b.co\\r\\nBcc: b@b.co","formFillTime":1e308,"turnstileToken":"${'x'.repeat(2049)}"}`,
  '{"email":"\\ud800@a.example","formFillTime":-1,"userAgent":"\\u0000\\u0007"}',
  `{"email":"${'x'.repeat(9000)}"}`,
];
const forms = ['email=form%40fuzz.example', 'email=a&email[c]=d', '%=&=&&', 'a=1&'.repeat(1500)];

/** Requests that the server must answer, with any status. */
const answered = [
  ...targets.flatMap((target) => [request(`GET ${target}`), request(`POST ${target}`, '{}', json)]),
  ...each('HEAD|OPTIONS|PUT|DELETE|TRACE|get|GETT').map((method) => request(`${method} /upload`)),
  ...bodies.map((body) => post(body, json)),
  ...forms.map((body) => post(body, form)),
  ...[`${json}; charset=utf-16`, 'Content-Type: ;;;'].map((type) => post(signup, type)),
  ...[signup, Buffer.alloc(4_000_000)].map((data) => post(gzipSync(data), json, zipped)),
  request('POST /api/opened', '{"source":"nav"}', json),
  request(`GET /${'%41'.repeat(2_500)}`),
  request('GET /').replace('HTTP/1.1', 'HTTP/1.0'),
];
/** Headers that a proxy or the server reads. None of them changes where the request ends. */
const headers = each(`
  Origin: http://evil.example | Origin: null | Origin: http://[ | Origin: file:// | X-Request-Id: a b
  | Sec-Fetch-Site: same-origin | Sec-Fetch-Site: cross-site | Accept-Encoding: br | Range: bytes=0-0,1-1
  | Accept-Encoding: identity;q=0 | Accept-Encoding: br;q=x, gzip;q=2 | Range: x | If-None-Match: *
  | If-None-Match: W/"a", "b" | If-None-Match: ${','.repeat(500)} | Authorization: Bearer x
  | X-Forwarded-For: evil | X-Forwarded-For: ${'1.1.1.1,'.repeat(200)} | X-Forwarded-Host: evil.example
  | X-Original-URL: /metrics | X-Deckwright-Proxy-Secret: guess | Cookie: a=${'x'.repeat(4_000)}`);
/** Texts that a parser understands. The fuzzer inserts them at wrong places. */
const dictionary = [
  ...each(
    `/ | // | /../ | \\ | %00 | %0d%0a | %ff | %zz | ; | < | " | ' | # | ? | @ | : | * | , | [ | ] | { | }`,
  ),
  ...['\r\n', '\n', '\r', '\r\n\r\n', '\t', '\u0000', '\u007f', '\u00e9\u00ff', '-1', '__proto__'],
  ...each(`
    Transfer-Encoding: chunked | Transfer-Encoding: chunked, chunked | Transfer-Encoding: gzip
    | Content-Length: 0 | Content-Length: -1 | Content-Length: +1 | Content-Length: 0x10
    | Content-Length: 1, 1 | Content-Length: ${'9'.repeat(20)} | Host: evil.example | Host: [::1 | Host:
    | Expect: 100-continue | Expect: wonders | Upgrade: h2c\r\nConnection: upgrade | : nameless
    | Connection: close, Content-Length | X-Fold: a\r\n b | X-Long: ${'x'.repeat(20_000)}
    | Transfer-Encoding: chunked\r\n\r\nzz | Transfer-Encoding: chunked\r\n\r\n5\r\nab`).map(
    (line) => `\r\n${line}`,
  ),
];
const nonsense = [
  Buffer.from('160301020001000001fc0303', 'hex').toString('latin1'),
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n',
  ...['\r\n\r\n\r\n\r\n', 'GET /\r\n\r\n', 'a'.repeat(30_000)],
];

const whole = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...answered) },
      fc.json().map((body) => post(body, json)),
    ),
    fc.array(fc.constantFrom(...headers), { maxLength: 3 }),
  )
  .map(([text, more]) => text.replace('\r\n', () => ['', ...more, ''].join('\r\n')));

/** Inserts a text at the end of a line or at any place, removes a part, or repeats a part 100 times. */
const mutation = fc
  .tuple(fc.nat(400), fc.nat(30), fc.constantFrom(...dictionary), fc.nat(3))
  .map(([at, length, more, kind]) => (text: string) => {
    const lineEnd = text.indexOf('\r\n', at);
    const place = kind === 0 && lineEnd > 0 ? lineEnd : at;
    const part = text.slice(place, place + length);
    const put = [more, more + part, '', part.repeat(100)][kind] ?? '';
    return text.slice(0, place) + put + text.slice(place + (kind === 0 ? 0 : length));
  });
const mutated = fc
  .tuple(whole, fc.array(mutation, { minLength: 1, maxLength: 4 }))
  .map(([text, changes]) => changes.reduce((changed, change) => change(changed), text));

const sent = (isOwed: boolean, isCut: boolean, ...pieces: string[]): Sending => ({
  pieces: pieces.map((piece) => Buffer.from(piece, 'latin1')),
  isCut,
  isOwed,
});

const spoilt = fc.oneof(
  mutated,
  fc.tuple(mutated, whole).map((texts) => texts.join('')),
  fc.constantFrom(...nonsense),
);

/**
 * The bytes to send: a whole request in two pieces; a changed request, two requests in a row or bytes that are no request;
 * or the beginning of a request.
 */
export const sending = fc.oneof(
  fc.tuple(whole, fc.nat(400)).map(([text, at]) => {
    return sent(true, false, text.slice(0, at), text.slice(at));
  }),
  spoilt.map((text) => sent(false, false, text)),
  fc.tuple(whole, fc.nat(400), fc.boolean()).map(([text, at, isCut]) => {
    return sent(false, isCut, text.slice(0, at));
  }),
);
