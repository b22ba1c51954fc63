import { backendOf } from '../../shared/settings/backend.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import { supabaseKeyOf } from '../../shared/settings/supabase-key.ts';
import type { Logger } from '../observability/log.ts';
import { connect } from '../stores/postgres/connection.ts';
import { migrate } from '../stores/postgres/migrate.ts';
import { createPool } from '../stores/postgres/pool.ts';
import { createPostgresCounts, createPostgresStore } from '../stores/postgres/store.ts';
import { createSqliteFile } from '../stores/sqlite/file.ts';
import { createHashSecret } from '../stores/sqlite/hash-secret.ts';
import { createSqliteCounts, createSqliteStore, tryToWrite } from '../stores/sqlite/store.ts';
import { createLocalService } from './local.ts';
import { createOutbox } from './outbox.ts';
import { readinessOf } from './readiness.ts';
import type { Backend, SignupMetrics } from './service.ts';
import { withOutbox } from './with-outbox.ts';

type Create = (
  settings: Settings,
  log: Logger,
  metrics: SignupMetrics | null,
) => Backend | Promise<Backend>;

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
    addCounts: createSqliteCounts(file),
    outboxCounts: () => null,
    close: () => file.close(),
  };
};

const createPostgresBackend: Create = (settings, log, metrics) => {
  const url = settings.DATABASE_URL ?? '';
  const pool = createPool(url);
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
      // Not through the pool, which gives a statement a few seconds.
      const sql = await connect(url, { max: 1, connect_timeout: 5 });
      await migrate(sql).finally(() => sql.end({ timeout: 1 }));
      isMigrated = true;
    },
    readiness: () =>
      isMigrated
        ? readinessOf(pool.ask((sql) => sql`select 1`))
        : Promise.resolve({ ready: false, reason: 'the database is not migrated yet' }),
    addCounts: createPostgresCounts(pool),
    outboxCounts: () => null,
    close: () => pool.end(),
  };
};

const createSupabaseBackend: Create = async (settings, log, metrics) => {
  // The client costs the process 20 MiB, which only this backend needs.
  const { createSupabaseService } = await import('./supabase.ts');
  const url = settings.SUPABASE_URL ?? '';
  const key = supabaseKeyOf(settings) ?? '';
  const supabase = createSupabaseService(settings, { url, key }, log, metrics);
  const outbox =
    settings.SIGNUP_OUTBOX === 'on'
      ? createOutbox(settings, supabase.submitKept, log, metrics)
      : null;
  return {
    name: 'supabase',
    service: outbox ? withOutbox(supabase, outbox) : supabase,
    open: async () => outbox?.open(),
    // With an outbox that can be written, sign-ups are taken while the function is away.
    readiness: async () => {
      const function_ = await supabase.readiness();
      return function_.ready || !outbox ? function_ : outbox.readiness();
    },
    addCounts: supabase.addCounts,
    outboxCounts: () => outbox?.counts() ?? null,
    close: async () => outbox?.close(),
  };
};

const create: Record<Backend['name'], Create> = {
  sqlite: createSqliteBackend,
  postgres: createPostgresBackend,
  supabase: createSupabaseBackend,
};

/** What takes sign-ups under these settings; nothing is opened yet. */
export async function createBackend(
  settings: Settings,
  log: Logger,
  metrics: SignupMetrics | null,
): Promise<Backend> {
  return create[backendOf(settings)](settings, log, metrics);
}
