import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { awayFromTheHour } from '../../shared/testing/hour.ts';
import { type Group, group } from './fault.ts';
import { outcome } from './observe.ts';
import { inFolder, ready, startOn, startReady } from './sqlite-server.ts';
import { storedIn, writers, writeUntil } from './writers.ts';

type Folder = ReturnType<typeof createTemporaryFolder>;

/** Acknowledged sign-ups before the end comes, different each round. */
const enough = (round: number): number => 20 + 29 * (round % 5);

async function missingFrom({ path }: Folder, acknowledged: readonly string[]): Promise<string> {
  const server = await startReady(path);
  await server.stop();
  const stored = storedIn(path);
  return `${acknowledged.filter((email) => !stored.has(email)).length} acknowledged rows missing`;
}

async function killed(folder: Folder, rounds: number): Promise<string> {
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startOn(folder.path);
    const kill = () => server.process.kill('SIGKILL');
    acknowledged.push(...(await writeUntil(enough(round), server, kill)));
  }
  return missingFrom(folder, acknowledged);
}

async function stopped(folder: Folder): Promise<string> {
  const server = await startOn(folder.path);
  const acknowledged = await writeUntil(100, server, () => server.stop());
  return `exit ${server.process.exitCode}; ${await missingFrom(folder, acknowledged)}`;
}

/** Both take sign-ups, and one visitor has one limit over both. */
async function doubled(folder: Folder): Promise<string> {
  await awayFromTheHour();
  const limit = { SIGNUP_LIMIT_PER_VISITOR_HOUR: '20' };
  const servers = await Promise.all([startOn(folder.path, limit), startOn(folder.path, limit)]);
  try {
    await Promise.all(servers.map(ready));
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) => outcome(servers[index % 2]?.url ?? '', 20_000)),
    );
    const taken = outcomes.filter((told) => told === '200').length;
    return `${taken} taken, ${outcomes.filter((told) => told.startsWith('429')).length} over the limit`;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** What becomes of the SQLite file when its process dies or is not alone. @param rounds of kill -9. */
export const killFaults = (rounds: number): Group =>
  group<Folder>('the process', {
    start: async () => createTemporaryFolder(),
    stop: async (folder) => folder.remove(),
    faults: [
      {
        name: `kill -9 under load, ${rounds} × ${writers} writers`,
        expected: '0 acknowledged rows missing',
        see: (folder) => killed(folder, rounds),
      },
      {
        name: 'SIGTERM under load',
        expected: 'exit 0; 0 acknowledged rows missing',
        see: stopped,
      },
      {
        name: 'a second server on the same file',
        expected: '20 taken, 40 over the limit',
        see: () => inFolder(doubled),
      },
    ],
  });
