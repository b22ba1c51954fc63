import { spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { startReady } from '../support/built-server.ts';
import { findProgram } from '../support/programs.ts';
import { signUp } from '../support/sign-up.ts';

const traced = 'trace=pwrite64,fsync,fdatasync,write,writev,sendto,sendmsg';
const sent = 96;

/**
 * Reads the system calls in order: writes of rows to the log of the database, syncs of the log, responses.
 * @returns how many sign-ups got a 200, and how many of them got it before their row was synced.
 */
async function readTrace(trace: string): Promise<{ answers: number; early: number }> {
  const written = new Set<string>();
  const synced = new Set<string>();
  let answers = 0;
  let early = 0;
  for await (const line of createInterface({ input: createReadStream(trace) })) {
    if (/pwrite64\(\d+<[^>]*-wal>/.test(line)) {
      for (const [email] of line.matchAll(/[\w-]+@tests\.example/g)) written.add(email);
    } else if (/(fsync|fdatasync)\(\d+<[^>]*-wal>/.test(line)) {
      for (const email of written) synced.add(email);
    } else if (/<socket:.*HTTP\/1\.1 200.*Thank you/.test(line)) {
      answers += 1;
      if (answers > synced.size) early += 1;
    }
  }
  return { answers, early };
}

test.runIf(findProgram('strace'))('a row is synced before its 200 (needs strace)', async () => {
  const folder = temporaryFolder();
  const trace = join(folder, 'trace');
  const words = ['-f', '-y', '-s', '8192', '-e', traced, '-o', trace];
  const data = join(folder, 'data');
  const server = await startReady(data, {}, ['strace', ...words]);
  const client = async () => {
    for (let times = 0; times < sent / 8; times += 1) await signUp(server.url);
  };
  await Promise.all(Array.from({ length: 8 }, client));
  // strace passes no signal on: the server’s own process is its only child.
  spawnSync('pkill', ['-TERM', '-P', String(server.child.pid)]);
  await server.ended;
  expect(await readTrace(trace)).toEqual({ answers: sent, early: 0 });
});
