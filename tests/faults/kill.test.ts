import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { awayFromTheHour } from '../../shared/testing/hour.ts';
import { answerJson, createStandIn, resetting } from '../../shared/testing/stand-in.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { start, startReady } from '../support/built-server.ts';
import { signUp } from '../support/sign-up.ts';
import { missingFrom, writers, writeUntil } from './writers.ts';

const rounds = 100;

/** Kills a server several times while sign-ups arrive. @returns the addresses that it answered with 200. */
async function killAgainAndAgain(folder: string, environment: Record<string, string> = {}) {
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await start({ DATA_DIR: folder, ...environment });
    const kill = () => server.child.kill('SIGKILL');
    // Each round ends after another number of sign-ups.
    acknowledged.push(...(await writeUntil(20 + 29 * (round % 5), server, kill)));
  }
  return acknowledged;
}

test(`a server that is killed ${rounds} times under ${writers} writers loses no acknowledged sign-up`, async () => {
  const folder = temporaryFolder();
  const acknowledged = await killAgainAndAgain(folder);
  const after = await startReady(folder);
  await after.stop();
  expect(missingFrom(folder, acknowledged)).toEqual([]);
});

test(`sign-ups in the outbox of a server that is killed ${rounds} times under ${writers} writers each arrive at Supabase once`, async () => {
  const folder = temporaryFolder();
  const arrived: string[] = [];
  const supabase = await createStandIn(resetting);
  const environment = {
    SUPABASE_URL: supabase.url,
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_faults',
    SIGNUP_PROXY_SECRET: 'faults-proxy-secret',
    SIGNUP_OUTBOX: 'on',
    // A long timeout: the server would send a sign-up again after a timeout.
    UPSTREAM_TIMEOUT_MS: '20000',
  };
  const acknowledged = await killAgainAndAgain(folder, environment);
  supabase.become(async (request, response) => {
    // Health checks have no body, and daily counts have no address.
    const { email } = request.method === 'POST' ? ((await json(request)) as { email: string }) : {};
    if (email) arrived.push(email);
    answerJson(200, { message: 'Thank you.' })(request, response);
  });
  await start({ DATA_DIR: folder, ...environment });
  const kept = () => readSqlite(folder, 'select email from signup_outbox').length;
  await expect.poll(kept, { timeout: 300_000, interval: 50 }).toBe(0);
  expect(new Set(arrived).size).toBe(arrived.length);
  expect(acknowledged.filter((email) => !arrived.includes(email))).toEqual([]);
});

test('a server that gets SIGTERM under load exits with 0 and loses no acknowledged sign-up', async () => {
  const folder = temporaryFolder();
  const server = await start({ DATA_DIR: folder });
  const acknowledged = await writeUntil(100, server, () => server.stop());
  expect(server.child.exitCode).toBe(0);
  expect(missingFrom(folder, acknowledged)).toEqual([]);
});

test('two servers on one file count a visitor together', async () => {
  await awayFromTheHour();
  const folder = temporaryFolder();
  const limit = { SIGNUP_LIMIT_PER_VISITOR_HOUR: '20' };
  const servers = await Promise.all([startReady(folder, limit), startReady(folder, limit)]);
  const statuses = await Promise.all(
    Array.from({ length: 60 }, (_, index) => signUp(servers[index % 2]?.url ?? '')),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
});
