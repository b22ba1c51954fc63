import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What wrk measured: answers a second, and the slowest answer but one in a hundred, in milliseconds. */
export interface Load {
  perSecond: number;
  p99: number;
}

const units: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

/** Loads an address over 64 connections that are kept alive. Throws where not everybody is answered well. */
export async function wrk(
  url: string,
  seconds: number,
  ...parameters: (string | number)[]
): Promise<Load> {
  const options = ['--threads=1', '--connections=64', `--duration=${seconds}s`, '--latency'];
  const words = [...options, url, ...parameters.map(String)];
  const { stdout } = await promisify(execFile)('wrk', words);
  const failed = /Socket errors: .*(connect|read|write|timeout) [1-9]|Non-2xx or 3xx/.exec(stdout);
  if (failed) throw new Error(`not everybody was answered: ${stdout}`);
  const [, value, unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99: Number(value) * (units[unit] ?? Number.NaN),
  };
}
