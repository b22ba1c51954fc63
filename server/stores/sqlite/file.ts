import { timeouts } from '../timeouts.ts';
import { createCommitQueue } from './commit-queue.ts';
import { createConnection, type FileLog } from './connection.ts';

/** How often the server tries to empty the log, and the milliseconds between two tries. */
const [logTries, logRetryMs] = [60, 1_000];

const noLog: FileLog = { warn() {} };

export type SqliteFile = ReturnType<typeof createSqliteFile>;

/**
 * Returns the server’s access to the file of the sign-ups: one connection for as long as the server runs.
 * @param timeoutMs how long a commit waits while another process has the file locked.
 */
export function createSqliteFile(
  directory: string,
  log: FileLog = noLog,
  timeoutMs: number = timeouts.storeMs,
) {
  const connection = createConnection(directory, log);
  const { commit, emptied } = createCommitQueue(connection, timeoutMs);
  const emptyLog = (triesLeft: number): void => {
    if (connection.emptyLog() || triesLeft === 0) return;
    setTimeout(emptyLog, logRetryMs, triesLeft - 1).unref();
  };
  return {
    open: connection.open,
    madeAt: connection.madeAt,
    commit,
    /**
     * Empties the write-ahead log, so that no deleted row remains there. Tries again in the background while another
     * process reads an older state.
     */
    emptyLog: () => emptyLog(logTries),
    /** Waits for the commits that are under way, and closes the file. It cannot be opened again. */
    async close() {
      await emptied();
      connection.close();
    },
  };
}
