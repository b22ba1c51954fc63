import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createBackend } from '../../server/backends/create.ts';
import { testSettings } from '../../server/testing/settings.ts';
import { silentLog } from '../../server/testing/silent-log.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { ask } from '../support/ask.ts';
import { type Running, startReady } from '../support/built-server.ts';
import { createCluster, createDatabase } from '../support/postgres.ts';
import { programs, startNginx } from '../support/proxies.ts';
import { goodSignup } from '../support/sign-up.ts';

const cluster = await createCluster();
const DATABASE_URL = await createDatabase(cluster.port, 'frozen');
const settings = testSettings({ DATABASE_URL, IP_HASH_SECRET: 'frozen-hash-secret' });

/** Sends a signal to the postmaster and every process that it has started. */
function signal(name: 'SIGSTOP' | 'SIGCONT'): void {
  const [line = ''] = readFileSync(join(cluster.folder, 'postmaster.pid'), 'utf8').split('\n');
  const children = readFileSync(`/proc/${line}/task/${line}/children`, 'utf8').trim().split(' ');
  for (const pid of [line, ...children]) {
    try {
      process.kill(Number(pid), name);
    } catch (error) {
      // A process of a closed connection may end before it gets the signal.
      if (Object(error).code !== 'ESRCH') throw error;
    }
  }
}
atEnd(() => signal('SIGCONT'));
afterEach(() => vi.useRealTimers());

const sender = { visitor: '2001:db8::1', requestId: 'frozen' };
const newBackend = async () => {
  const backend = await createBackend({ settings, log: silentLog, metrics: null });
  atEnd(backend.close);
  return backend;
};

test('while PostgreSQL is frozen every sign-up is answered within 6 s, and is saved once it goes on', async () => {
  const backend = await newBackend();
  await backend.open();
  const submit = () => backend.submit(goodSignup(), sender);
  expect(await submit()).toMatchObject({ ok: true });
  signal('SIGSTOP');
  // Only time is false here: the sockets and the database are real.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  // The first round finds an open connection, the second one has to connect. 30 are more than the pool has connections.
  for (const round of [1, 2]) {
    const answers: unknown[] = [];
    for (let number = 0; number < 30; number += 1) void submit().then((one) => answers.push(one));
    for (let second = 0; second < 6; second += 1) await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect([round, answers.length]).toEqual([round, 30]));
    expect(answers).toEqual(Array(30).fill(expect.objectContaining({ code: 'unavailable' })));
  }
  signal('SIGCONT');
  vi.useRealTimers();
  await expect.poll(submit).toMatchObject({ ok: true });
});

/** Seconds of the attack: more than nginx waits for a response. */
const attackSeconds = 25;

test.runIf(programs.nginx)(
  'while PostgreSQL is frozen and one visitor sends 60 sign-ups at once, nginx serves each page to other visitors (needs nginx)',
  async () => {
    const environment = {
      DATABASE_URL: await createDatabase(cluster.port, 'frozen_behind_nginx'),
      IP_HASH_SECRET: 'frozen-hash-secret',
      TRUST_PROXY: '1',
      SITE_ORIGIN: 'https://localhost',
    };
    const startReplica = () => startReady(temporaryFolder(), environment);
    const portOf = ({ url }: Running) => Number(new URL(url).port);
    const proxy = await startNginx([portOf(await startReplica()), portOf(await startReplica())]);
    const headers = { 'Content-Type': 'application/json' };
    // The attacker waits for each response, because nginx counts no failure when the client leaves first.
    const patient = { agent: false, timeout: 60_000 };
    const signup = {
      path: '/api/signup',
      method: 'POST',
      headers,
      localAddress: '127.0.7.1',
      ...patient,
    };
    let isOver = false;
    const attack = async () => {
      while (!isOver) {
        await ask(proxy.port, signup, JSON.stringify(goodSignup())).catch(() => 0);
        await wait(100);
      }
    };
    signal('SIGSTOP');
    const attacks = Array.from({ length: 60 }, attack);
    const statuses: number[] = [];
    try {
      for (const end = performance.now() + attackSeconds * 1_000; performance.now() < end; ) {
        statuses.push(await ask(proxy.port, { path: '/', localAddress: '127.0.7.2' }));
        await wait(100);
      }
    } finally {
      isOver = true;
      signal('SIGCONT');
      await Promise.all(attacks);
    }
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(statuses.length).toBeGreaterThan(attackSeconds);
  },
);
