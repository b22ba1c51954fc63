import type { DestinationStream, Logger as Pino } from 'pino';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
type Level = (typeof levels)[number];

export type Logger = Pick<Pino, Level>;

/** Writes one line, with the fields of its own. */
export type Line = (fields: object) => void;

export interface Log {
  log: Logger;
  /** For lines that have fields in common, which are then written down once: the page’s cost a quarter less. */
  lines(common: object): Line;
  /** Loads pino and lets it write what was logged so far. */
  open(): Promise<void>;
  /** Writes out what is still held back. */
  flush(): void;
}

/** Lines of one process before {@link Log.open}; more would be a fault of its own. */
const waitingLimit = 1_000;

/** Of an error, what names the fault: PostgreSQL’s errors carry the row that it was about, too. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  const { name: type, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return { type, message, stack, code, cause: cause instanceof Error ? cause.message : undefined };
}

const options = { base: null, serializers: { err: faultOf } };

/** Standard output, held back up to 4 KB or a second, so that a page costs no write of its own. */
async function openStandardOutput() {
  const { pino } = await import('pino');
  if (process.stdout.isTTY) {
    const { default: pretty } = await import('pino-pretty');
    return { start: (level: string) => pino({ ...options, level }, pretty({ sync: true })) };
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
  return { start: (level: string) => pino({ ...options, level }, out), flush };
}

/**
 * JSON lines to standard output; readable ones when a person looks on. What is logged before
 * {@link Log.open} waits, because loading pino takes as long as the rest of a start.
 * @param to where lines go instead, for tests.
 */
export function createLog(level: string, to?: DestinationStream): Log {
  let pino: Pino | undefined;
  let flush = () => {};
  const waiting: (() => void)[] = [];
  const forward =
    (name: Level) =>
    (...line: Parameters<Logger[Level]>): void => {
      if (pino) pino[name](...line);
      else if (level !== 'silent' && waiting.length < waitingLimit) {
        waiting.push(() => pino?.[name](...line));
      }
    };
  const log = Object.fromEntries(levels.map((name) => [name, forward(name)])) as unknown as Logger;
  return {
    log,
    lines(common) {
      let child: Logger | undefined;
      return (fields) => {
        child ??= pino?.child(common);
        if (child) child.info(fields);
        else log.info({ ...common, ...fields });
      };
    },
    async open() {
      if (pino || level === 'silent') return;
      if (to) pino = (await import('pino')).pino({ ...options, level }, to);
      else {
        const out = await openStandardOutput();
        pino = out.start(level);
        flush = out.flush ?? flush;
      }
      for (const write of waiting.splice(0)) write();
      flush();
    },
    flush: () => flush(),
  };
}
