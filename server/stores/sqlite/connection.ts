import { statSync } from 'node:fs';
import { createSql, type Sql } from '../sql.ts';
import { StoreError } from '../store-error.ts';
import { readMadeAt } from './create.ts';
import { isDamage } from './errors.ts';
import { explainSqliteError } from './explain.ts';
import { openSignups, signupsPath } from './open.ts';
import { findLoosePermissions } from './permissions.ts';

/** The part of a logger that the connection needs. */
export interface FileLog {
  warn(fields: object, message: string): void;
}

/** Returns the device and inode of the file at a path; undefined when there is no file. */
const identityOf = (path: string): string | undefined => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
};

const missing = (path: string): StoreError =>
  new StoreError({
    code: 'no_data',
    path,
    problem: `${path} was taken away or replaced while the server was running`,
    remedy: 'Put it back, unless you replaced it on purpose.',
  });

const warnAboutNewFile = (path: string, log: FileLog): void =>
  log.warn(
    { path },
    `${path} is new and empty. If you had sign-ups before, DATA_DIR is wrong or its disk is not mounted.`,
  );

function warnAboutPermissions(path: string, log: FileLog): void {
  for (const { problem, command } of findLoosePermissions(path)) {
    log.warn({ path }, `${problem}: mend it with \`${command}\``);
  }
}

interface Opened {
  sql: Sql;
  /** The device and inode of the opened file. Another file may be at the path now. */
  identity: string | undefined;
}

/**
 * Returns the server’s connection to the file of the sign-ups. The connection opens the file when it is used, and again
 * after a failure. It creates the file only the first time. Later, a new file would hide that the sign-ups are gone.
 */
export function createConnection(directory: string, log: FileLog) {
  const path = signupsPath(directory);
  let opened: Opened | undefined;
  let hasBeenOpen = false;
  let isClosed = false;
  let madeAt: Date | null = null;
  /** The file in which damage was met. Only another file at the path, such as a restored backup, is opened again. */
  let damage: { identity: string | undefined; error: Error } | undefined;

  const disconnect = (): void => {
    opened?.sql.connection.close();
    opened = undefined;
  };

  /** Returns the error with its problem and its remedy. After damage, closes the file. */
  const explain = (cause: unknown): Error => {
    const error = explainSqliteError(cause, path);
    if (isDamage(cause)) {
      damage = { identity: opened?.identity ?? identityOf(path), error };
      disconnect();
    }
    return error;
  };

  const requireUsable = (): void => {
    if (isClosed) throw new Error(`${path} is closed`);
    const identity = identityOf(path);
    if (damage && damage.identity === identity) throw damage.error;
    if (hasBeenOpen && identity === undefined) throw missing(path);
  };

  const connect = (): Opened => {
    requireUsable();
    const database = openSignups(directory, {
      create: !hasBeenOpen,
      timeout: 0,
      onCreated: () => warnAboutNewFile(path, log),
    });
    opened = { sql: createSql(database), identity: identityOf(path) };
    hasBeenOpen = true;
    damage = undefined;
    try {
      madeAt = readMadeAt(database);
    } catch (error) {
      const reason = explain(error);
      disconnect();
      throw reason;
    }
    warnAboutPermissions(path, log);
    return opened;
  };

  const sql = (): Sql => (opened ?? connect()).sql;

  return {
    /** Opens the file, unless it is open. Throws with the reason. */
    open(): void {
      try {
        sql();
      } catch (error) {
        throw explainSqliteError(error, path);
      }
    },
    /** Returns the means to run SQL. Opens the file, unless it is open. */
    sql,
    /** Throws when the opened file was removed or replaced. Such a file still accepts writes, and these writes are lost. */
    requireInPlace(): void {
      if (identityOf(path) === opened?.identity) return;
      disconnect();
      throw missing(path);
    },
    explain,
    /** When the file was created; null before the file is open. */
    madeAt: () => madeAt,
    /**
     * Moves the content of the write-ahead log into the file and empties the log. Returns false while another process
     * reads an older state.
     */
    emptyLog: (): boolean =>
      opened === undefined || opened.sql.get`pragma wal_checkpoint(truncate)`?.busy !== 1,
    /** Closes the file. It cannot be opened again. */
    close(): void {
      isClosed = true;
      disconnect();
    },
  };
}
