import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Settings } from '../../../shared/settings.ts';
import type { SignupStore } from '../../../shared/signup/ports.ts';
import type { Logger } from '../../log.ts';
import type { RecordsSocket } from '../../records/socket.ts';
import type { Backend } from '../backend.ts';
import { inProcessFunction } from '../in-process.ts';
import { type EmbeddedDatabase, openDatabase } from './database.ts';
import { type DirectoryLock, lockDirectory } from './lock.ts';

/** The key of visitor hashes, made once and kept beside the data, so that a restart forgets no limit. */
async function keptSecret(directory: string): Promise<string> {
  const file = join(directory, 'ip-hash-secret');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const fresh = randomBytes(32).toString('hex');
  await writeFile(file, fresh, { mode: 0o600, flag: 'wx' }).catch(() => {});
  return readFile(file, 'utf8');
}

/** The terminal’s way to the sign-ups. Without it they are still taken, so a failure is only told. */
async function listen(
  directory: string,
  { query, dump }: EmbeddedDatabase,
  log: Logger,
): Promise<RecordsSocket | undefined> {
  try {
    const { listenForRecords } = await import('../../records/socket.ts');
    return await listenForRecords(directory, { backend: 'embedded', query, dump }, log);
  } catch (error) {
    log.error({ err: error }, 'the terminal cannot ask for sign-ups while this server runs');
    return undefined;
  }
}

/** The function runs in this process, the rows live in PGlite in `DATA_DIR`. */
export function createEmbeddedBackend(settings: Settings, log: Logger): Backend {
  const directory = resolve(settings.DATA_DIR);
  let kept: Promise<string> | undefined;
  const secret = async (): Promise<string> => {
    kept ??= keptSecret(directory);
    return settings.IP_HASH_SECRET ?? kept;
  };
  let lock: DirectoryLock | undefined;
  let database: EmbeddedDatabase | undefined;
  let records: RecordsSocket | undefined;
  let reason: string | undefined = 'the embedded database is being opened';
  const opened = Promise.withResolvers<void>();
  opened.promise.catch(() => {});
  const store: SignupStore = {
    async record(attempt, signup) {
      // Who signs up in the first seconds waits for them and is not turned away.
      await opened.promise;
      if (!database || reason !== undefined) throw new Error(reason ?? 'the database is closed');
      return database.record(attempt, signup);
    },
  };
  return {
    name: 'embedded',
    ...inProcessFunction(settings, store, secret, log),
    async open() {
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        lock = await lockDirectory(directory);
        database = await openDatabase(join(directory, 'pglite'), (error) => {
          reason = error.message;
          log.fatal({ err: error }, 'the embedded database stopped');
        });
        reason = undefined;
        records = await listen(directory, database, log);
        opened.resolve();
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
        opened.reject(error);
        throw error;
      }
    },
    readiness: async () => (reason === undefined ? { ready: true } : { ready: false, reason }),
    async close() {
      reason = 'the database is closed';
      await records?.close();
      await database?.close();
      lock?.release();
    },
  };
}
