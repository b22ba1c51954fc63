import { expect, test } from 'vitest';
import { awayFromTheHour } from '../../shared/testing/hour.ts';
import { ready, start } from '../support/built-server.ts';
import { createCluster, createDatabase, query } from '../support/postgres.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';

const cluster = await createCluster();
const databaseUrl = await createDatabase(cluster.port, 'shared');
const environment = {
  DATABASE_URL: databaseUrl,
  IP_HASH_SECRET: 'replicas-hash-secret',
  SIGNUP_LIMIT_PER_VISITOR_HOUR: '10',
  TRUST_PROXY: '1',
};
const replicas = [await start(environment), await start(environment)];
await Promise.all(replicas.map(ready));

/** Sends `count` sign-ups at once, to both replicas in turn. @returns the number of answers of each status. */
async function signUpTogether(count: number, visitorOf: (index: number) => string, email?: string) {
  await awayFromTheHour();
  const statuses = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const headers = { 'X-Forwarded-For': visitorOf(index) };
      return signUp(replicas[index % 2]?.url ?? '', goodSignup(email), headers);
    }),
  );
  const byStatus = Object.groupBy(statuses, String);
  return Object.entries(byStatus).map(([status, all = []]) => `${all.length} × ${status}`);
}

test('two servers together save as many sign-ups of one visitor as the limit allows', async () => {
  expect(await signUpTogether(24, () => '198.51.100.1')).toEqual(['10 × 200', '14 × 429']);
  expect(await query(databaseUrl, 'select email from deckwright.signups')).toHaveLength(10);
});

test('24 sign-ups of one address at once get the same answer, and five are counted', async () => {
  const email = 'same@scenario.example';
  expect(await signUpTogether(24, (index) => `203.0.113.${index}`, email)).toEqual(['24 × 200']);
  const known = `select times from deckwright.signups where email = '${email}'`;
  expect(await query(databaseUrl, known)).toEqual([{ times: 5 }]);
});

test('a server answers 503 while the database is stopped, and saves sign-ups again after it started', async () => {
  const { url = '' } = replicas[0] ?? {};
  const status = () => signUp(url, goodSignup(), { 'X-Forwarded-For': '192.0.2.1' });
  await cluster.stop();
  expect(await status()).toBe(503);
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
  await cluster.start();
  await expect.poll(status, { interval: 200 }).toBe(200);
});
