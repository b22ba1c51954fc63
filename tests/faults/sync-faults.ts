import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serverEntry } from '../support/built-server.ts';
import { freePort } from '../support/running-server.ts';
import { type Group, group, skipped } from './fault.ts';
import { newAddress, signUp } from './observe.ts';
import { inFolder, ready } from './sqlite-server.ts';

const canTrace = spawnSync('strace', ['-V']).status === 0;
const clients = 8;
const each = 12;

const traced = 'trace=pwrite64,fsync,fdatasync,write,writev,sendto,sendmsg';

/**
 * Reads what the kernel was asked, in order: rows written to the log of the database, syncs of it, answers.
 * @returns how many sign-ups were answered with 200 while fewer rows had been synced.
 */
async function answeredEarly(
  trace: string,
  domain: string,
): Promise<{ answers: number; early: number }> {
  const address = new RegExp(`[\\w-]+@${domain.replaceAll('.', '\\.')}`, 'g');
  const written = new Set<string>();
  const synced = new Set<string>();
  let answers = 0;
  let early = 0;
  for await (const line of createInterface({ input: createReadStream(trace) })) {
    if (/pwrite64\(\d+<[^>]*-wal>/.test(line)) {
      for (const [email] of line.matchAll(address)) written.add(email);
    } else if (/(fsync|fdatasync)\(\d+<[^>]*-wal>/.test(line)) {
      for (const email of written) synced.add(email);
    } else if (
      line.includes('<socket:') &&
      line.includes('HTTP/1.1 200') &&
      line.includes('Thank you')
    ) {
      answers += 1;
      if (answers > synced.size) early += 1;
    }
  }
  return { answers, early };
}

async function seen(directory: string): Promise<string> {
  if (!canTrace) return skipped('there is no strace');
  const trace = join(directory, 'trace');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(
    'strace',
    ['-f', '-y', '-s', '8192', '-e', traced, '-o', trace, process.execPath, serverEntry],
    {
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: join(directory, 'data'),
        LOG_LEVEL: 'silent',
        SIGNUP_LIMIT_PER_VISITOR_HOUR: '1000000',
      },
      stdio: 'ignore',
    },
  );
  const ended = once(server, 'exit');
  while (!(await fetch(`${url}/healthz`).then(Boolean, () => false))) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await ready({ url });
  const addresses = Array.from({ length: clients * each }, newAddress);
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let email = addresses.pop(); email; email = addresses.pop()) await signUp(url, email);
    }),
  );
  // strace passes no signal on: the server’s own process is its only child.
  spawnSync('pkill', ['-TERM', '-P', String(server.pid)]);
  await ended;
  const { answers, early } = await answeredEarly(trace, 'faults.example');
  return `${answers} of ${clients * each} answered with 200; ${early} before the sync of their row`;
}

/** Whether a row is on the disk before its sign-up is acknowledged, as the kernel sees it. */
export const syncFaults: Group = group('the sync', {
  start: async () => null,
  stop: async () => {},
  faults: [
    {
      name: 'what the kernel was asked, by strace',
      expected: `${clients * each} of ${clients * each} answered with 200; 0 before the sync of their row`,
      see: () => inFolder(({ path }) => seen(path)),
    },
  ],
});
