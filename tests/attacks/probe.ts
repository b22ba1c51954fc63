import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../support/ask.ts';
import { goodSignup } from '../support/sign-up.ts';

/** Milliseconds after which a response counts as missing. */
const timeout = 5_000;

/** The results of a probe. */
export interface Met {
  /** How many requests the probe sent. */
  times: number;
  /** For each request that failed: the status, or why no response came. */
  failures: string[];
  /** The 99th percentile of the times of all requests, in milliseconds. */
  p99: number;
}

/**
 * Sends one request after the other for some seconds, and waits `paceMs` in between.
 * @param send sends the request of a turn, and returns the status.
 */
async function probe(
  send: (turn: number) => Promise<number>,
  paceMs: number,
  seconds: number,
): Promise<Met> {
  const took: number[] = [];
  const failures: string[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const begun = performance.now();
    const outcome = await send(took.length).catch((error: Error) => error.message);
    if (outcome !== 200) failures.push(String(outcome));
    took.push(performance.now() - begun);
    await pause(paceMs);
  }
  took.sort((a, b) => a - b);
  const p99 = Math.round(took[Math.ceil(took.length * 0.99) - 1] ?? Number.NaN);
  return { times: took.length, failures, p99 };
}

/** The address that the probe reads pages from. No attack comes from this address. */
const reader = '127.8.0.1';

let prospects = 0;
/** Returns the address of the next prospect: each sign-up has an address of its own, so that no limit is reached. */
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
  const read = { protocol, timeout, localAddress: reader, path: '/' };
  const readPage = (turn: number) => ask(port, { ...read, agent: turn % 2 === 0 && kept });
  const [pages, signUps] = await Promise.all([
    probe(readPage, 20, seconds),
    probe(() => signUp(port, isTls), 50, seconds),
  ]);
  kept.destroy();
  return { pages, signUps };
}
