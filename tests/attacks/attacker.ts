/**
 * Runs one attack in a process of its own, so that the attack does not slow down the probe: `attacker.ts NAME PORT
 * SECONDS [tls]`. The attack comes from 127.0.0.2 and up, the probe from other addresses. The process prints `begins`
 * when the first connection is open, attacks for SECONDS, prints the number of connections that it has opened, and ends.
 */
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { entryPath } from '../../shared/paths.ts';

const [name = '', port = '', seconds = '', transport, token = ''] = process.argv.slice(2);

interface Attack {
  connections: number;
  /** The number of addresses that the connections come from; 1 without it. */
  addresses?: number;
  /** Milliseconds after which a closed connection is opened again; 100 without it. */
  againMs?: number;
  /** The protocol over TLS; `none` for connections without a TLS handshake. HTTP/1.1 if absent. */
  protocol?: 'h2' | 'none';
  run: (socket: Socket) => void;
}

let opened = 0;
const begun = Promise.withResolvers<void>();

/** Opens a connection, and another one whenever it is closed. @param from last part of the source address. */
function keepConnected(from: number, attack: Attack): void {
  const { run, againMs = 100, protocol = 'http/1.1' } = attack;
  const isTls = transport === 'tls' && protocol !== 'none';
  const options = { host: '127.0.0.1', port: Number(port), localAddress: `127.0.0.${from}` };
  const socket: Socket = isTls
    ? connectTls({
        ...options,
        rejectUnauthorized: false,
        servername: 'localhost',
        ALPNProtocols: [protocol],
      })
    : connect(options);
  socket.on('error', () => {});
  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    opened += 1;
    begun.resolve();
    run(socket);
  });
  socket.once('close', () => setTimeout(keepConnected, againMs, from, attack));
}

const head = (line: string, ...fields: string[]): string =>
  `${[line, 'Host: localhost', ...fields].join('\r\n')}\r\n\r\n`;
const json = 'Content-Type: application/json';

let serial = 0;
/** Returns the body of a sign-up with nothing wrong in it, of an address of its own. */
function signupBody(): string {
  serial += 1;
  const email = `attack-${process.pid}-${serial}@attack.example`;
  return JSON.stringify({ email, source: 'hero', turnstileToken: null, formFillTime: 5000 });
}
/** Returns the whole request of such a sign-up. */
function signup(): string {
  const body = signupBody();
  return head('POST /api/signup HTTP/1.1', json, `Content-Length: ${body.length}`) + body;
}

/** Sends a request on each connection, and the next one as soon as a response comes. */
const inARow = (request: () => string): Attack => ({
  connections: 190,
  againMs: 10,
  run: (socket) => {
    socket.on('data', (data) => {
      if (data.includes('HTTP/1.1 ') && socket.writable) socket.write(request());
    });
    socket.write(request());
  },
});

/**
 * Keeps HTTP/2 streams with sign-ups open on each connection. Only a proxy speaks HTTP/2.
 * @param body of each sign-up. The body does not end if `isWhole` is false.
 */
const streams = (
  connections: number,
  again: number,
  isWhole: boolean,
  body: () => string,
): Attack => ({
  connections,
  againMs: 1_000,
  protocol: 'h2',
  run: (socket) => {
    const session = connectHttp2('https://localhost', { createConnection: () => socket });
    session.on('error', () => {});
    const open = () => {
      if (session.destroyed || session.closed) return;
      const text = body();
      const stream = session.request({
        ':method': 'POST',
        ':path': '/api/signup',
        'content-type': 'application/json',
        'content-length': String(isWhole ? text.length : 100),
      });
      stream.on('error', () => {}).on('close', () => setTimeout(open, again));
      stream.resume().write(text);
      if (isWhole) stream.end();
    };
    for (let number = 0; number < 100; number += 1) open();
  },
});

