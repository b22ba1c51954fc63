import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { atEnd } from '../../shared/testing/at-end.ts';

export interface Running {
  url: string;
  process: ChildProcessByStdio<null, Readable, Readable>;
  /** Resident memory in MiB, read from the kernel. */
  memoryMiB(): number;
  /** How it ended, if it has, and what it said last. */
  ending(): string | null;
  stop(): Promise<void>;
}

/** How much of what a process says is kept; a chunk is a line or more. */
const chunksKept = 8;

/** A port that nobody listens on, below those (32,768 and up) that a system gives to whoever asks for any. */
export async function freePort(): Promise<number> {
  const port = randomInt(11_000, 32_768);
  const probe = createServer().listen(port, '127.0.0.1');
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  probe.close();
  return isFree ? port : freePort();
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
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said.push(chunk);
      if (said.length > chunksKept) said.shift();
    });
  }
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
    ending: () => {
      const how = child.signalCode ?? child.exitCode;
      return how === null ? null : `ended with ${how}: ${Buffer.concat(said)}`;
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
