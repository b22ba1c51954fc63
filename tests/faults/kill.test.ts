import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { awayFromTheHour } from '../../shared/testing/hour.ts';
import { startOn, startReady } from '../support/built-server.ts';
import { isRelease } from '../support/release.ts';
import { signUp } from '../support/sign-up.ts';
import { enough, missingFrom, writers, writeUntil } from './writers.ts';

const rounds = isRelease ? 100 : 3;

function dataFolder(): string {
  const folder = createTemporaryFolder();
  onTestFinished(folder.remove);
  return folder.path;
}

test(`no acknowledged sign-up is lost by ${rounds} × kill -9 under ${writers} writers`, async () => {
  const folder = dataFolder();
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startOn(folder);
    const kill = () => server.process.kill('SIGKILL');
    acknowledged.push(...(await writeUntil(enough(round), server, kill)));
  }
  const after = await startReady(folder);
  await after.stop();
  expect(missingFrom(folder, acknowledged)).toEqual([]);
});

test('SIGTERM under load ends the server with 0, and nothing acknowledged is lost', async () => {
  const folder = dataFolder();
  const server = await startOn(folder);
  const acknowledged = await writeUntil(100, server, () => server.stop());
  expect(server.process.exitCode).toBe(0);
  expect(missingFrom(folder, acknowledged)).toEqual([]);
});

test('two servers on one file have one limit of a visitor', async () => {
  await awayFromTheHour();
  const folder = dataFolder();
  const limit = { SIGNUP_LIMIT_PER_VISITOR_HOUR: '20' };
  const servers = await Promise.all([startReady(folder, limit), startReady(folder, limit)]);
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });
  const statuses = await Promise.all(
    Array.from({ length: 60 }, (_, index) => signUp(servers[index % 2]?.url ?? '')),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
});
