import type { EntryStore } from '../shared/entry/entry.ts';
import { backendOf, hasEvents, hasMail, hasOutbox } from '../shared/settings/backend.ts';
import { readMailAuthority } from './config.ts';
import { storedNoticeOf } from './notice.ts';
import type { Logger } from './observability/log.ts';
import { createOutbox, withOutbox } from './outbox/outbox.ts';
import type { Backend, BackendDependencies } from './signup/backend.ts';
import { keepTrying } from './signup/keep-trying.ts';
import { createLocalEntry, createLocalSubmit } from './signup/local.ts';
import type { DeliveryQueue } from './stores/delivery-queue.ts';
import { createErasureLog, type ErasureLog } from './stores/erasure-log.ts';
import { createPostgresDeliveries } from './stores/postgres/delivery-queue.ts';
import { hasNewHome } from './stores/postgres/home.ts';
import { migrateDatabase } from './stores/postgres/migrate.ts';
import { createPool } from './stores/postgres/pool.ts';
import { requireWritable } from './stores/postgres/readiness.ts';
import { createPostgresEntries, createPostgresStore } from './stores/postgres/store.ts';
import { createSqliteDeliveries } from './stores/sqlite/delivery-queue.ts';
import { createSqliteEntries } from './stores/sqlite/entries.ts';
import { createSqliteFile } from './stores/sqlite/file.ts';
import { createHashSecret, createSqliteStore, tryToWrite } from './stores/sqlite/store.ts';

/** What each backend is created of. */
type Parts = BackendDependencies & { erasures: ErasureLog };

/**
 * Returns the part of a backend that delivers what a queue holds. Loads the code only when the deliveries start, because the
 * server listens before. The start rejects if the file of `MAIL_CA_FILE` cannot be read.
 */
const deliveriesOf = (
  dependencies: Parts,
  queue: DeliveryQueue,
): Pick<Backend, 'startDeliveries'> => ({
  async startDeliveries() {
    const { startDeliveries } = await import('./deliveries/start.ts');
    const mailAuthority = readMailAuthority(dependencies.settings);
    return startDeliveries({ ...dependencies, queue, mailAuthority });
  },
});

/** Returns the part of a backend that shows and changes entries, with `MAIL_URL`. @param create is called only then. */
const entryOf = (
  dependencies: BackendDependencies,
  create: () => EntryStore,
): Pick<Backend, 'entry'> =>
  hasMail(dependencies.settings)
    ? { entry: createLocalEntry({ ...dependencies, entries: create() }) }
    : {};

type Create = (dependencies: Parts) => Backend | Promise<Backend>;

const createSqliteBackend: Create = (dependencies) => {
  const file = createSqliteFile(dependencies.settings.DATA_DIR, dependencies.log);
  const ipHashSecret = createHashSecret(dependencies.settings.IP_HASH_SECRET, file);
  const store = createSqliteStore(file);
  const notice = storedNoticeOf(dependencies.settings);
  const queuesEvents = hasEvents(dependencies.settings);
  const { MAIL_PER_MINUTE } = dependencies.settings;
  return {
    name: 'sqlite',
    submit: createLocalSubmit({ ...dependencies, store, ipHashSecret }),
    open: async () => {
      file.open();
      await ipHashSecret();
      await store.addNotice(notice);
    },
    requireReady: () => tryToWrite(file),
    databaseMadeAt: file.madeAt,
    addCounts: store.addCounts,
    ...deliveriesOf(dependencies, createSqliteDeliveries(file, MAIL_PER_MINUTE, queuesEvents)),
    ...entryOf(dependencies, () => createSqliteEntries(file, queuesEvents)),
    close: file.close,
  };
};

/** What the log says when the server starts on a database that was restored from a dump. */
const restoredDump =
  'this database was restored from a dump: it may list people whom you erased since the dump. Mails that wait are held for an hour. Run `signups move` from the database that it replaces; see “Back up and restore” in docs/operating.md';

