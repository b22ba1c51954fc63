import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface Running {
  url: string;
  process: ChildProcessByStdio<null, Readable, Readable>;
  /** Resident memory in MiB, read from the kernel. */
  memoryMiB(): number;
  stop(): Promise<void>;
}

/** A port that nobody listens on. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** Starts our server where it says nothing, its address included. */
export async function startSilently(
  script: string,
  environment: Record<string, string>,
): Promise<Running> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const silent = { ...environment, PORT: String(port), LOG_LEVEL: 'silent' };
  const running = spawnServer(script, silent, []);
  while (!(await fetch(`${url}/healthz`).then(Boolean, () => false))) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { ...running, url };
}

/**
 * Starts a Node process that prints the address it listens on, and waits for that line.
 * Rejects with what it wrote to standard error if it ends before.
 */
export async function start(
  script: string,
  environment: Record<string, string> = {},
  parameters: string[] = [],
  /** What starts Node in its turn, e.g. within a control group. */
  wrapper: string[] = [],
): Promise<Running> {
  const running = spawnServer(script, environment, parameters, wrapper);
  const child = running.process;
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      const address = /https?:\/\/[\w.:[\]-]+/.exec(line)?.[0];
      if (!address) return;
      // From here on the lines are let go unread: taking them apart would cost more than writing them.
      lines.close();
      resolve(address);
    });
    child.once('exit', () => reject(new Error(`${script} ended before listening: ${complaint}`)));
  });
  child.stdout.resume();
  return { ...running, url };
}

function spawnServer(
  script: string,
  environment: Record<string, string>,
  parameters: string[],
  wrapper: string[] = [],
): Omit<Running, 'url'> {
  const [program = '', ...words] = [...wrapper, process.execPath, script, ...parameters];
  const child = spawn(program, words, {
    env: { ...process.env, NODE_ENV: 'production', SHUTDOWN_DELAY_MS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return {
    process: child,
    memoryMiB: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
    },
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
