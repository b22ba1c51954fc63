import { setTimeout } from 'node:timers/promises';
import type { Pool as Driver, PoolClient } from 'pg';
import { timeouts } from '../timeouts.ts';
import { openDriver } from './driver.ts';

export type Row = Record<string, unknown>;

/**
 * Runs one statement and resolves with its rows. `$1`, `$2` … stand for the values. Without values, the text may have
 * several statements, which PostgreSQL runs as one transaction.
 */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Row[]>;

/**
 * Sessions with PostgreSQL. Nothing depends on the session, so that PgBouncer may give each transaction another one.
 * A statement or a transaction whose session was lost runs once more in a new session, so it must be safe to repeat.
 */
export interface Pool {
  query: Query;
  /** Runs `work` in one transaction. */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;
  /** Yields the rows of a `select` at constant memory, from one snapshot. */
  stream(text: string, values?: readonly unknown[]): AsyncGenerator<Row>;
  /** Closes every session once its statement has ended. */
  end(): Promise<void>;
}

export interface PoolOptions {
  /** The most sessions. The database or the role may allow fewer. */
  size?: number;
  /** Milliseconds for one call, the wait for a session included. Null: no limit. */
  timeoutMs?: number | null;
}

/** Milliseconds before a call tries again, at the mean: calls that met each other rest for different times. */
const restMs = 250;

const codeOf = (error: unknown): string => String(Object(error).code ?? '');

/** Returns whether the statement failed and its session can still be used. */
const isStatementError = (error: unknown): boolean =>
  Object(error).severity === 'ERROR' && codeOf(error) !== '25006';

/** Returns whether the session was lost, or leads to a server that only reads (25006), as after a failover. */
const isLost = (error: unknown): boolean =>
  /^(25006|25P03|57P0[1235]|08...)$/.test(codeOf(error)) ||
  /^(ECONNRESET|EPIPE|ECONNREFUSED)$/.test(codeOf(error)) ||
  /^Connection terminated unexpectedly$/.test(Object(error).message);

/** The messages of `pg` for a wait that was too long, each with ours. */
const waits: readonly [RegExp, string][] = [
  [/^timeout exceeded when trying to connect$/, 'no session with the database became free'],
  [
    /^(Query read timeout|Connection terminated due to.*|timeout expired)$/,
    'the database did not answer',
  ],
];

/**
 * Returns whether other sessions were in the way, and nothing was changed: the database had no room for one more session
 * (53300), or another transaction came first. The latter is usual where a role or a database is set to `repeatable read` or
 * `serializable` (40001), and otherwise a deadlock (40P01).
 */
const isCrowded = (error: unknown): boolean => /^(53300|40001|40P01)$/.test(codeOf(error));

/** Rows that `stream` asks for at once. */
const streamedRows = 500;

/** Closes the sessions that wait for work, because they may lead to the same server as a session that was lost. */
async function dropWaiting(driver: Driver): Promise<void> {
  for (let waiting = driver.idleCount; waiting > 0; waiting -= 1) {
    (await driver.connect()).release(true);
  }
}

/** Returns an error whose message says what the call waited for, and how long. */
function named(error: unknown, timeoutMs: number | null): unknown {
  const wait = waits.find(([pattern]) => pattern.test(Object(error).message));
  return wait ? new Error(`${wait[1]} within ${timeoutMs} ms`) : error;
}

/**
 * Begins a transaction that may take any time, whatever limits the role has: an export waits for its reader.
 * Versions before 17 have no `transaction_timeout`.
 */
const beginUnlimited = `begin; select set_config(name, '0', true) from pg_catalog.pg_settings
  where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** Creates a pool. Opens nothing before the first call. */
export function createPool(
  url: string,
  { size = 10, timeoutMs = timeouts.storeMs }: PoolOptions = {},
): Pool {
  let opening: Promise<Driver> | undefined;
  const open = (): Promise<Driver> => {
    opening ??= openDriver(url, size, timeoutMs).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  /** Runs `work` with a session of its own. @param deadline from `performance.now`. */
  const once = async <Result>(
    work: (client: PoolClient, query: Query) => Promise<Result>,
    deadline: number,
  ): Promise<Result> => {
    const driver = await open();
    const client = await driver.connect();
    const query: Query = async (text, values = []) => {
      const left = deadline - performance.now();
      const limit = timeoutMs === null ? {} : { query_timeout: Math.max(1, Math.round(left)) };
      const results = [await client.query<Row>({ text, values: [...values], ...limit })].flat();
      return results.at(-1)?.rows ?? [];
    };
    try {
      const result = await work(client, query);
      client.release();
      return result;
    } catch (error) {
      client.release(!isStatementError(error) || client.getTransactionStatus() !== 'I');
      if (isLost(error)) await dropWaiting(driver);
      throw error;
    }
  };

  const run = async <Result>(
    work: (client: PoolClient, query: Query) => Promise<Result>,
  ): Promise<Result> => {
    const begun = performance.now();
    const deadline = begun + (timeoutMs ?? Number.POSITIVE_INFINITY);
    // A call without a limit would wait for ever when a role has no connection left.
    const crowdedUntil = begun + (timeoutMs ?? timeouts.storeMs);
    for (let tries = 1; ; tries += 1) {
      try {
        return await once(work, deadline);
      } catch (error) {
        const mayRepeat = isCrowded(error) || (isLost(error) && tries === 1);
        const until = isCrowded(error) ? crowdedUntil : deadline;
        if (!mayRepeat || performance.now() + restMs > until) throw named(error, timeoutMs);
        await setTimeout(restMs * (0.5 + Math.random()));
      }
    }
  };

  const begin =
    timeoutMs === null
      ? beginUnlimited
      : `begin; set local statement_timeout = ${timeouts.statementMs}`;

  return {
    query: (...asked) => run((_, query) => query(...asked)),
    transaction: (work) =>
      run(async (_client, query) => {
        await query(begin);
        const result = await work(query);
        await query('commit');
        return result;
      }),
    async *stream(text, values) {
      const client = await (await open()).connect();
      let isWhole = false;
      try {
        await client.query(begin);
        await client.query(`declare streamed no scroll cursor for ${text}`, [...(values ?? [])]);
        let count = streamedRows;
        while (count === streamedRows) {
          const { rows } = await client.query<Row>(`fetch ${streamedRows} from streamed`);
          count = rows.length;
          yield* rows;
        }
        await client.query('commit');
        isWhole = true;
      } finally {
        client.release(!isWhole);
      }
    },
    end: async () => (await opening?.catch(() => undefined))?.end(),
  };
}
