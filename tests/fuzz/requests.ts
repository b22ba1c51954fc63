import { body } from './bodies.ts';
import { type Header, headers } from './headers.ts';
import type { Random } from './random.ts';
import { target } from './targets.ts';

/** What goes over one connection. */
export interface Sending {
  /** Written one after the other, each in a turn of its own. */
  pieces: readonly Buffer[];
  /** Cuts the connection rudely after the last piece. */
  isCut: boolean;
  /** Nothing is missing and nothing contradicts itself: silence would be a fault. */
  isOwed: boolean;
  /** The answer has no body, whatever its length says. */
  isHead: boolean;
}

const usual = ['GET', 'GET', 'GET', 'GET', 'POST', 'POST', 'POST', 'HEAD'] as const;
const unusual = [
  'OPTIONS',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'M-SEARCH',
  'QUERY',
  'get',
  'GETT',
  '',
  'X'.repeat(300),
] as const;
const versions = [
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/1.2',
  'HTTP/2.0',
  'HTTP/0.9',
  'http/1.1',
  '',
] as const;

/** What makes it hard to say where a request ends, or whether it is one. */
const ambiguous = /^(content-length|transfer-encoding|expect|upgrade|connection|te|trailer)/i;

function chunked(random: Random, bytes: Buffer): Buffer {
  const size = random.pick([
    bytes.length.toString(16),
    bytes.length.toString(16),
    `${bytes.length.toString(16)};a=b`,
    `${bytes.length.toString(16)};${'a'.repeat(20_000)}`,
    'zz',
    '-1',
    'ffffffffffffffffff',
  ]);
  const trailer = random.pick(['', '', 'X-Trailer: a\r\n', 'Content-Length: 1\r\n']);
  return Buffer.concat([Buffer.from(`${size}\r\n`), bytes, Buffer.from(`\r\n0\r\n${trailer}\r\n`)]);
}

interface Framed {
  lines: Header[];
  bytes: Buffer;
  isAmbiguous: boolean;
}

/** A body with the headers that say how long it is; now and then they lie. */
function framedBody(random: Random): Framed {
  const { type, bytes, encoding } = body(random);
  const lines: Header[] = [['Content-Type', type]];
  if (encoding) lines.push(['Content-Encoding', encoding]);
  if (random.oneIn(8)) {
    lines.push(['Transfer-Encoding', 'chunked']);
    if (random.oneIn(4)) lines.push(['Content-Length', String(bytes.length)]);
    return { lines, bytes: chunked(random, bytes), isAmbiguous: true };
  }
  const isLie = random.oneIn(15);
  const length = isLie ? random.below(20_000) : bytes.length;
  lines.push(['Content-Length', String(length)]);
  return { lines, bytes, isAmbiguous: isLie };
}

const nothing: Framed = { lines: [], bytes: Buffer.alloc(0), isAmbiguous: false };

function request(random: Random) {
  const method = random.oneIn(6) ? random.pick(unusual) : random.pick(usual);
  const isHead = method === 'HEAD';
  const path = method === 'POST' && !random.oneIn(4) ? '/api/signup' : target(random);
  const version = random.oneIn(25) ? random.pick(versions) : 'HTTP/1.1';
  const hasBody = random.oneIn(method === 'POST' ? 1 : 10) && method !== 'CONNECT';
  const framed = hasBody ? framedBody(random) : nothing;
  const lines = [...headers(random), ...framed.lines];
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const bytes = Buffer.concat([
    Buffer.from(`${method} ${path} ${version}\r\n${head}\r\n`, 'latin1'),
    framed.bytes,
  ]);
  const isPlain =
    !framed.isAmbiguous &&
    method !== 'CONNECT' &&
    version.startsWith('HTTP/1.') &&
    !lines.some(
      ([name, value], at) =>
        ambiguous.test(name) && at < lines.length - framed.lines.length && value !== 'close',
    );
  return { bytes, isHead, isPlain };
}

/** What is no request at all. */
const garbage = (random: Random): Buffer =>
  random.pick([
    Buffer.from('160301020001000001fc0303', 'hex'),
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    Buffer.from('\r\n\r\n\r\n\r\n'),
    Buffer.from('GET /\r\n\r\n'),
    Buffer.from('SSH-2.0-fuzz\r\n'),
    Buffer.alloc(30_000, 'a'),
    Buffer.from(random.text('\u0000\u0001\u00ff\r\n :/G', 200), 'latin1'),
  ]);

function torn(random: Random, bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = 1 + random.below(Math.max(1, bytes.length >> 1));
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

/** The next thing to send. */
export function sending(random: Random): Sending {
  if (random.oneIn(40)) {
    return { pieces: [garbage(random)], isCut: false, isOwed: false, isHead: false };
  }
  const { bytes, isHead, isPlain } = request(random);
  switch (random.below(20)) {
    case 0:
      return { pieces: torn(random, bytes), isCut: false, isOwed: isPlain, isHead };
    case 1:
      return {
        pieces: [bytes.subarray(0, random.below(bytes.length))],
        isCut: random.oneIn(2),
        isOwed: false,
        isHead,
      };
    case 2: {
      const next = request(random);
      return { pieces: [bytes, next.bytes], isCut: random.oneIn(2), isOwed: false, isHead };
    }
    default:
      return { pieces: [bytes], isCut: false, isOwed: isPlain, isHead };
  }
}
