import { chmodSync } from 'node:fs';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import type { Running } from '../support/running-server.ts';
import { type Group, group, skipped } from './fault.ts';
import { newAddress, outcome, pages, signUp, until } from './observe.ts';
import { canLimitFiles, createSmallDisk, type SmallDisk, setFilesWritable } from './small-disk.ts';
import { startOn, startReady } from './sqlite-server.ts';
import { storedIn } from './writers.ts';

const mounts = 'this user may mount nothing';
const patienceMs = 15_000;

/** Room that was taken before the disk was full is still used: sign-ups go on until it is. */
async function writeUntilRefused(url: string): Promise<{ acknowledged: string[]; told: string }> {
  const acknowledged: string[] = [];
  for (;;) {
    const email = newAddress();
    const { response } = await signUp(url, email);
    if (response.status !== 200) break;
    acknowledged.push(email);
  }
  return { acknowledged, told: await outcome(url, patienceMs) };
}

/** Lets sign-ups fail, looks on, mends what made them fail, and counts what was lost. */
async function broken(server: Running, directory: string, break_: () => void, mend: () => void) {
  break_();
  const { acknowledged, told } = await writeUntilRefused(server.url);
  const served = await pages(server.url);
  mend();
  const after = await until('200', server.url);
  const stored = storedIn(directory);
  const missing = acknowledged.filter((email) => !stored.has(email)).length;
  return `${told}; ${served}; then ${after}; ${missing} acknowledged rows missing`;
}

const running = async (
  start: Promise<Running>,
  work: (server: Running) => Promise<string>,
): Promise<string> => {
  const server = await start;
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
};

async function full(): Promise<string> {
  const disk = createSmallDisk();
  if (!disk) return skipped(mounts);
  try {
    return await running(startReady(disk.path), (server) =>
      broken(server, disk.path, disk.fill, disk.free),
    );
  } finally {
    disk.remove();
  }
}

async function unwritable(): Promise<string> {
  if (!canLimitFiles) return skipped('there is no prlimit');
  const folder = createTemporaryFolder();
  const set = (pid: number | undefined, isWritable: boolean) => () =>
    setFilesWritable(pid, isWritable);
  try {
    return await running(startReady(folder.path), (server) => {
      const { pid } = server.process;
      return broken(server, folder.path, set(pid, false), set(pid, true));
    });
  } finally {
    folder.remove();
  }
}

/** A folder of one’s own may be made read-only by anybody but root, who writes all the same. */
function createReadOnly(): Pick<SmallDisk, 'path' | 'setWritable' | 'remove'> | null {
  if (process.getuid?.() === 0) {
    const disk = createSmallDisk();
    disk?.setWritable(false);
    return disk;
  }
  const folder = createTemporaryFolder();
  const setWritable = (isWritable: boolean) => chmodSync(folder.path, isWritable ? 0o700 : 0o500);
  setWritable(false);
  return { ...folder, setWritable };
}

async function startsReadOnly(): Promise<string> {
  const disk = createReadOnly();
  if (!disk) return skipped(mounts);
  const mend = () => disk.setWritable(true);
  try {
    return await running(startOn(disk.path), (server) => broken(server, disk.path, () => {}, mend));
  } finally {
    mend();
    disk.remove();
  }
}

const expected =
  '503 unavailable, come back later; pages 200; then 200; 0 acknowledged rows missing';

export const diskFaults: Group = group('the disk', {
  start: async () => null,
  stop: async () => {},
  faults: [
    { name: 'the disk is full', expected, see: full },
    { name: 'every write fails', expected, see: unwritable },
    { name: 'the data directory is read-only at the start', expected, see: startsReadOnly },
  ],
});
