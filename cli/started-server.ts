import { createInterface } from 'node:readline';
import type { Variables } from '../server/config.ts';
import { Failure } from './failure.ts';
import { serverProcess, whenEnded } from './server-process.ts';

export interface StartedServer {
  /** E.g. `http://127.0.0.1:41234`. */
  address: string;
  /** Resolves when it ended, by us or by itself. */
  ended: Promise<number>;
  /** Asks it to end, and waits for that. */
  stop(): Promise<void>;
}

/** How long a server may take to listen, in milliseconds. */
const startMs = 20_000;

interface LogLine {
  address?: string;
  msg?: string;
  err?: { message?: string };
}

function readLine(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return {};
  }
}

/**
 * Starts a server on a free port of this machine, with these settings over ours.
 * Throws a Failure with what it said, when it does not start.
 */
export async function startServer(over: Variables = {}): Promise<StartedServer> {
  const child = serverProcess(
    { stdio: ['ignore', 'pipe', 'pipe'] },
    { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', ...over },
  );
  const ended = whenEnded(child);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  const listening = new Promise<string>((resolve) => {
    if (!child.stdout) return;
    createInterface(child.stdout).on('line', (line) => {
      const { address, err } = readLine(line);
      if (err?.message) said = `${said}${err.message}\n`.slice(-2000);
      if (address) resolve(address);
    });
  });
  const late = new Promise<null>((resolve) => setTimeout(resolve, startMs, null).unref());
  const address = await Promise.race([listening, ended.then(() => null), late]);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  if (address) return { address, ended, stop };
  await stop();
  throw new Failure(
    'server_start',
    `the server did not start: ${said.trim() || 'it said nothing'}`,
  );
}
