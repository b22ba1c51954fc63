import { statSync } from 'node:fs';
import type { SQLTagStore } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { explainSqliteError, isBusy, isDamage, requireWhole } from './errors.ts';
import { inTransaction, openSignups, signupsPath } from './open.ts';

/** More in one commit would gain little, and hold up the pages that this thread serves. */
const largestBatch = 16;

/** How long a commit waits for another process that writes, and how often it asks, in milliseconds. */
const patienceMs = 5_000;
const askAgainMs = 5;

/** Work that may wait for a commit; the next is turned away. */
const longestQueue = 1_024;

interface Work {
  run: (sql: SQLTagStore) => unknown;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

export type SqliteFile = ReturnType<typeof createSqliteFile>;

/** Which file lies at the path, whatever its name; undefined: none. */
const identityOf = (path: string): string | undefined => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
};

/** The file of the sign-ups as the server uses it: open for as long as it runs, written in few large commits. */
export function createSqliteFile(directory: string) {
  const path = signupsPath(directory);
  const takenAway = new Error(`${path} was taken away while the server was running: put it back`);
  const queue: Work[] = [];
  /** The tag store runs SQL with parameters, and keeps its statements prepared. */
  let opened: { sql: SQLTagStore; identity: string | undefined } | undefined;
  let wasOpened = false;
  /** Why it is not opened again: it is damaged, or no longer needed. */
  let ended: Error | undefined;
  let writing: Promise<void> | undefined;

  const closeAfter = (cause: unknown): Error => {
    const error = explainSqliteError(cause, path);
    if (isDamage(cause)) ended = error;
    opened?.sql.db.close();
    opened = undefined;
    return error;
  };
  const open = (): NonNullable<typeof opened> => {
    if (opened) return opened;
    // A damaged one is not read whole again: it is restored while the server is stopped.
    if (ended) throw ended;
    try {
      // Made once at most: where a file of sign-ups went away, a new one would hide that.
      if (wasOpened && identityOf(path) === undefined) throw takenAway;
      const database = openSignups(directory, { create: !wasOpened, timeout: 0 });
      opened = { sql: database.createTagStore(), identity: identityOf(path) };
      requireWhole(database);
      wasOpened = true;
      return opened;
    } catch (error) {
      throw closeAfter(error);
    }
  };
  const transact = async (batch: readonly Work[]): Promise<unknown[]> => {
    const { sql, identity } = open();
    const start = performance.now();
    for (;;) {
      try {
        const results = inTransaction(sql.db, () => batch.map(({ run }) => run(sql)));
        // A file that was removed or replaced still takes writes, which nobody would find again.
        if (identityOf(path) !== identity) throw closeAfter(takenAway);
        return results;
      } catch (error) {
        // Not SQLite’s own waiting, which would hold up the pages.
        const isLate = performance.now() - start > patienceMs;
        if (isDamage(error)) throw closeAfter(error);
        if (!isBusy(error) || isLate) throw explainSqliteError(error, path);
        await setTimeout(askAgainMs);
      }
    }
  };
  const settle = async (batch: readonly Work[]): Promise<void> => {
    try {
      const results = await transact(batch);
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as never);
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1) return only?.reject(error as Error);
      // One of them is at fault; alone, only that one fails.
      for (const work of batch) await settle([work]);
    }
  };
  const write = async (): Promise<void> => {
    while (queue.length > 0) {
      // What the event loop has ready joins the commit, and pages get their turn between two.
      await new Promise((resolve) => setImmediate(resolve));
      await settle(queue.splice(0, largestBatch));
    }
    writing = undefined;
  };
  return {
    /** Opens it, unless it is open. Throws with the reason. */
    open: () => void open(),
    /**
     * Runs work in a transaction, together with what else has come in the meantime: they wait for the disk once.
     * Resolves once it is durable. Rejects with the reason where it is not; then nothing of it is kept.
     */
    commit<Result>(run: (sql: SQLTagStore) => Result): Promise<Result> {
      if (queue.length >= longestQueue) {
        return Promise.reject(new Error('too many sign-ups are waiting for the disk'));
      }
      return new Promise((resolve, reject) => {
        queue.push({ run, resolve, reject });
        writing ??= write();
      });
    },
    /** Waits for the commits that are under way. */
    async close() {
      await writing;
      ended = new Error(`${path} is closed`);
      // Closing would do it, were it not for the statements that the tag store holds on to.
      opened?.sql.db.exec('pragma wal_checkpoint(truncate)');
      opened?.sql.db.close();
      opened = undefined;
    },
  };
}
