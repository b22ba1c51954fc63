import { endLog, type Logger } from '../observability/log.ts';

/** The process, which receives signals and ends. Tests pass a stand-in, whose `exit` returns. */
export interface Host {
  on(event: string, listener: (error: Error) => void): unknown;
  exit(code: number): void;
}

interface Parts {
  log: Logger;
  metrics: { error(kind: 'uncaught'): void } | null;
}

/**
 * Stops the process in order with exit code 0 on SIGTERM, on SIGINT, and when the process that started it closes its
 * channel. Stops it with 1 after an uncaught error. The next of these events ends the process at once.
 */
export function stopOnSignals(
  { log, metrics }: Parts,
  shutDownAll: () => Promise<void>,
  host: Host = process,
): void {
  let isStopping = false;
  const stop = async (code: number): Promise<void> => {
    if (isStopping) return host.exit(1);
    isStopping = true;
    await shutDownAll();
    await endLog(log);
    host.exit(code);
  };
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) host.on(event, () => void stop(0));
  host.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught');
    metrics?.error('uncaught');
    void stop(1);
  });
}
