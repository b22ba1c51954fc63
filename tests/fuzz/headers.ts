import type { Random } from './random.ts';

export type Header = readonly [name: string, value: string];

const odd = [
  '',
  ' ',
  'null',
  '*',
  '\u00ff\u00fe',
  'a\tb',
  'a,b;c="d"',
  '<script>alert(1)</script>',
  'x'.repeat(2_000),
  `${'a,'.repeat(900)}a`,
  '../../etc/passwd',
  '-1',
  '99999999999999999999',
] as const;

/** Header → values that mean something to somebody on the way. */
const meaningful = {
  Origin: ['http://evil.example', 'null', 'https://localhost', 'http://[', 'file://'],
  'Sec-Fetch-Site': ['same-origin', 'cross-site', 'none', 'x'],
  'Accept-Encoding': ['br', 'gzip', 'identity;q=0', '*;q=0', 'br;q=x, gzip;q=2', 'gzip;q=0.001'],
  'If-None-Match': ['*', '"a"', 'W/"a", "b"', '"', ','.repeat(500)],
  'If-Modified-Since': ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  Range: ['bytes=0-1', 'bytes=-1', 'bytes=0-0,1-1,2-2', 'x'],
  'X-Forwarded-For': ['203.0.113.1', 'evil', '::1, ::2', '1.1.1.1,'.repeat(200)],
  'X-Forwarded-Host': ['evil.example'],
  'X-Forwarded-Proto': ['https', 'javascript'],
  Forwarded: ['for=1.1.1.1;host=evil.example;proto=https'],
  'X-Original-URL': ['/metrics', '//evil.example'],
  'X-Request-Id': ['ok-1', 'a b', 'x'.repeat(100), '\u00ff'],
  'X-HTTP-Method-Override': ['DELETE'],
  'X-Deckwright-Visitor': ['203.0.113.7'],
  'X-Deckwright-Proxy-Secret': ['guess'],
  Authorization: ['Bearer x', 'Basic Og==', 'Bearer '],
  Cookie: ['a=b', `a=${'x'.repeat(4_000)}`],
  Expect: ['100-continue', 'wonders'],
  Upgrade: ['websocket', 'h2c', 'TLS/1.0'],
  Connection: ['close', 'keep-alive', 'upgrade', 'close, X-Request-Id', 'Content-Length'],
  TE: ['trailers', 'chunked'],
  Trailer: ['Content-Length', 'Host'],
  'Transfer-Encoding': ['chunked', 'identity', 'chunked, chunked', 'xchunked', ' chunked', 'gzip'],
  'Content-Length': ['0', '5', '-1', '+1', '0x10', '1, 1', '99999999999999999999', '1e3', ' '],
  'Content-Encoding': ['gzip', 'br', 'identity', 'x', 'gzip, gzip'],
  'User-Agent': ['fuzz', '() { :; }; echo', '{jndi:ldap://evil.example}'],
  Referer: ['http://evil.example/'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

const names = Object.keys(meaningful) as [keyof typeof meaningful];

function hosts(random: Random): Header[] {
  if (!random.oneIn(4)) return [['Host', 'localhost']];
  const bad = ['evil.example', '', 'a b', '[::1', 'evil.example:x', '\u00ff', 'x'.repeat(500)];
  const host: Header = ['Host', random.pick(bad as [string])];
  if (random.oneIn(3)) return [];
  return random.oneIn(3) ? [['Host', 'localhost'], host] : [host];
}

const one = (random: Random): Header => {
  const name = random.pick(names);
  return [name, random.oneIn(5) ? random.pick(odd) : random.pick(meaningful[name])];
};

/** Rare, and dear: past what the server reads. */
function excess(random: Random): Header[] {
  if (random.oneIn(3)) return [['X-Long', 'x'.repeat(8_000 + random.below(20_000))]];
  return Array.from({ length: 500 + random.below(2_500) }, (_, index) => [`X-${index}`, 'x']);
}

/** Names that are none, lines that are folded, and lines that are none. */
const malformed: readonly [Header, ...Header[]] = [
  ['X Space', 'x'],
  ['X-Fold', 'a\r\n b'],
  ['X-Nul', 'a\u0000b'],
  ['X-Cr', 'a\rX-Injected: yes'],
  ['X-Lf', 'a\nX-Injected: yes'],
  ['', 'nameless'],
  ['X\u00ff', 'x'],
  ['Content-Length ', '5'],
];

/** Everything above the body but its own length and type. */
export function headers(random: Random): Header[] {
  const list = [...hosts(random), ...Array.from({ length: random.below(6) }, () => one(random))];
  if (random.oneIn(60)) list.push(...excess(random));
  if (random.oneIn(30)) list.push(random.pick(malformed));
  if (random.oneIn(2)) list.push(['Connection', 'close']);
  return list;
}
