import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ready, serverEntry } from '../support/built-server.ts';
import { type Cluster, createCluster, createDatabase, withSql } from '../support/postgres.ts';
import { type Running, start } from '../support/running-server.ts';
import { signUp } from '../support/sign-up.ts';

let cluster: Cluster;
let server: Running;

beforeAll(async () => {
  cluster = await createCluster();
  server = await start(serverEntry, {
    PORT: '0',
    DATABASE_URL: await createDatabase(cluster, 'faults'),
    IP_HASH_SECRET: 'faults-hash-secret',
    SIGNUP_LIMIT_PER_VISITOR_HOUR: '1000000',
  });
  await ready(server);
});

afterAll(async () => {
  await server.stop();
  await cluster.remove();
});

/** Sends a signal to every process of PostgreSQL that serves a connection of ours. */
async function signal(name: 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const backends = await withSql(
    cluster.adminUrl,
    (sql) => sql`select pid from pg_stat_activity where usename = 'faults'`,
  );
  expect(backends.length).toBeGreaterThan(0);
  for (const { pid } of backends) process.kill(pid, name);
}

/** How so many sign-ups end that every connection of the pool is in use. */
const crowd = async (): Promise<Set<number>> =>
  new Set(await Promise.all(Array.from({ length: 40 }, () => signUp(server.url))));

/** Pages go on, and sign-ups are taken again by themselves. */
async function expectRecovery(): Promise<void> {
  expect((await fetch(server.url)).status).toBe(200);
  await expect.poll(() => signUp(server.url), { timeout: 30_000, interval: 100 }).toBe(200);
}

test('where PostgreSQL ends every connection, sign-ups are taken again', async () => {
  expect(await signUp(server.url)).toBe(200);
  await signal('SIGTERM');
  await expectRecovery();
});

test('where its connections fall silent, nobody waits for ever, and sign-ups are taken again', async () => {
  expect(await crowd()).toEqual(new Set([200]));
  await signal('SIGSTOP');
  onTestFinished(() => signal('SIGCONT'));
  // Connections that are made meanwhile are as they should be.
  expect([...(await crowd())].filter((status) => status !== 200)).toEqual([503]);
  await expectRecovery();
});
