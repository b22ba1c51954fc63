import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

export interface Load {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export const hasWrk = spawnSync('wrk', ['-v']).error === undefined;

/** Which load generator this run uses; wrk costs the machine far less. */
export const generator = hasWrk ? 'wrk' : 'autocannon';

const units: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

function percentile(report: string, name: string): number {
  const [, value, unit] = new RegExp(`${name}%\\s+([\\d.]+)(us|ms|s)`).exec(report) ?? [];
  return Number(value) * (units[unit ?? ''] ?? Number.NaN);
}

/** What wrk reports. Throws when somebody was not answered. */
export async function runWrk(parameters: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('wrk', ['--threads=1', ...parameters]);
  if (/Socket errors: .*(connect|read|write|timeout) [1-9]/.test(stdout)) {
    throw new Error(`not everyone was answered: ${stdout}`);
  }
  return stdout;
}

/**
 * Loads one address with GET requests over kept-alive connections.
 * Throws when an answer is an error or has another status than the first one had.
 */
export async function load(
  url: string,
  headers: Record<string, string>,
  { connections = 64, seconds = 2 } = {},
): Promise<Load> {
  if (!hasWrk) return loadWithAutocannon(url, headers, connections, seconds);
  const report = await runWrk([
    `--connections=${connections}`,
    `--duration=${seconds}s`,
    '--latency',
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    url,
  ]);
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1]),
    p50: percentile(report, '50'),
    p99: percentile(report, '99'),
  };
}

async function loadWithAutocannon(
  url: string,
  headers: Record<string, string>,
  connections: number,
  seconds: number,
): Promise<Load> {
  const result = await autocannon({ url, headers, connections, duration: seconds });
  if (result.errors > 0) throw new Error(`${url} did not answer everyone`);
  return {
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}
