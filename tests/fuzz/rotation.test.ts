import { once } from 'node:events';
import { Agent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { ask } from '../support/ask.ts';
import { startReady } from '../support/built-server.ts';
import { programs, startCaddy, startNginx } from '../support/proxies.ts';
import { goodSignup } from '../support/sign-up.ts';
import { type Sending, sending } from './requests.ts';

const requests = 5_000;
const together = 24;
/** Requests from one address: fewer than nginx allows a visitor at once. */
const perAddress = 20;
const seed = Number(process.env.FUZZ_SEED ?? 20_261_123);
/** Milliseconds of silence after which the test closes a connection: with a whole request, and with any other. */
const timeoutMs = { owed: 10_000, perhaps: 100 } as const;
/** Milliseconds between two requests of a visitor: below the request rate that nginx allows. */
const paceMs = 40;

const get = (line: string, ...more: string[]): Sending => {
  const text = [line, 'Host: localhost', 'Connection: close', ...more, '', ''].join('\r\n');
  return { pieces: [Buffer.from(text, 'latin1')], isCut: false, isOwed: true };
};
/** A request whose body Caddy cannot read. Caddy counts the error as a failure of the replica, and rests it for a second. */
const brokenBody = get('GET / HTTP/1.1', 'Transfer-Encoding: chunked', '', 'no length');
/** Requests that a proxy may pass on and Node’s parser refuses, and one that a proxy itself refuses. */
const refused = [
  brokenBody,
  get('FOO / HTTP/1.1'),
  get('GET /caf\u00c3\u00a9 HTTP/1.1'),
  get('GET / HTTP/1.1', 'X-Odd: \u007f'),
  get('GET / HTTP/1.1', ...['A', 'B', 'C'].map((name) => `${name}: ${'x'.repeat(6_000)}`)),
  get('GET / HTTP/1.1', ...['A', 'B', 'C', 'D'].map((name) => `${name}: ${'x'.repeat(5_000)}`)),
];

/**
 * What a request has whose body Caddy cannot read. Caddy itself answers 502 to such a request, or 503 when a request before
 * it made Caddy rest the replicas. The replicas are well meanwhile.
 */
const unreadableByCaddy = /^transfer-encoding:/im;

/** Sends to a proxy over a connection of its own, from the address of its turn. Returns the response. */
async function send(
  port: number,
  { pieces, isCut, isOwed }: Sending,
  turn: number,
): Promise<string> {
  const from = Math.floor(turn / perAddress);
  const options = {
    host: '127.0.0.1',
    port,
    localAddress: `127.7.${from >> 8}.${from & 255}`,
    servername: 'localhost',
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
  };
  const socket = connect(options);
  let heard = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    heard += text;
  });
  socket
    .on('error', () => {})
    .setTimeout(isOwed ? timeoutMs.owed : timeoutMs.perhaps, () => socket.destroy());
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([once(socket, 'secureConnect').catch(() => {}), closed]);
  for (const piece of pieces) if (socket.writable) socket.write(piece);
  if (isCut) socket.destroy();
  await closed;
  return heard;
}

test.for([
  { name: 'nginx', start: startNginx, program: programs.nginx },
  { name: 'caddy', start: startCaddy, program: programs.caddy },
])(
  'no request of a fuzzer takes a replica out of rotation behind $name: a visitor and a prospect meet no failure (needs $name)',
  async ({ start, program }, { skip, annotate }) => {
    if (!program) skip();
    const folder = temporaryFolder();
    const environment = { TRUST_PROXY: '1', SITE_ORIGIN: 'https://localhost' };
    const replicas = [await startReady(folder, environment), await startReady(folder, environment)];
    const proxy = await start(replicas.map(({ url }) => Number(new URL(url).port)));

    let isOver = false;
    const met: string[] = [];
    /** Sends requests over one connection until the fuzzer has ended, and at least ten. Returns how many. */
    async function visit(localAddress: string, path: string, bodyOf?: () => string) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      let times = 0;
      for (; !isOver || times < 10; times += 1) {
        const body = bodyOf?.();
        const method = body === undefined ? 'GET' : 'POST';
        const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
        const options = { path, method, headers, agent, localAddress, timeout: 10_000 };
        const outcome = await ask(proxy.port, options, body).catch((error: Error) => error.message);
        if (outcome !== 200) met.push(`${path}: ${outcome}`);
        await pause(paceMs);
      }
      agent.destroy();
      return times;
    }
    const visits = [
      visit('127.0.6.1', '/'),
      visit('127.0.6.2', '/api/signup', () => JSON.stringify(goodSignup())),
    ];

    const crowd = fc.sample(sending, { seed, numRuns: requests }).flatMap((sent, turn) => {
      const odd = turn % 6 === 0 ? refused[(turn / 6) % refused.length] : undefined;
      return odd ? [sent, odd] : [sent];
    });
    const statuses = new Map<string, number>();
    const unserved: string[] = [];
    let next = 0;
    const fuzz = async () => {
      for (let turn = next++; turn < crowd.length; turn = next++) {
        const sent = crowd[turn];
        const heard = sent ? await send(proxy.port, sent, turn) : '';
        const status = /^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 'none';
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const text = Buffer.concat(sent?.pieces ?? []).toString('latin1');
        if (/^50[23]$/.test(status) && !unreadableByCaddy.test(text)) unserved.push(text);
      }
    };
    await Promise.all(Array.from({ length: together }, fuzz));
    isOver = true;
    const times = await Promise.all(visits);
    const answered = [...statuses].toSorted().map(([status, count]) => `${count} × ${status}`);
    await annotate(`${times.join(' + ')} requests beside the fuzzer’s: ${answered.join(', ')}`);
    expect(met).toEqual([]);
    expect(unserved).toEqual([]);
  },
);
