import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { atEnd } from '../../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { connect, tlsOf } from './connection.ts';

const folder = temporaryFolder();
const pem = (name: string) => `-----BEGIN ${name}-----\n`;

/** Writes a file into the folder of the test. @returns its path. */
function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const [root, certificate, key] = ['root', 'certificate', 'key'].map((name) =>
  write(name, pem(name)),
);

const read = (query: string) => tlsOf(new URL(`postgres://site@db.example/site?${query}`));
const own = `sslcert=${certificate}&sslkey=${key}`;
const files = { cert: pem('certificate'), key: pem('key') };
const host = 'db.example';

describe('the TLS of an address is', () => {
  test.each([
    ['off without a mode', '', false],
    ['off with disable', 'sslmode=disable', false],
    ['tried with prefer', 'sslmode=prefer', 'prefer'],
    ['tried with allow', 'sslmode=allow', 'prefer'],
    ['unverified with require', 'sslmode=require', { rejectUnauthorized: false }],
    [
      'unverified with require, and sends the client’s certificate',
      `sslmode=require&${own}`,
      { ...files, rejectUnauthorized: false },
    ],
    ['verified with the host name with verify-full', 'sslmode=verify-full', { host }],
    [
      'verified with the system’s roots with sslrootcert=system',
      `sslrootcert=system&${own}`,
      { ...files, host },
    ],
    [
      'verified with the root and the host name with a root alone',
      `sslrootcert=${root}`,
      { ca: pem('root'), host },
    ],
  ])('%s', async (_how, query, expected) => {
    expect(await read(query)).toEqual(expected);
  });

  test.each(['verify-ca', 'require'])(
    'verified with the root and for any host name with %s and a root',
    async (mode) => {
      const tls = Object(await read(`sslmode=${mode}&sslrootcert=${root}&${own}`));
      const checkServerIdentity = expect.any(Function);
      expect(tls).toEqual({ ca: pem('root'), ...files, checkServerIdentity });
      expect(tls.checkServerIdentity('elsewhere.example', {})).toBeUndefined();
    },
  );
});

test.each([
  ['that is missing', '/nowhere/root.crt', 'no such file'],
  ['without PEM in it', write('empty', 'nothing'), `${join(folder, 'empty')} holds none`],
])('an address with a certificate %s is refused with its path', async (_what, path, why) => {
  const refused = expect(read(`sslmode=verify-full&sslrootcert=${path}`)).rejects;
  await refused.toThrow('a certificate of the database’s address cannot be read');
  const again = expect(read(`sslmode=verify-full&sslrootcert=${path}`)).rejects;
  await again.toThrow(why);
});

/** Starts a load balancer without a database behind it, which closes every connection. */
async function startBalancer() {
  const times: number[] = [];
  const balancer = createServer((socket) => {
    times.push(performance.now());
    socket.destroy();
  }).listen(0, '127.0.0.1');
  atEnd(() => balancer.close());
  await once(balancer, 'listening');
  const { port } = balancer.address() as AddressInfo;
  return { times, url: `postgres://site@127.0.0.1:${port}/nothing` };
}

test('one connection opens a socket at most every 250 ms while a load balancer closes each socket at once', async () => {
  const { times, url } = await startBalancer();
  const sockets: (Socket & { host?: string })[] = [];
  const sql = await connect(url, { max: 1 }, (socket) => void sockets.push(socket));
  const asked = sql`select 1`.catch((error: Error) => error);
  await vi.waitUntil(() => times.length >= 3, 10_000);
  await sql.end({ timeout: 0 });
  expect(await asked).toBeInstanceOf(Error);
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  // A timer may end a millisecond early.
  for (const wait of waits) expect(wait).toBeGreaterThan(240);
  expect(sockets.length).toBeGreaterThanOrEqual(times.length);
  expect(sockets[0]?.host).toBe('127.0.0.1');
});

test('a connection that was ended opens no further socket', async () => {
  const { times, url } = await startBalancer();
  const sql = await connect(url, { max: 1 });
  const asked = sql`select 1`.catch((error: Error) => error);
  await vi.waitUntil(() => times.length === 1, 10_000);
  await sql.end({ timeout: 0 });
  await asked;
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(times).toHaveLength(1);
});

test('the parameters of TLS do not reach the database as settings', async () => {
  const heard = Promise.withResolvers<string>();
  const database = createServer((socket) => {
    socket.once('data', (bytes) => {
      heard.resolve(bytes.toString('latin1'));
      socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  atEnd(() => database.close());
  await once(database, 'listening');
  const { port } = database.address() as AddressInfo;
  const parameters = 'sslmode=disable&sslcert=/c&sslkey=/k&application_name=ours';
  const sql = await connect(`postgres://site@127.0.0.1:${port}/site?${parameters}`, { max: 1 });
  sql`select 1`.catch(() => {});
  const startup = await heard.promise;
  await sql.end({ timeout: 0 });
  expect(startup).toContain('application_name\0ours');
  expect(startup).not.toContain('ssl');
});
