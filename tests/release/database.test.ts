import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ready, serverEntry } from '../support/built-server.ts';
import { type Cluster, createCluster, createDatabase, withSql } from '../support/postgres.ts';
import { type Running, start } from '../support/running-server.ts';
import { signUp } from '../support/sign-up.ts';
import { createSilentLine, type SilentLine } from './silent-line.ts';

let cluster: Cluster;
let line: SilentLine;
let server: Running;

beforeAll(async () => {
  cluster = await createCluster();
  line = await createSilentLine(cluster.port);
  const address = new URL(await createDatabase(cluster, 'faults'));
  address.port = String(line.port);
  server = await start(serverEntry, {
    PORT: '0',
    DATABASE_URL: address.href,
    IP_HASH_SECRET: 'faults-hash-secret',
    SIGNUP_LIMIT_PER_VISITOR_HOUR: '1000000',
  });
  await ready(server);
});

afterAll(async () => {
  await server.stop();
  await line.close();
  await cluster.remove();
});

/** How so many sign-ups end that every connection of the pool is in use. */
const crowd = async (): Promise<Set<number>> =>
  new Set(await Promise.all(Array.from({ length: 40 }, () => signUp(server.url))));

const expectRecovery = () =>
  vi.waitFor(async () => expect(await signUp(server.url)).toBe(200), {
    timeout: 30_000,
    interval: 100,
  });

const expectPages = async () => expect((await fetch(server.url)).status).toBe(200);

test('where PostgreSQL ends every connection, sign-ups are taken again by themselves', async () => {
  expect(await signUp(server.url)).toBe(200);
  await withSql(
    cluster.adminUrl,
    (sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'faults'`,
  );
  await expectPages();
  await expectRecovery();
});

test('where its connections fall silent, nobody waits for ever, and sign-ups are taken again', async () => {
  expect(await crowd()).toEqual(new Set([200]));
  line.fallSilent();
  expect(await crowd()).toEqual(new Set([503]));
  await expectPages();
  await expectRecovery();
});
