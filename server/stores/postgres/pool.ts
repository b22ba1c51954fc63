import pRetry from 'p-retry';
import type { Sql } from 'postgres';
import { connect, type Options } from './connection.ts';

/** Times in seconds; the server itself gives up a statement that waits longer than 5 s for a lock or the disk. */
const defaults = {
  max: 10,
  connect_timeout: 5,
  idle_timeout: 60,
  connection: { statement_timeout: 5_000 },
};

/** While the database takes no more connections, or too long over a new one, a statement that needs one waits. */
const retrying = {
  minTimeout: 250,
  maxRetryTime: 7_000,
  shouldRetry: ({ error }: { error: unknown }) =>
    ['53300', 'CONNECT_TIMEOUT'].includes(Object(error).code),
};

export type Pool = ReturnType<typeof createPool>;

/**
 * Connections that are replaced when they fall silent. After a failover, or behind a firewall that forgot them,
 * nothing says that they are dead, and TCP alone would wait for a quarter of an hour.
 * @param silenceMs without an answer after which they count as dead.
 */
export function createPool(url: string, silenceMs = 7_000, options: Options = defaults) {
  let connected: Promise<Sql> | undefined;
  return {
    /** Rejects where the work does, or where nothing answers it. */
    async ask<Answer>(work: (sql: Sql) => PromiseLike<Answer>): Promise<Answer> {
      connected ??= connect(url, options);
      const current = connected;
      const answered = pRetry(() => current.then(work), retrying);
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => {
        if (connected === current) connected = undefined;
        // What was sent later than the silent statement may be answered yet.
        void current.then((sql) => sql.end({ timeout: silenceMs / 1_000 })).catch(() => {});
        late.reject(new Error(`the database did not answer within ${silenceMs} ms`));
      }, silenceMs);
      try {
        return await Promise.race([answered, late.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
    end: async () => (await connected?.catch(() => undefined))?.end({ timeout: 5 }),
  };
}
