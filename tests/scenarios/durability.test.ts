import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { askRecords } from '../../server/testing/ask-records.ts';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { type Running, start } from '../support/running-server.ts';
import { goodBody } from './scenarios.ts';

const script = fileURLToPath(new URL('../../server/testing/serve.ts', import.meta.url));
const rounds = Number(process.env.DURABILITY_ROUNDS ?? 3);
const writers = 8;
/** Acknowledged sign-ups before the end comes, different each round. */
const enough = (round: number): number => 50 + 73 * (round % 5);

const folder = createTemporaryFolder();
const environment = {
  NODE_ENV: 'test',
  DATA_DIR: folder.path,
  TRUST_PROXY: '1',
  SIGNUP_LIMIT_PER_VISITOR_HOUR: '1000000',
};

afterAll(() => folder.remove());

/** Signs up until the server is gone, and notes the addresses that were answered with 200. */
async function write(server: Running, name: string, acknowledged: string[]): Promise<void> {
  for (let sent = 0; ; sent += 1) {
    const email = `${name}-${sent}@durability.example`;
    try {
      const response = await fetch(`${server.url}/api/signup`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(goodBody(email)),
      });
      if (response.status === 200) acknowledged.push(email);
      await response.arrayBuffer();
    } catch {
      return;
    }
  }
}

/** Lets the writers write until `count` of them are acknowledged, ends the server, and waits for all. */
async function writeUntil(count: number, server: Running, round: string, end: () => unknown) {
  const acknowledged: string[] = [];
  const writing = Array.from({ length: writers }, (_, index) =>
    write(server, `${round}-w${index}`, acknowledged),
  );
  await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
  await end();
  await Promise.all(writing);
  return acknowledged;
}

async function storedIn(directory: string): Promise<Set<string>> {
  const answers = await askRecords(directory, { method: 'export' });
  expect(answers.at(-1)).toHaveProperty('done');
  return new Set(answers.flatMap((answer) => ('row' in answer ? [answer.row.email] : [])));
}

async function expectAllStored(acknowledged: string[]): Promise<void> {
  const server = await start(script, environment);
  const stored = await storedIn(folder.path);
  await server.stop();
  expect(acknowledged.filter((email) => !stored.has(email))).toEqual([]);
}

test(`kill -9 in the midst of writing, ${rounds} rounds: no acknowledged row is missing`, async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await start(script, environment);
    const kill = () => server.process.kill('SIGKILL');
    acknowledged.push(...(await writeUntil(enough(round), server, `kill${round}`, kill)));
  }
  await expectAllStored(acknowledged);
}, 120_000);

test('SIGTERM with sign-ups in flight: the end is orderly and each acknowledged one is kept', async () => {
  const server = await start(script, environment);
  const acknowledged = await writeUntil(100, server, 'term', () => server.stop());
  expect(server.process.exitCode).toBe(0);
  await expectAllStored(acknowledged);
}, 60_000);

test('a second server on the same data waits, and takes over once the first has ended', async () => {
  const first = await start(script, environment);
  const starting = start(script, environment);
  await setTimeout(700);
  await first.stop();
  const second = await starting;
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  await second.stop();
}, 60_000);
