import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

/** What a visitor met; times in milliseconds. */
export interface Visit {
  unanswered: number;
  p90: number;
  p99: number;
}

/** How long an answer may take before it counts as none, in milliseconds. */
const patienceMs = 5_000;

function ask(port: number, path: string, agent: Agent | PlainAgent): Promise<boolean> {
  const options = { host: '127.0.0.1', port, path, agent, timeout: patienceMs };
  return new Promise((resolve) => {
    const asked =
      agent instanceof Agent
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

/** Asks every 20 ms, half the time over a new connection, as visitors do. */
export async function visit(
  port: number,
  isTls: boolean,
  seconds: number,
  path = '/robots.txt',
): Promise<Visit> {
  const agents = [true, false].map((keepAlive) =>
    isTls ? new Agent({ keepAlive }) : new PlainAgent({ keepAlive }),
  );
  const took: number[] = [];
  let unanswered = 0;
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const begun = performance.now();
    const agent = agents[took.length % agents.length] ?? new PlainAgent();
    if (!(await ask(port, path, agent))) unanswered += 1;
    took.push(performance.now() - begun);
    await pause(20);
  }
  for (const agent of agents) agent.destroy();
  took.sort((a, b) => a - b);
  const percentile = (share: number) =>
    Math.round(took[Math.ceil(took.length * share) - 1] ?? Number.NaN);
  return { unanswered, p90: percentile(0.9), p99: percentile(0.99) };
}
