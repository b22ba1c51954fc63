import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

export interface Log {
  log: Logger;
  /** Writes out what is still held back. */
  flush(): void;
}

/**
 * JSON lines to standard output; readable ones when a person looks on.
 * Lines are held back up to 4 KB or a second, so that a page costs no write of its own.
 */
export async function createLog(level: string, to?: DestinationStream): Promise<Log> {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (to) return { log: pino(options, to), flush: () => {} };
  if (process.stdout.isTTY) {
    const { default: pretty } = await import('pino-pretty');
    return { log: pino(options, pretty({ sync: true, ignore: 'pid,hostname' })), flush: () => {} };
  }
  const out = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 1000 });
  const flush = () => {
    try {
      out.flushSync();
    } catch {
      // Not open yet, or the reader has gone: there is nobody to tell.
    }
  };
  process.on('exit', flush);
  return { log: pino(options, out), flush };
}
