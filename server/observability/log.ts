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

async function standardOutput(): Promise<DestinationStream> {
  if (process.stdout.isTTY) return (await import('pino-pretty')).default(prettyOptions);
  const lines = pino.destination({ dest: 1, maxLength: 1_000_000 });
  // What cannot be written, as on a full disk, ends nothing; at the exit sonic-boom 4.2 would try it for ever.
  return lines.on('error', () => Object.assign(lines, { flushSync() {} }));
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
