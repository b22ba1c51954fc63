import { backendOf } from '../../shared/settings/backend.ts';
import type { Backend, BackendDependencies } from '../signup/backend.ts';
import { type ErasureLog, openErasureLog } from '../stores/erasure-log.ts';
import { createLocalBackend } from './local.ts';
import { createPostgresDatabase } from './postgres.ts';
import { createSqliteDatabase } from './sqlite.ts';
import { createSupabaseBackend } from './supabase.ts';

/** Records each own removal in the log of erasures. */
function withErasureLog(backend: Backend, erasures: ErasureLog): Backend {
  const { entry } = backend;
  if (!entry) return backend;
  return {
    ...backend,
    async entry(request, requestId) {
      const outcome = await entry(request, requestId);
      if (outcome.end === 'removed') erasures.write([outcome.erasure]);
      return outcome;
    },
  };
}

/** Creates the backend that the settings choose. Opens no database yet. */
export async function createBackend(dependencies: BackendDependencies): Promise<Backend> {
  const { settings, log } = dependencies;
  const erasures = openErasureLog(settings.BACKUP_DIR, log);
  const create = {
    sqlite: () => createLocalBackend(createSqliteDatabase(dependencies), dependencies, erasures),
    postgres: () =>
      createLocalBackend(createPostgresDatabase(dependencies), dependencies, erasures),
    supabase: () => createSupabaseBackend(dependencies),
  };
  return withErasureLog(await create[backendOf(settings)](), erasures);
}
