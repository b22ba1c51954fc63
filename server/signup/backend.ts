import { backendOf, hasOutbox } from '../../shared/settings/backend.ts';
import { migrateDatabase } from '../stores/postgres/migrate.ts';
import { createPool } from '../stores/postgres/pool.ts';
import { createPostgresStore } from '../stores/postgres/store.ts';
import { createSqliteFile } from '../stores/sqlite/file.ts';
import { createHashSecret, createSqliteStore, tryToWrite } from '../stores/sqlite/store.ts';
import { createOutbox, withOutbox } from './outbox.ts';
import { type Backend, type BackendParts, createLocalService } from './service.ts';

type Create = (parts: BackendParts) => Backend | Promise<Backend>;

const createSqliteBackend: Create = (parts) => {
  const file = createSqliteFile(parts.settings.DATA_DIR);
  const ipHashSecret = createHashSecret(parts.settings.IP_HASH_SECRET, file);
  const store = createSqliteStore(file);
  return {
    name: 'sqlite',
    service: createLocalService({ ...parts, store, ipHashSecret }),
    open: async () => {
      file.open();
      await ipHashSecret();
    },
    requireReady: () => tryToWrite(file),
    addCounts: store.addCounts,
    close: file.close,
  };
};

const createPostgresBackend: Create = (parts) => {
  const { DATABASE_URL: url = '', IP_HASH_SECRET: secret = '' } = parts.settings;
  const pool = createPool(url);
  const store = createPostgresStore(pool);
  let isMigrated = false;
  return {
    name: 'postgres',
    service: createLocalService({ ...parts, store, ipHashSecret: async () => secret }),
    open: async () => {
      await migrateDatabase(url);
      isMigrated = true;
    },
    requireReady: async () => {
      await pool.ask((sql) => sql`select 1`);
      if (!isMigrated) throw new Error('the database is not migrated yet');
    },
    addCounts: store.addCounts,
    close: pool.end,
  };
};

const createSupabaseBackend: Create = async (parts) => {
  // The client costs the process 20 MiB, which only this backend needs.
  const { createSupabaseService } = await import('./supabase.ts');
  const supabase = createSupabaseService(parts);
  const nothing = async () => {};
  const backend = {
    ...supabase,
    name: 'supabase',
    service: supabase,
    open: nothing,
    close: nothing,
  } as const;
  return hasOutbox(parts.settings)
    ? { ...backend, ...withOutbox(supabase, createOutbox(parts, supabase.submitKept)) }
    : backend;
};

const create: Record<Backend['name'], Create> = {
  sqlite: createSqliteBackend,
  postgres: createPostgresBackend,
  supabase: createSupabaseBackend,
};

/** What takes sign-ups under these settings; nothing is opened yet. */
export const createBackend = async (parts: BackendParts): Promise<Backend> =>
  create[backendOf(parts.settings)](parts);
