import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { type Running, start } from '../support/running-server.ts';
import { settled } from './pages.ts';
import { interleave } from './rounds.ts';
import { loadSignUps } from './sign-up-load.ts';

const bareScript = new URL('./yardsticks/bare-inserts.ts', import.meta.url).pathname;

/** Durable inserts of the same row a second, one at a time, by one process that does nothing else. */
async function bareInserts(folder: string, seconds: number): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const parameters = [bareScript, folder, String(seconds)];
  return Number((await promisify(execFile)(process.execPath, parameters)).stdout);
}

async function pageP90(url: string, seconds: number): Promise<number> {
  const headers = { 'accept-encoding': 'br' };
  const load = { url, connections: 8, overallRate: 400, duration: seconds, headers };
  return (await autocannon(load)).latency.p90;
}

/** What one build did in one round. */
export interface SignUpFigures {
  /** Acknowledged over HTTP at 64 clients. */
  perSecond: number;
  /** Of GET /, in milliseconds, alone and while 64 clients sign up. */
  pageAloneP90: number;
  pageP90: number;
  /** Milliseconds from the first start on an empty folder until sign-ups are taken. */
  readyMs: number;
  /** Resident MiB, at rest and after the load. */
  idleMiB: number;
  loadedMiB: number;
}

async function untilReady({ url }: Running): Promise<void> {
  while ((await fetch(`${url}/readyz`)).status !== 200) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** One round of a build on a fresh folder. */
async function measureBuild(entry: string, folder: string, seconds: number) {
  const begun = performance.now();
  const server = await start(entry, { PORT: '0', TRUST_PROXY: '1', DATA_DIR: folder });
  try {
    await untilReady(server);
    const readyMs = performance.now() - begun;
    await settled(server.url);
    const idleMiB = server.memoryMiB();
    const perSecond = await loadSignUps(server.url, seconds);
    const pageAloneP90 = await pageP90(server.url, seconds);
    const [besides] = await Promise.all([
      pageP90(server.url, seconds),
      loadSignUps(server.url, seconds),
    ]);
    const loadedMiB = server.memoryMiB();
    return { perSecond, pageAloneP90, pageP90: besides, readyMs, idleMiB, loadedMiB };
  } finally {
    await server.stop();
  }
}

/** Durable sign-ups over HTTP on SQLite: of each build, beside bare inserts. */
export async function measureSignUps(
  folder: string,
  builds: Record<string, string>,
  { rounds, seconds }: { rounds: number; seconds: number },
) {
  let made = 0;
  const fresh = (): string => {
    made += 1;
    return join(folder, `sign-ups-${made}`);
  };
  const inserts: number[] = [];
  const figures = await interleave(
    rounds,
    Object.fromEntries(
      Object.entries(builds).map(([name, entry]) => [
        name,
        () => measureBuild(entry, fresh(), seconds),
      ]),
    ),
  );
  for (let round = 0; round < rounds; round += 1) inserts.push(await bareInserts(fresh(), seconds));
  return { figures, inserts };
}
