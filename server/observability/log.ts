import { EventEmitter, once } from 'node:events';
import type { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { type DestinationStream, type Level, type Logger as Pino, pino } from 'pino';
import type { PrettyOptions } from 'pino-pretty';

export type Logger = Pick<Pino, Level | 'isLevelEnabled'>;

/** Returns the parts of an error that name the fault. PostgreSQL’s errors also carry the row, which is left out. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  const { name: type, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return { type, message, stack, code, cause: cause instanceof Error ? cause.message : undefined };
}

/** For a terminal: one line for each request, and the message first in all other lines. */
const prettyOptions: PrettyOptions = {
  sync: true,
  singleLine: true,
  messageFormat: ({ msg, method, path, status, ms }) =>
    msg ? String(msg) : `${status} ${method} ${path} ${ms} ms`,
  ignore: 'id,method,path,status,ms',
};

async function standardOutput(): Promise<DestinationStream> {
  if (process.stdout.isTTY) return (await import('pino-pretty')).default(prettyOptions);
  const lines = pino.destination({ dest: 1, maxLength: 1_000_000 });
  // A line that cannot be written (on a full disk) must not end the process. At the exit sonic-boom 4.2 would retry it
  // for ever.
  return lines.on('error', () => Object.assign(lines, { flushSync() {} }));
}

/**
 * Creates the log. It writes JSON lines to standard output, and readable lines in a terminal.
 * @param to the destination instead of standard output, for tests.
 */
export async function createLog(level: string, to?: DestinationStream): Promise<Logger> {
  const options = { level, base: null, serializers: { err: faultOf } };
  const log: Logger = pino(options, to ?? (await standardOutput()));
  return log;
}

/**
 * Milliseconds that the server waits until the log has written its last lines. A full disk takes no line. A full
 * pipe takes none either, unless a program reads it.
 */
const endingMs = 500;

/**
 * Ends the log, and resolves when every line is written. An exit during a write would put a later line before an earlier
 * one. A line that comes afterwards is left out: its write would throw.
 */
export async function endLog(log: Logger): Promise<void> {
  Object.assign(log, { level: 'silent' });
  const destination: unknown = Reflect.get(log, pino.symbols.streamSym);
  if (!(destination instanceof EventEmitter && 'end' in destination)) return;
  const closed = once(destination, 'close').then(
    () => true,
    () => true,
  );
  (destination as Writable).end();
  const isClosed = await Promise.race([closed, setTimeout(endingMs, false, { ref: false })]);
  // At the exit, sonic-boom 4.2 would wait for the reader of a full pipe for ever.
  if (!isClosed) Object.assign(destination, { flushSync() {} });
}
