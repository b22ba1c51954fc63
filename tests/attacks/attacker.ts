/**
 * One attack, in a process of its own, so that it does not slow down who measures it: `attacker.ts NAME PORT SECONDS
 * [tls]`. It comes from 127.0.0.2 and up; whoever is measured comes from 127.0.0.1. Ends by itself.
 */
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

const [name = '', port = '', seconds = '', transport] = process.argv.slice(2);
const until = Date.now() + Number(seconds) * 1000;

interface Attack {
  connections: number;
  /** From so many addresses. */
  addresses?: number;
  /** Milliseconds before a connection that was closed is opened again. */
  againMs?: number;
  run: (socket: Socket) => void;
}

/** Opens a connection, and another whenever it is closed. @param from last part of the address it comes from. */
function keepConnected(from: number, attack: Attack): void {
  const { run, againMs = 100 } = attack;
  if (Date.now() > until) return;
  const options = { host: '127.0.0.1', port: Number(port), localAddress: `127.0.0.${from}` };
  const socket: Socket =
    transport === 'tls'
      ? connectTls({ ...options, rejectUnauthorized: false, servername: 'localhost' })
      : connect(options);
  socket.on('error', () => {});
  socket.once(transport === 'tls' ? 'secureConnect' : 'connect', () => run(socket));
  socket.once('close', () => setTimeout(keepConnected, againMs, from, attack));
}

const head = (line: string, ...fields: string[]): string =>
  `${[line, 'Host: localhost', ...fields].join('\r\n')}\r\n\r\n`;
const json = 'Content-Type: application/json';

/** A request whose body has no end, sent as fast as the other end reads. */
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
  /** Paths that are nothing but slashes, near the largest head that is read: 2.4 MB a second. */
  slashes: {
    connections: 4,
    run: (socket) => {
      socket.resume();
      const request = head(`GET ${'/'.repeat(15_000)}a HTTP/1.1`);
      const timer = setInterval(() => socket.write(request), 25);
      socket.once('close', () => clearInterval(timer));
    },
  },
  /** Requests in a row, whose answers nobody reads. */
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
  /** 100 MB announced and sent, at an address that answers early. */
  'announced bodies': endless(
    head('GET /privacy HTTP/1.1', 'Content-Length: 104857600'),
    'x'.repeat(0x10000),
  ),
  /** Connections that say nothing, as many as each address gets. */
  'silent connections': {
    connections: 4_000,
    addresses: 4,
    againMs: 1_000,
    run: (socket) => void socket.resume(),
  },
};

const attack = attacks[name];
if (!attack) throw new Error(`there is no attack named ${name}`);
for (let index = 0; index < attack.connections; index += 1) {
  keepConnected(2 + (index % (attack.addresses ?? 1)), attack);
}
setTimeout(() => process.exit(), Number(seconds) * 1000);
