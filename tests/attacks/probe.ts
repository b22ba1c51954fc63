import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

/** What a visitor from another address met. */
export interface Visit {
  asked: number;
  unanswered: number;
  /** Milliseconds. */
  p99: number;
}

/** How long an answer may take before it counts as none, in milliseconds. */
const patienceMs = 5_000;

function ask(port: number, isTls: boolean, agent: Agent | PlainAgent): Promise<boolean> {
  const options = { host: '127.0.0.1', port, path: '/robots.txt', agent, timeout: patienceMs };
  return new Promise((resolve) => {
    const asked = isTls
      ? request({ ...options, rejectUnauthorized: false, servername: 'localhost' })
      : plainRequest(options);
    asked.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode === 200));
      response.on('error', () => resolve(false));
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
    asked.end();
  });
}

/** Asks for a small file every 20 ms, half the time over a new connection, as visitors do. */
export async function visit(port: number, isTls: boolean, seconds: number): Promise<Visit> {
  const kept = isTls ? new Agent({ keepAlive: true }) : new PlainAgent({ keepAlive: true });
  const fresh = isTls ? new Agent({ keepAlive: false }) : new PlainAgent({ keepAlive: false });
  const took: number[] = [];
  let unanswered = 0;
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const begun = performance.now();
    if (!(await ask(port, isTls, took.length % 2 ? kept : fresh))) unanswered += 1;
    took.push(performance.now() - begun);
    await pause(20);
  }
  kept.destroy();
  took.sort((a, b) => a - b);
  return {
    asked: took.length,
    unanswered,
    p99: Math.round(took[Math.ceil(took.length * 0.99) - 1] ?? Number.NaN),
  };
}
