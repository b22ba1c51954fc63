import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { startOn, startReady } from './embedded-server.ts';
import { type Group, group } from './fault.ts';
import { outcome, pages, until } from './observe.ts';
import { storedIn, writers, writeUntil } from './writers.ts';

type Folder = ReturnType<typeof createTemporaryFolder>;

/** Acknowledged sign-ups before the end comes, different each round. */
const enough = (round: number): number => 20 + 29 * (round % 5);

async function missingFrom({ path }: Folder, acknowledged: readonly string[]): Promise<string> {
  const server = await startReady(path);
  const stored = await storedIn(path);
  await server.stop();
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

/** The second serves pages at once, and takes sign-ups when the first has ended. */
async function doubled(folder: Folder): Promise<string> {
  const first = await startReady(folder.path);
  const second = await startOn(folder.path);
  try {
    const refused = await outcome(second.url, 20_000);
    const others = `${await outcome(first.url, 20_000)} from the first; ${await pages(second.url)}`;
    await first.stop();
    return `${refused}; ${others}; then ${await until('200', second.url)}`;
  } finally {
    await first.stop();
    await second.stop();
  }
}

/** What becomes of the embedded data when its process dies or is not alone. @param rounds of kill -9. */
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
        name: 'a second process on the data',
        expected: '503 unavailable, come back later; 200 from the first; pages 200; then 200',
        see: doubled,
      },
    ],
  });
