import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

/** What a visitor met; times in milliseconds. */
export interface Visit {
  unanswered: number;
  p90: number;
  p99: number;
}

/** How long an answer may take before it counts as none, in milliseconds. */
const patienceMs = 5_000;

/** Asks every 20 ms, half the time over a new connection, as visitors do. */
export async function visit(
  port: number,
  isTls: boolean,
  seconds: number,
  path = '/robots.txt',
): Promise<Visit> {
  const { Agent, request } = isTls ? https : http;
  const tls = { rejectUnauthorized: false, servername: 'localhost' };
  const kept = new Agent({ keepAlive: true });
  const ask = (agent: http.Agent | false): Promise<boolean> =>
    new Promise((resolve) => {
      const options = { host: '127.0.0.1', port, path, agent, timeout: patienceMs, ...tls };
      const asked = request(options, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode === 200));
        response.on('error', () => resolve(false));
      });
      asked.on('timeout', () => asked.destroy());
      asked.on('error', () => resolve(false));
      asked.end();
    });
  const took: number[] = [];
  let unanswered = 0;
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const begun = performance.now();
    if (!(await ask(took.length % 2 === 0 && kept))) unanswered += 1;
    took.push(performance.now() - begun);
    await pause(20);
  }
  kept.destroy();
  took.sort((a, b) => a - b);
  const percentile = (share: number) =>
    Math.round(took[Math.ceil(took.length * share) - 1] ?? Number.NaN);
  return { unanswered, p90: percentile(0.9), p99: percentile(0.99) };
}
