import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { atEnd } from '../../shared/testing/at-end.ts';

export interface Running {
  url: string;
  process: ChildProcessByStdio<null, Readable, Readable>;
  /** Resident memory in MiB, read from the kernel. */
  memoryMiB(): number;
  stop(): Promise<void>;
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

/** Starts a Node process that listens on `PORT` until the tests are over, and does not wait until it does. */
export function startUnheard(
  script: string,
  environment: Record<string, string> = {},
  parameters: string[] = [],
  /** What starts Node in its turn, e.g. within a control group. */
  wrapper: string[] = [],
): Running {
  const [program = '', ...words] = [...wrapper, process.execPath, script, ...parameters];
  const child = spawn(program, words, {
    env: { ...process.env, NODE_ENV: 'production', SHUTDOWN_DELAY_MS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  atEnd(stop);
  return {
    url: `http://127.0.0.1:${environment.PORT}`,
    process: child,
    memoryMiB: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
    },
    stop,
  };
}

/**
 * Reads what a process prints until it says at which port of this machine it listens. @returns that address.
 * Rejects with what it wrote to standard error if it ends before.
 */
export async function addressIn(
  name: string,
  printed: Readable,
  stderr: Readable,
): Promise<string> {
  let complaint = '';
  stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  for await (const line of createInterface({ input: printed })) {
    const url = /https?:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(line)?.[0];
    if (!url) continue;
    // What is said from now on is let go unread: taking it apart would cost more than writing it.
    printed.resume();
    return url;
  }
  throw new Error(`${name} ended before listening: ${complaint}`);
}

/** Starts a Node process that prints the address it listens on, and waits for that line. */
export async function start(...parameters: Parameters<typeof startUnheard>): Promise<Running> {
  const running = startUnheard(...parameters);
  const { stdout, stderr } = running.process;
  return { ...running, url: await addressIn(parameters[0], stdout, stderr) };
}
