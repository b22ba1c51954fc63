import type { DatabaseSync } from 'node:sqlite';
import type { Sql } from '../sql.ts';
import { isBusy, isRowError } from './errors.ts';

/** The most rows in one commit. With more rows the commits are hardly faster, and the pages wait, because one thread serves both. */
const largestBatch = 16;

/** The most rows that may wait for a commit. The queue refuses further rows. */
const longestQueue = 1_024;

/** Milliseconds before the next try while another process has the file locked. The wait doubles up to the second one. */
const retryMs = { first: 2, most: 50 };

interface Work {
  run: (sql: Sql) => unknown;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
  /** Milliseconds of `performance.now()` after which the work is rejected instead of retried. */
  deadline: number;
}

/** An error of one row of a batch, with the work that it belongs to. */
class RowError extends Error {
  readonly work: Work;

  constructor(work: Work, cause: unknown) {
    super('a row of the batch cannot be written', { cause });
    this.work = work;
  }
}

/** The error of a commit that finds {@link longestQueue} others waiting. A flood causes thousands of these errors. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

/**
 * Runs `work` in a `BEGIN IMMEDIATE` transaction, because another process may write at the same time.
 * Throws what `work` throws; the file is then unchanged.
 */
function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    // SQLite itself ends a transaction after some errors, such as a full disk.
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/** Writes a batch in one transaction. Throws a RowError when one row is at fault; then nothing is written. */
const writeBatch = (sql: Sql, batch: readonly Work[]): unknown[] =>
  inTransaction(sql.connection, () =>
    batch.map((work) => {
      try {
        return work.run(sql);
      } catch (error) {
        throw isRowError(error) ? new RowError(work, error) : error;
      }
    }),
  );

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Connection {
  /** Returns the means to run SQL. Throws with the reason when the file cannot be opened. */
  sql(): Sql;
  /** Throws when the opened file was removed or replaced, so that a commit to it is lost. */
  requireInPlace(): void;
  /** Returns an error with its problem and its remedy. */
  explain(error: unknown): Error;
}

/**
 * Creates the queue of the work that waits for a commit. Several rows share one commit, because a commit waits for the disk.
 * @param timeoutMs how long a commit waits while another process has the file locked. It never waits on the event loop.
 */
export function createCommitQueue({ sql, requireInPlace, explain }: Connection, timeoutMs: number) {
  /** The work of a batch stays at the head of the queue until it is written or rejected. */
  const queue: Work[] = [];
  let writing: Promise<void> | undefined;

  const rejectLate = (reason: Error): void => {
    const now = performance.now();
    while (queue[0] && queue[0].deadline <= now) queue.shift()?.reject(reason);
  };
  const rejectRow = ({ work, cause }: RowError): void => {
    queue.splice(queue.indexOf(work), 1);
    work.reject(explain(cause));
  };
  /** Writes or rejects the next batch. Returns false when another process has the file locked. */
  const writeNext = (): boolean => {
    const batch = queue.slice(0, largestBatch);
    try {
      const results = writeBatch(sql(), batch);
      requireInPlace();
      queue.splice(0, batch.length);
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as never);
    } catch (error) {
      if (error instanceof RowError) {
        rejectRow(error);
        return true;
      }
      const reason = explain(error);
      if (isBusy(error)) {
        rejectLate(reason);
        return false;
      }
      for (const { reject } of queue.splice(0, batch.length)) reject(reason);
    }
    return true;
  };
  const writeAll = async (): Promise<void> => {
    let waitMs = retryMs.first;
    while (queue.length > 0) {
      // In this turn, requests that have arrived join the batch, and pages are answered.
      await new Promise((resolve) => setImmediate(resolve));
      if (writeNext()) {
        waitMs = retryMs.first;
      } else {
        await wait(waitMs);
        waitMs = Math.min(2 * waitMs, retryMs.most);
      }
    }
    writing = undefined;
  };
  return {
    /**
     * Runs `run` in a transaction, together with other work that has arrived. Resolves with its result once the transaction
     * is durable. Rejects with the reason otherwise; nothing of `run` is written then.
     */
    commit<Result>(run: (sql: Sql) => Result): Promise<Result> {
      if (queue.length >= longestQueue) {
        return Promise.reject(new QueueFullError('too many sign-ups are waiting for the disk'));
      }
      return new Promise((resolve, reject) => {
        queue.push({ run, resolve, reject, deadline: performance.now() + timeoutMs });
        writing ??= writeAll();
      });
    },
    /** Resolves when no work waits. */
    emptied: async (): Promise<void> => writing,
  };
}
