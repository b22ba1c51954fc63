import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { type DestinationStream, type Level, type Logger as Pino, pino } from 'pino';
import type { PrettyOptions } from 'pino-pretty';

export type Logger = Pick<Pino, Level | 'isLevelEnabled'>;

/** Of an error, what names the fault: PostgreSQL’s errors carry the row that it was about, too. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  const { name: type, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return { type, message, stack, code, cause: cause instanceof Error ? cause.message : undefined };
}

/** For a person who looks on: one line a request, and of the others the message first. */
const prettyOptions: PrettyOptions = {
  sync: true,
  singleLine: true,
  messageFormat: ({ msg, method, path, status, ms }) =>
    msg ? String(msg) : `${status} ${method} ${path} ${ms} ms`,
  ignore: 'id,method,path,status,ms',
};

/** Milliseconds between two looks at a pipe that is full. */
const fullPipeMs = 5;
const pause = new Int32Array(new SharedArrayBuffer(4));

/** Each line at once. pino’s own destination schedules a callback behind each, which costs as much as the line. */
const lines: DestinationStream = {
  write(line) {
    let rest = Buffer.from(line);
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(1, rest));
      } catch (error) {
        // On a full disk, or with nobody who reads any more, the site goes on.
        if (Object(error).code !== 'EAGAIN') return;
        Atomics.wait(pause, 0, 0, fullPipeMs);
      }
    }
  },
};

async function standardOutput(): Promise<DestinationStream> {
  // `process.stdout`, once it is asked, no longer waits for a reader that is behind.
  if (!isatty(1)) return lines;
  const { default: pretty } = await import('pino-pretty');
  return pretty(prettyOptions);
}

/**
 * JSON lines to standard output; readable ones in a terminal.
 * @param to where lines go instead, for tests.
 */
export async function createLog(level: string, to?: DestinationStream): Promise<Logger> {
  const options = { level, base: null, serializers: { err: faultOf } };
  const log: Logger = pino(options, to ?? (await standardOutput()));
  return log;
}
