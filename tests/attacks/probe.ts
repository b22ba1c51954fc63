import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../support/ask.ts';
import { goodSignup } from '../support/sign-up.ts';

/** Milliseconds after which a response counts as missing. */
const timeout = 5_000;

/** What the probe met: how many requests failed, and the time within which 99 of 100 were answered, in milliseconds. */
export interface Met {
  times: number;
  failed: number;
  p99: number;
}

/** Sends one request after the other, `paceMs` apart, for some seconds. */
async function probe(
  send: (turn: number) => Promise<number>,
  paceMs: number,
  seconds: number,
): Promise<Met> {
  const took: number[] = [];
  let failed = 0;
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const begun = performance.now();
    const status = await send(took.length).catch(() => null);
    if (status !== 200) failed += 1;
    took.push(performance.now() - begun);
    await pause(paceMs);
  }
  took.sort((a, b) => a - b);
  const p99 = Math.round(took[Math.ceil(took.length * 0.99) - 1] ?? Number.NaN);
  return { times: took.length, failed, p99 };
}

/** Where the probe’s prospects come from: each sign-up from an address of its own, so that no limit is reached. */
let prospects = 0;
function nextProspect(): string {
  prospects += 1;
  return `127.9.${prospects >> 8}.${prospects & 255}`;
}

/** Signs a prospect up, over a connection of its own. Returns the status. */
export function signUp(port: number, isTls: boolean, email?: string): Promise<number> {
  const protocol = isTls ? 'https:' : 'http:';
  const headers = { 'Content-Type': 'application/json' };
  const options = { protocol, timeout, headers, localAddress: nextProspect(), agent: false };
  const body = JSON.stringify({ ...goodSignup(), ...(email && { email }) });
  return ask(port, { ...options, method: 'POST', path: '/api/signup' }, body);
}

/**
 * Visits a page every 20 ms, half the time over a new connection, and signs up every 50 ms, as visitors and prospects
 * do.
 */
export async function visit(port: number, isTls: boolean, seconds: number) {
  const protocol = isTls ? 'https:' : 'http:';
  const kept = new (isTls ? https : http).Agent({ keepAlive: true });
  const readPage = (turn: number) =>
    ask(port, { protocol, agent: turn % 2 === 0 && kept, timeout, path: '/' });
  const [pages, signUps] = await Promise.all([
    probe(readPage, 20, seconds),
    probe(() => signUp(port, isTls), 50, seconds),
  ]);
  kept.destroy();
  return { pages, signUps };
}
