import type { Sql } from 'postgres';
import { connect } from './postgres-connection.ts';
import { createWatchdog } from './watchdog.ts';

/** Times in seconds. */
const options = { max: 10, connect_timeout: 5, idle_timeout: 60 };

/**
 * Milliseconds without any answer after which the connections count as dead, so that a sign-up hears of it
 * before its own time is up. It doubles where new ones are no better: a database that is merely locked
 * should not be left with ever more that wait in line.
 */
const silenceMs = { first: 6_000, longest: 60_000 } as const;

export interface Pool {
  /** The connections of the moment, for work that may take as long as it takes. */
  connections(): Sql;
  /** Rejects where the work does, or where no connection answers anybody any more. */
  ask<Answer>(work: (sql: Sql) => PromiseLike<Answer>): Promise<Answer>;
  end(): Promise<void>;
}

/**
 * Connections that are replaced when they fall silent. After a failover, or behind a firewall that forgot
 * them, nothing says that they are dead, and without this each query would wait for a quarter of an hour.
 * Rejects where the address cannot be read.
 */
export async function createPool(url: string, onSilence: () => void): Promise<Pool> {
  let sql = await connect(url, options);
  let owed = 0;
  let patience: number = silenceMs.first;
  const renew = async (): Promise<void> => {
    const silent = sql;
    sql = await connect(url, options);
    await silent.end({ timeout: 0 });
  };
  const watchdog = createWatchdog(() => {
    onSilence();
    patience = Math.min(patience * 2, silenceMs.longest);
    renew().catch(watch);
  });
  const watch = (): void => (owed > 0 ? watchdog.watch(patience) : watchdog.rest());
  return {
    connections: () => sql,
    async ask(work) {
      owed += 1;
      if (owed === 1) watch();
      try {
        const answer = await work(sql);
        patience = silenceMs.first;
        return answer;
      } finally {
        owed -= 1;
        watch();
      }
    },
    end: () => sql.end({ timeout: 5 }),
  };
}
