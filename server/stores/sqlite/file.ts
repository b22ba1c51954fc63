import { statSync } from 'node:fs';
import type { DatabaseSync, SQLTagStore } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import { timeouts } from '../timeouts.ts';
import { readMadeAt } from './create.ts';
import { explainSqliteError, isBusy, isDamage, isRowError } from './errors.ts';
import { openSignups, signupsPath } from './open.ts';
import { findLoosePermissions } from './permissions.ts';

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

/** The open file. */
interface Connection {
  /** Runs SQL with parameters, and keeps its statements prepared. */
  sql: SQLTagStore;
  /** The device and inode of the opened file. Another file may be at the path now. */
  identity: string | undefined;
}

/** The part of a logger that the file needs. */
export interface FileLog {
  warn(fields: object, message: string): void;
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

/** Returns the device and inode of the file at a path; undefined when there is no file. */
const identityOf = (path: string): string | undefined => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
};

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
  const path = signupsPath(directory);
  const queue: Work[] = [];
  let connection: Connection | undefined;
  let hasBeenOpen = false;
  let madeAt: Date | null = null;
  let damage: { identity: string | undefined; error: Error } | undefined;
  let closedError: Error | undefined;
  let writing: Promise<void> | undefined;

  const disconnect = (): void => {
    connection?.sql.db.close();
    connection = undefined;
  };

  /** Closes the file after damage was met. Only another file at the path, such as a restored backup, is opened again. */
  const stopAtDamage = (cause: unknown): Error => {
    const error = explainSqliteError(cause, path);
    damage = { identity: connection?.identity ?? identityOf(path), error };
    disconnect();
    return error;
  };

  const explain = (error: unknown): Error =>
    isDamage(error) ? stopAtDamage(error) : explainSqliteError(error, path);

  const missing = (): StoreError =>
    new StoreError({
      code: 'no_data',
      path,
      problem: `${path} was taken away while the server was running`,
      remedy: 'Put it back.',
    });

  const requireUsable = (): void => {
    const identity = identityOf(path);
    if (damage && damage.identity === identity) throw damage.error;
    // The file is created only at the start. Later, a new file would hide that the sign-ups are gone.
    if (hasBeenOpen && identity === undefined) throw missing();
  };

  const connect = (): Connection => {
    if (closedError) throw closedError;
    if (connection) return connection;
    requireUsable();
    const onCreated = () =>
      log.warn(
        { path },
        `${path} is new and empty. If you had sign-ups before, DATA_DIR is wrong or its disk is not mounted.`,
      );
    const database = openSignups(directory, { create: !hasBeenOpen, timeout: 0, onCreated });
    connection = { sql: database.createTagStore(), identity: identityOf(path) };
    hasBeenOpen = true;
    damage = undefined;
    try {
      madeAt = readMadeAt(database);
    } catch (error) {
      const reason = explain(error);
      disconnect();
      throw reason;
    }
    for (const { problem, command } of findLoosePermissions(path)) {
      log.warn({ path }, `${problem}: mend it with \`${command}\``);
    }
    return connection;
  };

  /** Writes a batch in one transaction. Throws a RowError when one row is at fault; then nothing is written. */
  const commitBatch = (batch: readonly Work[]): unknown[] => {
    const { sql, identity } = connect();
    const results = inTransaction(sql.db, () =>
      batch.map((work) => {
        try {
          return work.run(sql);
        } catch (error) {
          throw isRowError(error) ? new RowError(work, error) : error;
        }
      }),
    );
    // A file that was removed or replaced still accepts writes, and these writes are lost.
    if (identityOf(path) === identity) return results;
    disconnect();
    throw missing();
  };

  const rejectLate = (error: unknown): void => {
    const now = performance.now();
    while (queue[0] && queue[0].deadline <= now) {
      queue.shift()?.reject(explainSqliteError(error, path));
    }
  };

  const rejectRow = ({ work, cause }: RowError): void => {
    queue.splice(queue.indexOf(work), 1);
    work.reject(explainSqliteError(cause, path));
  };

  /** Empties the queue. The work of a batch stays at the head of the queue until it is written or rejected. */
  const write = async (): Promise<void> => {
    let waitMs = retryMs.first;
    while (queue.length > 0) {
      // In this turn, requests that have arrived join the batch, and pages are answered.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = queue.slice(0, largestBatch);
      try {
        const results = commitBatch(batch);
        queue.splice(0, batch.length);
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as never);
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
    const done = connection?.sql.db.prepare('pragma wal_checkpoint(truncate)').get();
    if (done?.busy !== 1 || triesLeft === 0) return;
    setTimeout(emptyLog, logRetryMs, triesLeft - 1).unref();
  };

  return {
    /** Opens the file, unless it is open; creates it when it is the first time. Throws with the reason. */
    open() {
      try {
        connect();
      } catch (error) {
        throw explainSqliteError(error, path);
      }
    },
    /** When the file was created; null before the file is open. */
    madeAt: () => madeAt,
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
     * Moves the content of the write-ahead log into the file and empties the log, so that no deleted row remains there.
     * Tries again in the background while another process reads an older state.
     */
    emptyLog: () => emptyLog(logTries),
    /** Waits for the commits that are under way, and closes the file. It cannot be opened again. */
    async close() {
      await writing;
      closedError = new Error(`${path} is closed`);
      // SQLite leaves the log when a statement is still prepared, and the tag store keeps its statements prepared.
      connection?.sql.db.exec('pragma wal_checkpoint(truncate)');
      disconnect();
    },
  };
}
