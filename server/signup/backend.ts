import type { Settings } from '../../shared/settings.ts';
import type { Logger } from '../log.ts';
import { createOutbox } from '../outbox/index.ts';
import { createPool } from '../stores/postgres/pool.ts';
import { migrate } from '../stores/postgres/migrate.ts';
import { createPostgresStore } from '../stores/postgres/store.ts';
import { createSqliteFile } from '../stores/sqlite/file.ts';
import { createHashSecret } from '../stores/sqlite/hash-secret.ts';
import { createSqliteStore, tryToWrite } from '../stores/sqlite/store.ts';
import { createLocalService } from './local.ts';
import type { Backend, Readiness, SignupMetrics } from './service.ts';
import { createSupabaseService } from './supabase.ts';
import { withOutbox } from './with-outbox.ts';

/** Ready where the question is answered; else the reason is why it was not. */
const readinessOf = (question: Promise<unknown>): Promise<Readiness> =>
  question.then(
    () => ({ ready: true }),
    (error: unknown) => ({
      ready: false,
      reason: error instanceof Error ? error.message : String(error),
    }),
  );

type Create = (settings: Settings, log: Logger, metrics: SignupMetrics | null) => Backend;

const createSqliteBackend: Create = (settings, log, metrics) => {
  const file = createSqliteFile(settings.DATA_DIR);
  const ipHashSecret = createHashSecret(settings, file);
  const store = createSqliteStore(file);
  return {
    name: 'sqlite',
    service: createLocalService({ settings, store, ipHashSecret, log, metrics }),
    open: async () => {
      file.open();
      await ipHashSecret();
    },
    readiness: () => readinessOf(tryToWrite(file)),
    outboxCounts: () => null,
    close: () => file.close(),
  };
};

const createPostgresBackend: Create = (settings, log, metrics) => {
  const pool = createPool(settings.DATABASE_URL ?? '');
  let isMigrated = false;
  const store = createPostgresStore(pool);
  return {
    name: 'postgres',
    service: createLocalService({
      settings,
      store,
      ipHashSecret: async () => settings.IP_HASH_SECRET ?? '',
      log,
      metrics,
    }),
    open: async () => {
      await pool.ask((sql) => migrate(sql));
      isMigrated = true;
    },
    readiness: () =>
      isMigrated
        ? readinessOf(pool.ask((sql) => sql`select 1`))
        : Promise.resolve({ ready: false, reason: 'the database is not migrated yet' }),
    outboxCounts: () => null,
    close: () => pool.end(),
  };
};

const createSupabaseBackend: Create = (settings, log, metrics) => {
  const url = settings.SUPABASE_URL ?? '';
  const key = settings.SUPABASE_PUBLISHABLE_KEY ?? settings.SUPABASE_ANON_KEY ?? '';
  const supabase = createSupabaseService(settings, { url, key }, log, metrics);
  const outbox =
    settings.SIGNUP_OUTBOX === 'on'
      ? createOutbox(settings, supabase.submitKept, log, metrics)
      : null;
  return {
    name: 'supabase',
    service: outbox ? withOutbox(supabase, outbox) : supabase,
    open: async () => outbox?.open(),
    readiness: supabase.readiness,
    outboxCounts: () => outbox?.counts() ?? null,
    close: async () => outbox?.close(),
  };
};

/** What takes sign-ups under these settings; nothing is opened yet. */
export function createBackend(
  settings: Settings,
  log: Logger,
  metrics: SignupMetrics | null,
): Backend {
  if (settings.SUPABASE_URL) return createSupabaseBackend(settings, log, metrics);
  if (settings.DATABASE_URL) return createPostgresBackend(settings, log, metrics);
  return createSqliteBackend(settings, log, metrics);
}
