import type { DatabaseSync, SQLTagStore } from 'node:sqlite';
import { timeouts } from '../timeouts.ts';
import { createConnection, type FileLog } from './connection.ts';
import { isBusy, isRowError } from './errors.ts';

/** The most rows in one commit. With more rows the commits are hardly faster, and the pages wait, because one thread serves both. */
const largestBatch = 16;

/** The most rows that may wait for a commit. The file refuses further rows. */
const longestQueue = 1_024;

/** Milliseconds before the next try while another process has the file locked. The wait doubles up to the second one. */
const retryMs = { first: 2, most: 50 };

/** How often the server tries to empty the log, and the milliseconds between two tries. */
const [logTries, logRetryMs] = [60, 1_000];

interface Work {
  run: (sql: SQLTagStore) => unknown;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
  /** Milliseconds of `performance.now()` after which the work is rejected instead of retried. */
  deadline: number;
}

const noLog: FileLog = { warn() {} };

/** An error of one row of a batch, with the work that it belongs to. */
class RowError extends Error {
  readonly work: Work;

  constructor(work: Work, cause: unknown) {
    super('a row of the batch cannot be written', { cause });
    this.work = work;
  }
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The error of a commit that finds {@link longestQueue} others waiting. A flood causes thousands of these errors. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

/**
 * Runs `work` in a `BEGIN IMMEDIATE` transaction, because another process may write at the same time.
 * Throws what `work` throws; the file is then unchanged.
 */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
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
const writeBatch = (sql: SQLTagStore, batch: readonly Work[]): unknown[] =>
  inTransaction(sql.db, () =>
    batch.map((work) => {
      try {
        return work.run(sql);
      } catch (error) {
        throw isRowError(error) ? new RowError(work, error) : error;
      }
    }),
  );

export type SqliteFile = ReturnType<typeof createSqliteFile>;

/**
 * Returns the server’s access to the file of the sign-ups: one connection for as long as the server runs, and several rows
 * in one commit. Never waits for a lock on the event loop.
 * @param timeoutMs how long a commit waits while another process has the file locked.
 */
export function createSqliteFile(
  directory: string,
  log: FileLog = noLog,
  timeoutMs: number = timeouts.storeMs,
) {
  const connection = createConnection(directory, log);
  const { explain } = connection;
  /** The work of a batch stays at the head of the queue until it is written or rejected. */
  const queue: Work[] = [];
  let writing: Promise<void> | undefined;

  const commitBatch = (batch: readonly Work[]): void => {
    const results = writeBatch(connection.sql(), batch);
    connection.requireInPlace();
    queue.splice(0, batch.length);
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as never);
  };

  const rejectLate = (error: unknown): void => {
    const now = performance.now();
    while (queue[0] && queue[0].deadline <= now) queue.shift()?.reject(explain(error));
  };

  const rejectRow = ({ work, cause }: RowError): void => {
    queue.splice(queue.indexOf(work), 1);
    work.reject(explain(cause));
  };

  /** Empties the queue. */
  const write = async (): Promise<void> => {
    let waitMs = retryMs.first;
    while (queue.length > 0) {
      // In this turn, requests that have arrived join the batch, and pages are answered.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = queue.slice(0, largestBatch);
      try {
        commitBatch(batch);
        waitMs = retryMs.first;
      } catch (error) {
        if (error instanceof RowError) rejectRow(error);
        else if (isBusy(error)) {
          rejectLate(error);
          await wait(waitMs);
          waitMs = Math.min(2 * waitMs, retryMs.most);
        } else {
          const reason = explain(error);
          for (const { reject } of queue.splice(0, batch.length)) reject(reason);
        }
      }
    }
    writing = undefined;
  };

  const emptyLog = (triesLeft: number): void => {
    if (connection.emptyLog() || triesLeft === 0) return;
    setTimeout(emptyLog, logRetryMs, triesLeft - 1).unref();
  };

  return {
    open: connection.open,
    madeAt: connection.madeAt,
    /**
     * Runs `run` in a transaction, together with other work that has arrived, because a commit waits for the disk.
     * Resolves with its result once the transaction is durable. Rejects with the reason otherwise; nothing of `run` is
     * written then. Rejects after `timeoutMs` while another process has the file locked.
     */
    commit<Result>(run: (sql: SQLTagStore) => Result): Promise<Result> {
      if (queue.length >= longestQueue) {
        return Promise.reject(new QueueFullError('too many sign-ups are waiting for the disk'));
      }
      return new Promise((resolve, reject) => {
        queue.push({ run, resolve, reject, deadline: performance.now() + timeoutMs });
        writing ??= write();
      });
    },
    /**
     * Empties the write-ahead log, so that no deleted row remains there. Tries again in the background while another
     * process reads an older state.
     */
    emptyLog: () => emptyLog(logTries),
    /** Waits for the commits that are under way, and closes the file. It cannot be opened again. */
    async close() {
      await writing;
      connection.close();
    },
  };
}
