import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { start } from '../support/running-server.ts';
import { serverEntry } from './built.ts';
import { settled } from './pages.ts';
import { median } from './rounds.ts';

let serial = 0;

/** A sign-up of its own address, from a visitor of its own, so that no limit answers for the database. */
function signUp(): autocannon.Request {
  serial += 1;
  const visitor = `10.${(serial >> 16) & 255}.${(serial >> 8) & 255}.${serial & 255}`;
  return {
    method: 'POST',
    path: '/api/signup',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': visitor },
    body: JSON.stringify({
      email: `bench-${process.pid}-${serial}@company.com`,
      source: 'hero',
      turnstileToken: null,
      formFillTime: 5000,
      userAgent: 'bench',
    }),
  };
}

const signUpLoad = (url: string, seconds: number) =>
  autocannon({
    url,
    connections: 64,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, ...signUp() }) }],
  });

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
  acknowledgedPerSecond: number;
  bareInsertsPerSecond: number;
  /** p99 of GET / in milliseconds, without and with 64 clients signing up. */
  pageAlone: number;
  pageBeside: number;
}

/** Durable sign-ups over HTTP on the embedded database, beside bare inserts of the same row, and what pages feel. */
export async function measureSignUps(
  folder: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<SignUpFigures> {
  const acknowledged: number[] = [];
  const bare: number[] = [];
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await bareInserts(join(folder, `bare-${round}`), seconds));
    const ours = await start(serverEntry, {
      PORT: '0',
      TRUST_PROXY: '1',
      DATA_DIR: join(folder, `signups-${round}`),
    });
    try {
      await settled(ours.url);
      const result = await signUpLoad(ours.url, seconds);
      if (result.non2xx > 0 || result.errors > 0) {
        throw new Error(
          `${result.non2xx + result.errors} sign-ups were refused: ${JSON.stringify(result.statusCodeStats)}`,
        );
      }
      acknowledged.push(result['2xx'] / result.duration);
      alone.push((await pageLoad(ours.url, seconds)).latency.p99);
      const [page] = await Promise.all([
        pageLoad(ours.url, seconds),
        signUpLoad(ours.url, seconds),
      ]);
      beside.push(page.latency.p99);
    } finally {
      await ours.stop();
    }
  }
  return {
    acknowledgedPerSecond: median(acknowledged),
    bareInsertsPerSecond: median(bare),
    pageAlone: median(alone),
    pageBeside: median(beside),
  };
}
