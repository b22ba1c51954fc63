import { readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { signupsPath } from '../../server/stores/sqlite/open.ts';
import type { Running } from '../support/running-server.ts';
import { type Group, group } from './fault.ts';
import { outcome, pages, until } from './observe.ts';
import { inFolder, startOn, startReady } from './sqlite-server.ts';

const patienceMs = 20_000;

const reasons = ['is damaged', 'another program’s', 'newer Deckwright', 'was taken away'];

/** What /readyz says, in one word of the cases below; it may repeat itself for a second. */
async function reasonOf({ url }: Running): Promise<string> {
  const late = performance.now() + patienceMs;
  for (;;) {
    const { notReady } = (await (await fetch(`${url}/readyz`)).json()) as { notReady?: string };
    const reason = reasons.find((word) => notReady?.includes(word));
    if (reason || performance.now() > late) return reason ?? `${notReady}`;
    await setTimeout(100);
  }
}

async function seen(server: Running): Promise<string> {
  const told = `${await outcome(server.url, patienceMs)}; ${await pages(server.url)}`;
  return `${told}; ${await reasonOf(server)}`;
}

/** A server starts on a file that is not as it was left. It must say so, and change nothing in it. */
const startingOn = (name: string, spoil: (path: string) => void, reason: string) => ({
  name: `the file is ${name}`,
  expected: `503 unavailable, come back later; pages 200; ${reason}; untouched`,
  see: () =>
    inFolder(async ({ path: directory }) => {
      const path = signupsPath(directory);
      const first = await startReady(directory);
      for (let times = 0; times < 30; times += 1) await outcome(first.url, patienceMs);
      await first.stop();
      spoil(path);
      const before = readFileSync(path);
      const server = await startOn(directory);
      try {
        const told = await seen(server);
        return `${told}; ${readFileSync(path).equals(before) ? 'untouched' : 'changed'}`;
      } finally {
        await server.stop();
      }
    }),
});

const sql = (statement: string) => (path: string) => {
  const database = new DatabaseSync(path);
  database.exec(statement);
  database.close();
};

function overwriteStart(path: string): void {
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0x5a, 0, 4096));
}

/** The file is taken away under a running server, and put back. */
const vanished = () =>
  inFolder(async ({ path: directory }) => {
    const path = signupsPath(directory);
    const server = await startReady(directory);
    try {
      const names = ['', '-wal', '-shm'];
      for (const name of names) renameSync(path + name, `${path}.away${name}`);
      const told = await seen(server);
      for (const name of names) renameSync(`${path}.away${name}`, path + name);
      return `${told}; then ${await until('200', server.url)}`;
    } finally {
      await server.stop();
    }
  });

/** What becomes of sign-ups when their file is damaged, cut, somebody else’s, newer, or gone. */
export const fileFaults: Group = group('the file', {
  start: async () => null,
  stop: async () => {},
  faults: [
    startingOn('overwritten', overwriteStart, 'is damaged'),
    startingOn('cut', (path) => truncateSync(path, 8192), 'is damaged'),
    startingOn('of another program', sql('pragma application_id = 7'), 'another program’s'),
    startingOn('of a newer version', sql('pragma user_version = 99'), 'newer Deckwright'),
    {
      name: 'the file is taken away while the server runs',
      expected: '503 unavailable, come back later; pages 200; was taken away; then 200',
      see: vanished,
    },
  ],
});