const createPostgresBackend: Create = (dependencies) => {
  const { DATABASE_URL: url = '', IP_HASH_SECRET: secret = '' } = dependencies.settings;
  const pool = createPool(url);
  const store = createPostgresStore(pool);
  const notice = storedNoticeOf(dependencies.settings);
  const queuesEvents = hasEvents(dependencies.settings);
  let problem: unknown = new Error('the database is not migrated yet');
  let madeAt: Date | null = null;
  const { MAIL_PER_MINUTE } = dependencies.settings;
  return {
    name: 'postgres',
    submit: createLocalSubmit({
      ...dependencies,
      store,
      ipHashSecret: async () => secret,
    }),
    open: async () => {
      try {
        madeAt = await migrateDatabase(url);
        if (await hasNewHome(pool)) dependencies.log.error(restoredDump);
        await store.addNotice(notice);
        problem = null;
      } catch (error) {
        problem = error;
        throw error;
      }
    },
    requireReady: async () => {
      if (problem) throw problem;
      await requireWritable(pool);
    },
    databaseMadeAt: () => madeAt,
    addCounts: store.addCounts,
    ...deliveriesOf(dependencies, createPostgresDeliveries(pool, MAIL_PER_MINUTE, queuesEvents)),
    ...entryOf(dependencies, () => createPostgresEntries(pool, queuesEvents)),
    close: pool.end,
  };
};

const createSupabaseBackend: Create = async (dependencies) => {
  // The client costs the process 20 MiB, which only this backend needs.
  const { createSupabaseService } = await import('./signup/supabase.ts');
  const supabase = createSupabaseService(dependencies);
  const nothing = async () => {};
  const { submit, addCounts, requireReady, submitChecked } = supabase;
  const backend: Backend = {
    name: 'supabase',
    submit,
    addCounts,
    requireReady,
    open: nothing,
    close: nothing,
    // `deckwright deliver run` delivers what the function queues.
    ...(hasMail(dependencies.settings) ? { entry: supabase.entry } : {}),
  };
  return withNotice(
    hasOutbox(dependencies.settings)
      ? { ...backend, ...withOutbox(supabase, createOutbox(dependencies, submitChecked)) }
      : backend,
    () => supabase.addNotice(storedNoticeOf(dependencies.settings)),
    dependencies.log,
  );
};

/**
 * Writes the notice once the backend is open, in the background: sign-ups do not wait for the function. Tries again
 * until the function has taken the notice.
 */
function withNotice(backend: Backend, addNotice: () => Promise<void>, log: Logger): Backend {
  const stop = new AbortController();
  return {
    ...backend,
    async open() {
      await backend.open();
      const written = keepTrying(addNotice, {
        minTimeout: 1_000,
        maxTimeout: 600_000,
        signal: stop.signal,
        onFailedAttempt: ({ error, attemptNumber }) => {
          if (attemptNumber === 1) log.warn({ err: error }, 'the notice is not written yet');
        },
      });
      written.catch(() => {});
    },
    async close() {
      stop.abort();
      await backend.close();
    },
  };
}

/** Opens the log of erasures with the backend, and records each own removal there. */
function withErasureLog(backend: Backend, erasures: ErasureLog): Backend {
  const { entry } = backend;
  return {
    ...backend,
    async open() {
      erasures.open();
      await backend.open();
    },
    ...(entry && {
      async entry(request, requestId) {
        const outcome = await entry(request, requestId);
        if (outcome.end === 'removed') erasures.write([outcome.erasure]);
        return outcome;
      },
    }),
  };
}

const create: Record<Backend['name'], Create> = {
  sqlite: createSqliteBackend,
  postgres: createPostgresBackend,
  supabase: createSupabaseBackend,
};

/** Creates the backend that the settings choose. Opens nothing yet. */
export async function createBackend(dependencies: BackendDependencies): Promise<Backend> {
  const { settings, log } = dependencies;
  const erasures = createErasureLog(settings.BACKUP_DIR, log);
  const backend = await create[backendOf(settings)]({ ...dependencies, erasures });
  return withErasureLog(backend, erasures);
}
