import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { promisify } from 'node:util';
import { findProgram } from '../support/programs.ts';

/** The figures of one load: responses, responses a second, and the 99th percentile of their time in milliseconds. */
export interface Load {
  responses: number;
  perSecond: number;
  p99: number;
}

/** Duration of each load. */
export const seconds = 1;

const taskset = cpus().length > 1 ? findProgram('taskset') : undefined;

/** Returns the command that keeps a program on one core. Without `taskset` the program runs on all cores. */
const onCore = (core: number): string[] =>
  taskset === undefined ? [] : [taskset, '--cpu-list', String(core)];
/** The core of the servers that are measured. */
export const serverCore = onCore(0);
/** The core of wrk, and of the process that reads the log. */
export const loadCore = onCore(1);

const units: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

/** Loads an address over 64 connections that are kept alive. Throws when a connection or a response fails. */
export async function wrk(url: string, ...parameters: string[]): Promise<Load> {
  return wrkFor(seconds, url, ...parameters);
}

/** Loads an address for some seconds. */
export async function wrkFor(
  duration: number,
  url: string,
  ...parameters: string[]
): Promise<Load> {
  const options = ['--threads=1', '--connections=64', `--duration=${duration}s`, '--latency'];
  const words = [...loadCore, 'wrk', ...options, url, ...parameters];
  const [program = '', ...rest] = words;
  const { stdout } = await promisify(execFile)(program, rest);
  const failed = /Socket errors: .*(connect|read|write|timeout) [1-9]|Non-2xx or 3xx/.exec(stdout);
  if (failed) throw new Error(`not everybody was answered: ${stdout}`);
  const [, value, unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  return {
    responses: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99: Number(value) * (units[unit] ?? Number.NaN),
  };
}
