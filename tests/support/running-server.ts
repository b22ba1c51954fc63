import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

export interface Running {
  url: string;
  process: ChildProcess;
  /** Resident memory in MiB, read from the kernel. */
  memoryMiB(): number;
  stop(): Promise<void>;
}

/**
 * Starts a Node process that prints the address it listens on, and waits for that line.
 * Rejects with what it wrote to standard error if it ends before.
 */
export async function start(
  script: string,
  environment: Record<string, string> = {},
  parameters: string[] = [],
): Promise<Running> {
  const child = spawn(process.execPath, [script, ...parameters], {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /https?:\/\/[\w.:[\]-]+/.exec(line)?.[0];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`${script} ended before listening: ${complaint}`)));
  });
  child.stdout.resume();
  return {
    url,
    process: child,
    memoryMiB: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
    },
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
