import type { DatabaseSync } from 'node:sqlite';

/**
 * Runs work in a transaction that has the write lock from its beginning, as another process may write at the same
 * moment. Throws what the work throws; then nothing of it is kept.
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