/** Returns a request that reads the attacker’s own entry, or, every second time, one that confirms the entry. */
function ownEntry(): string {
  serial += 1;
  // A page in brotli costs the server the most processor time.
  if (serial % 2 === 0)
    return head(`GET ${entryPath}?token=${token} HTTP/1.1`, 'Accept-Encoding: br');
  const body = new URLSearchParams({ token, action: 'confirm' }).toString();
  const form = 'Content-Type: application/x-www-form-urlencoded';
  return head(`POST ${entryPath} HTTP/1.1`, form, `Content-Length: ${body.length}`) + body;
}

/** Sends a request whose body has no end, as fast as the server reads it. */
const endless = (start: string, piece: string): Attack => ({
  connections: 8,
  run: (socket) => {
    socket.resume();
    socket.write(start);
    const send = () => {
      while (!socket.destroyed && socket.writable) {
        if (!socket.write(piece)) return;
      }
    };
    socket.on('drain', send);
    send();
  },
});

const attacks: Record<string, Attack> = {
  /** Paths of 15,000 slashes, because the server reads a head of at most 16 KB: 2.4 MB a second. */
  slashes: {
    connections: 4,
    run: (socket) => {
      socket.resume();
      const request = head(`GET ${'/'.repeat(15_000)}a HTTP/1.1`);
      const timer = setInterval(() => socket.write(request), 25);
      socket.once('close', () => clearInterval(timer));
    },
  },
  /** Pipelined requests, whose responses the attacker does not read. */
  pipelined: {
    connections: 30,
    againMs: 1_000,
    run: (socket) => {
      socket.pause();
      socket.write(head('GET / HTTP/1.1').repeat(2_400));
    },
  },
  'endless chunks': endless(
    head('POST /api/signup HTTP/1.1', json, 'Transfer-Encoding: chunked'),
    `10000\r\n${'x'.repeat(0x10000)}\r\n`,
  ),
  /** 100 MB announced and sent, to a path that answers before it has read them. */
  'announced bodies': endless(
    head('GET /privacy HTTP/1.1', 'Content-Length: 104857600'),
    'x'.repeat(0x10000),
  ),
  /** Connections that send nothing. */
  'silent connections': {
    connections: 4_000,
    addresses: 20,
    againMs: 1_000,
    protocol: 'none',
    run: (socket) => void socket.resume(),
  },
  /** 16 sign-ups at once on each connection. The first ones bring the visitor over the limit. */
  'pipelined sign-ups': {
    connections: 190,
    againMs: 10,
    run: (socket) => {
      socket.resume();
      socket.write(Array.from({ length: 16 }, signup).join(''));
    },
  },
  'sign-ups in a row': inARow(signup),
  /** A sign-up on each connection, which the attacker closes at once. */
  'sign-ups cut off': {
    connections: 190,
    againMs: 1,
    run: (socket) => void socket.write(signup(), () => socket.destroy()),
  },
  /** Requests that read and confirm the attacker’s own entry. */
  'entry in a row': inARow(ownEntry),
  /** 14 KB of `Accept` and `Accept-Encoding` with every request. */
  'long negotiation': {
    connections: 60,
    run: (socket) => {
      const long = 'a;q=0.1,'.repeat(870);
      // The redirect negotiates by Accept, or by nothing.
      const request = head('GET /contact HTTP/1.1', `Accept-Encoding: ${long}`, `Accept: ${long}`);
      socket.on('data', (data) => {
        if (data.includes('HTTP/1.1 ') && socket.writable) socket.write(request);
      });
      socket.write(request);
    },
  },
  /** 19,000 sign-ups whose bodies do not come. */
  'slow streams': streams(190, 1_000, false, () => '{'),
  /** 1,000 sign-ups at once, and the next one as soon as a response comes. */
  'streams of sign-ups': streams(10, 10, true, signupBody),
};

const attack = attacks[name];
if (!attack) throw new Error(`there is no attack named ${name}`);
for (let index = 0; index < attack.connections; index += 1) {
  keepConnected(2 + (index % (attack.addresses ?? 1)), attack);
}
// A busy machine may need more time to open thousands of connections than the attack lasts.
await begun.promise;
console.log('begins');
setTimeout(() => {
  console.log(opened);
  process.exit();
}, Number(seconds) * 1000);
