import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import type { Finding } from '../../cli/commands/check/report.ts';
import { runCommand } from '../../cli/testing/run-command.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { type Running, ready, start } from '../support/built-server.ts';
import {
  adminUrl,
  createCluster,
  createDatabase,
  query,
  startStandby,
} from '../support/postgres.ts';
import { signUp } from '../support/sign-up.ts';

/** Starts an address that leads to one of several databases, as a load balancer does. Open connections stay. */
async function startAddress(to: number) {
  const address = { to };
  const balancer = createServer((client) => {
    const database = connect(address.to, '127.0.0.1');
    client.pipe(database).pipe(client);
    const close = () => {
      client.destroy();
      database.destroy();
    };
    for (const side of [client, database]) side.on('error', close).on('close', close);
  }).listen(0, '127.0.0.1');
  atEnd(() => balancer.close());
  await once(balancer, 'listening');
  return Object.assign(address, { port: (balancer.address() as AddressInfo).port });
}

/** Waits until `/readyz` has a status. An answer of `/readyz` may be a second old. */
const untilReadiness = ({ url }: Running, status: number) =>
  vi.waitUntil(async () => (await fetch(`${url}/readyz`)).status === status, { timeout: 10_000 });

/** Sends sign-ups until the database takes none. Returns when it took the last one. */
const untilRefused = (server: Running) =>
  vi.waitUntil(async () => (await signUp(server.url)) === 503, { timeout: 30_000, interval: 100 });

test('after a failover to a standby and back every sign-up is taken, and while the address leads to the standby /readyz and check --live say so', async () => {
  const primary = await createCluster();
  const database = new URL(await createDatabase(primary.port, 'failover'));
  const standby = await startStandby(primary);
  const address = await startAddress(primary.port);
  database.port = `${address.port}`;
  const settings = { DATABASE_URL: database.href, IP_HASH_SECRET: 'x'.repeat(16) };
  const server = await start(settings);
  await ready(server);
  expect(await signUp(server.url)).toBe(200);

  address.to = standby.port;
  await primary.stop();
  await untilRefused(server);
  await untilReadiness(server, 503);
  const { out } = await runCommand('check --live --json', {
    ...settings,
    PORT: new URL(server.url).port,
  });
  const { live } = JSON.parse(out) as { live: Finding[] };
  const why = expect.stringContaining('the address leads to a standby, which only reads');
  expect(live.find(({ name }) => name === 'database')).toMatchObject({ problem: why });
  expect(live.find(({ name }) => name === 'server')).toMatchObject({ problem: why });
  expect(out).not.toContain('failover:failover');

  // The sessions of the pool lead to the standby, and stay open.
  await primary.start();
  address.to = primary.port;
  for (let sent = 0; sent < 20; sent += 1) expect(await signUp(server.url)).toBe(200);
  await untilReadiness(server, 200);

  address.to = standby.port;
  await primary.stop();
  await untilRefused(server);
  await query(adminUrl(standby.port), 'select pg_promote()');
  await vi.waitUntil(async () => (await signUp(server.url)) === 200, { timeout: 10_000 });
  for (let sent = 0; sent < 20; sent += 1) expect(await signUp(server.url)).toBe(200);
  await untilReadiness(server, 200);
});
