import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../support/ask.ts';

/** How long an answer may take before it counts as none, in milliseconds. */
const timeout = 5_000;

/**
 * Asks every 20 ms, half the time over a new connection, as visitors do.
 * @returns how often no good answer came, and how long 99 in a hundred took at most, in milliseconds.
 */
export async function visit(port: number, isTls: boolean, seconds: number) {
  const protocol = isTls ? 'https:' : 'http:';
  const kept = new (isTls ? https : http).Agent({ keepAlive: true });
  const took: number[] = [];
  let unanswered = 0;
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const begun = performance.now();
    const agent = took.length % 2 === 0 && kept;
    const status = await ask(port, { protocol, agent, timeout, path: '/robots.txt' }).catch(
      () => null,
    );
    if (status !== 200) unanswered += 1;
    took.push(performance.now() - begun);
    await pause(20);
  }
  kept.destroy();
  took.sort((a, b) => a - b);
  return { unanswered, p99: Math.round(took[Math.ceil(took.length * 0.99) - 1] ?? Number.NaN) };
}
