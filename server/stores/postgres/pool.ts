import { setTimeout } from 'node:timers/promises';
import type { Pool as Driver, PoolClient } from 'pg';
import { timeouts } from '../timeouts.ts';
import { openDriver } from './driver.ts';
import { isCrowded, isLost, isStatementError, nameWait } from './failures.ts';

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

type Work<Result> = (query: Query) => Promise<Result>;

/** Closes the sessions that wait for work, because they may lead to the same server as a session that was lost. */
async function dropWaiting(driver: Driver): Promise<void> {
  for (let waiting = driver.idleCount; waiting > 0; waiting -= 1) {
    (await driver.connect()).release(true);
  }
}

/** Runs `work` with a session of its own. @param deadline from `performance.now`; infinite: no limit. */
async function inSession<Result>(
  driver: Driver,
  work: Work<Result>,
  deadline: number,
): Promise<Result> {
  const client = await driver.connect();
  const query: Query = async (text, values = []) => {
    const left = Math.max(1, Math.round(deadline - performance.now()));
    const limit = Number.isFinite(left) ? { query_timeout: left } : {};
    const results = [await client.query<Row>({ text, values: [...values], ...limit })].flat();
    return results.at(-1)?.rows ?? [];
  };
  try {
    const result = await work(query);
    client.release();
    return result;
  } catch (error) {
    client.release(!isStatementError(error) || client.getTransactionStatus() !== 'I');
    if (isLost(error)) await dropWaiting(driver);
    throw error;
  }
}

/** The mean of the milliseconds before a call tries again. Each wait is random, so that two calls do not meet again. */
const restMs = 250;

/** Runs `work`, and runs it again when other sessions were in the way. After a lost session it runs `work` once more. */
async function runAgain<Result>(
  work: (deadline: number) => Promise<Result>,
  timeoutMs: number | null,
): Promise<Result> {
  const begun = performance.now();
  const deadline = begun + (timeoutMs ?? Number.POSITIVE_INFINITY);
  // A call without a limit would wait for ever when a role has no connection left.
  const crowdedUntil = begun + (timeoutMs ?? timeouts.storeMs);
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(deadline);
    } catch (error) {
      const mayRepeat = isCrowded(error) || (isLost(error) && tries === 1);
      const until = isCrowded(error) ? crowdedUntil : deadline;
      if (!mayRepeat || performance.now() + restMs > until) throw nameWait(error, timeoutMs);
      await setTimeout(restMs * (0.5 + Math.random()));
    }
  }
}

/** Returns SQL that ends some limits of the role for a transaction. Versions before 17 have no `transaction_timeout`. */
const without = (...limits: string[]): string =>
  `select set_config(name, '0', true) from pg_catalog.pg_settings
  where name in ('transaction_timeout', ${limits.map((limit) => `'${limit}'`).join(', ')})`;

/** Begins a transaction that may take any time, whatever limits the role has: an export waits for its reader. */
const beginStream = `begin; ${without('statement_timeout', 'idle_in_transaction_session_timeout')}`;

/** Milliseconds for which a transaction that may lock rows waits for the next statement of its process. */
const silentMs = 10_000;

/**
 * Begins a transaction that may lock rows. PostgreSQL ends the transaction when this process falls silent. Otherwise a machine
 * that sleeps or has lost its network would lock the rows for hours. The commit waits for the disk, also where the role or the
 * database has `synchronous_commit` off. `commit_durably` does the same for a call of a function.
 */
const beginChange = `begin; set local idle_in_transaction_session_timeout = ${silentMs};
  select set_config('synchronous_commit', 'on', true) where current_setting('synchronous_commit') = 'off'`;

/** Rows that `stream` asks for at once. */
const streamedRows = 500;

/** Yields the rows of a `select` over one session. */
async function* streamRows(
  client: PoolClient,
  text: string,
  values: readonly unknown[],
): AsyncGenerator<Row> {
  let isWhole = false;
  try {
    await client.query(beginStream);
    await client.query(`declare streamed no scroll cursor for ${text}`, [...values]);
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
}

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
  const run = <Result>(work: Work<Result>): Promise<Result> =>
    runAgain(async (deadline) => inSession(await open(), work, deadline), timeoutMs);
  const statementLimit =
    timeoutMs === null
      ? without('statement_timeout')
      : `set local statement_timeout = ${timeouts.statementMs}`;
  return {
    query: (...asked) => run((query) => query(...asked)),
    transaction: (work) =>
      run(async (query) => {
        await query(`${beginChange}; ${statementLimit}`);
        const result = await work(query);
        await query('commit');
        return result;
      }),
    async *stream(text, values = []) {
      const client = await (await open()).connect();
      yield* streamRows(client, text, values);
    },
    end: async () => (await opening?.catch(() => undefined))?.end(),
  };
}
