import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { awayFromTheHour } from '../../shared/testing/hour.ts';
import { type Cluster, createCluster, createDatabase, withSql } from '../support/postgres.ts';
import { type Running, start } from '../support/running-server.ts';
import { goodBody } from './scenarios.ts';

const script = fileURLToPath(new URL('../../server/testing/serve.ts', import.meta.url));
const limit = 10;

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

let cluster: Cluster;
let databaseUrl: string;
let replicas: Running[];

beforeAll(async () => {
  cluster = await createCluster();
  databaseUrl = await createDatabase(cluster, 'shared');
  const environment = {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    IP_HASH_SECRET: 'replicas-hash-secret',
    SIGNUP_LIMIT_PER_VISITOR_HOUR: String(limit),
    TRUST_PROXY: '1',
  };
  replicas = await Promise.all([start(script, environment), start(script, environment)]);
});

afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await cluster.remove();
});

async function signUp(replica: Running | undefined, email: string, visitor: string) {
  const response = await fetch(`${replica?.url}/api/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': visitor },
    body: JSON.stringify(goodBody(email)),
  });
  await response.arrayBuffer();
  return response.status;
}

test('60 sign-ups of one visitor at once, over two servers: as many as the limit allows', async () => {
  await awayFromTheHour();
  const statuses = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      signUp(replicas[index % 2], `visitor-${index}@scenario.example`, '198.51.100.1'),
    ),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(limit);
  expect(statuses.filter((status) => status === 429)).toHaveLength(60 - limit);
  const saved = await withSql(databaseUrl, (sql) => sql`select email from deckwright.signups`);
  expect(saved).toHaveLength(limit);
});

test('40 sign-ups of one address at once: all answered alike, five written down', async () => {
  await awayFromTheHour();
  const statuses = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      signUp(replicas[index % 2], 'same@scenario.example', `203.0.113.${index + 1}`),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  const [row] = await withSql(
    databaseUrl,
    (sql) => sql`select times from deckwright.signups where email = 'same@scenario.example'`,
  );
  expect(row?.times).toBe(5);
});

test('the database goes away and comes back: 503 meanwhile, then sign-ups again, by themselves', async () => {
  await cluster.stop();
  expect(await signUp(replicas[0], 'meanwhile@scenario.example', '192.0.2.1')).toBe(503);
  const readiness = async () => (await fetch(`${replicas[0]?.url}/readyz`)).status;
  await expect.poll(readiness).toBe(503);
  await cluster.start();
  await expect
    .poll(() => signUp(replicas[0], 'afterwards@scenario.example', '192.0.2.2'), {
      timeout: 45_000,
      interval: 200,
    })
    .toBe(200);
});
