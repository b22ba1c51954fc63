import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { start } from '../support/running-server.ts';
import { serverEntry } from './built.ts';
import { settled } from './pages.ts';
import type { Pairs } from './rounds.ts';
import { loadSignUps } from './sign-up-load.ts';

const pageLoad = (url: string, seconds: number) =>
  autocannon({
    url,
    connections: 8,
    overallRate: 400,
    duration: seconds,
    headers: { 'accept-encoding': 'br' },
  });

const bareScript = new URL('./yardsticks/bare-inserts.ts', import.meta.url).pathname;

async function bareInserts(folder: string, seconds: number): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    bareScript,
    folder,
    String(seconds),
  ]);
  return Number(stdout);
}

export interface SignUpFigures {
  /** Acknowledged over HTTP, beside bare inserts of the same row. */
  perSecond: Pairs;
  /** Of GET /, in milliseconds: while 64 clients sign up, beside the same page without them. */
  pageP99: Pairs;
}

/** One round: a fresh database for either side. */
async function measureRound(folder: string, seconds: number) {
  mkdirSync(folder);
  const inserted = await bareInserts(join(folder, 'bare'), seconds);
  const ours = await start(serverEntry, {
    PORT: '0',
    TRUST_PROXY: '1',
    DATA_DIR: join(folder, 'signups'),
  });
  try {
    await settled(ours.url);
    const acknowledged = await loadSignUps(ours.url, seconds);
    const alone = await pageLoad(ours.url, seconds);
    const [beside] = await Promise.all([
      pageLoad(ours.url, seconds),
      loadSignUps(ours.url, seconds),
    ]);
    return { inserted, acknowledged, alone: alone.latency.p99, beside: beside.latency.p99 };
  } finally {
    await ours.stop();
  }
}

/** Durable sign-ups over HTTP on the embedded database, and what pages feel of them. */
export async function measureSignUps(
  folder: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<SignUpFigures> {
  const all: Awaited<ReturnType<typeof measureRound>>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    all.push(await measureRound(join(folder, `round-${round}`), seconds));
  }
  return {
    perSecond: {
      ours: all.map((one) => one.acknowledged),
      yardstick: all.map((one) => one.inserted),
    },
    pageP99: { ours: all.map((one) => one.beside), yardstick: all.map((one) => one.alone) },
  };
}
