import { expect, inject, onTestFinished, test } from 'vitest';
import { ready, start } from '../support/built-server.ts';
import { adminUrl, query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';

/** Sends a signal to every process of PostgreSQL that serves a connection of ours. */
async function signal(name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const all = "select pid from pg_stat_activity where usename = 'faults'";
  const backends = await query(adminUrl(inject('postgresPort')), all);
  expect(backends.length).toBeGreaterThan(0);
  for (const { pid } of backends) process.kill(Number(pid), name);
}

test('where PostgreSQL’s connections fall silent, nobody waits for ever, and sign-ups are taken again', async () => {
  const server = await start({
    DATABASE_URL: await newDatabase('faults'),
    IP_HASH_SECRET: 'faults-hash-secret',
    TRUST_PROXY: '1',
  });
  await ready(server);
  /** Sends so many sign-ups that every connection of the pool is in use. Returns their statuses. */
  const crowd = async () =>
    new Set(
      await Promise.all(
        Array.from({ length: 40 }, (_, visitor) =>
          signUp(server.url, goodSignup(), { 'X-Forwarded-For': `192.0.2.${visitor}` }),
        ),
      ),
    );
  expect(await crowd()).toEqual(new Set([200]));
  await signal('SIGSTOP');
  onTestFinished(() => signal('SIGCONT'));
  // New connections work.
  expect([...(await crowd())].filter((status) => status !== 200)).toEqual([503]);
  expect((await fetch(server.url)).status).toBe(200);
  await expect.poll(() => signUp(server.url), { timeout: 30_000, interval: 100 }).toBe(200);
});
