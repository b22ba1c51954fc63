import { backendOf, hasOutbox } from '../shared/settings/backend.ts';
import { createOutbox, withOutbox } from './outbox/outbox.ts';
import type { Backend, BackendDependencies } from './signup/backend.ts';
import { createLocalSubmit } from './signup/local.ts';
import { migrateDatabase } from './stores/postgres/migrate.ts';
import { createPool } from './stores/postgres/pool.ts';
import { createPostgresStore } from './stores/postgres/store.ts';
import { createSqliteFile } from './stores/sqlite/file.ts';
import { createHashSecret, createSqliteStore, tryToWrite } from './stores/sqlite/store.ts';

type Create = (dependencies: BackendDependencies) => Backend | Promise<Backend>;

const createSqliteBackend: Create = (dependencies) => {
  const file = createSqliteFile(dependencies.settings.DATA_DIR, dependencies.log);
  const ipHashSecret = createHashSecret(dependencies.settings.IP_HASH_SECRET, file);
  const store = createSqliteStore(file);
  return {
    name: 'sqlite',
    submit: createLocalSubmit({ ...dependencies, store, ipHashSecret }),
    open: async () => {
      file.open();
      await ipHashSecret();
    },
    requireReady: () => tryToWrite(file),
    databaseMadeAt: file.madeAt,
    addCounts: store.addCounts,
    close: file.close,
  };
};

const createPostgresBackend: Create = (dependencies) => {
  const { DATABASE_URL: url = '', IP_HASH_SECRET: secret = '' } = dependencies.settings;
  const pool = createPool(url);
  const store = createPostgresStore(pool);
  let isMigrated = false;
  let madeAt: Date | null = null;
  return {
    name: 'postgres',
    submit: createLocalSubmit({ ...dependencies, store, ipHashSecret: async () => secret }),
    open: async () => {
      madeAt = await migrateDatabase(url);
      isMigrated = true;
    },
    requireReady: async () => {
      await pool.ask((sql) => sql`select 1`);
      if (!isMigrated) throw new Error('the database is not migrated yet');
    },
    databaseMadeAt: () => madeAt,
    addCounts: store.addCounts,
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
  };
  return hasOutbox(dependencies.settings)
    ? { ...backend, ...withOutbox(supabase, createOutbox(dependencies, submitChecked)) }
    : backend;
};

const create: Record<Backend['name'], Create> = {
  sqlite: createSqliteBackend,
  postgres: createPostgresBackend,
  supabase: createSupabaseBackend,
};

/** Creates the backend that the settings choose. Opens nothing yet. */
export const createBackend = async (dependencies: BackendDependencies): Promise<Backend> =>
  create[backendOf(dependencies.settings)](dependencies);
