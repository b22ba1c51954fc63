import type { Settings } from '../../shared/settings/schema.ts';
import type { Logger } from '../log.ts';
import type { Backend } from './backend.ts';
import { createEmbeddedBackend } from './embedded/index.ts';
import { createPostgresBackend } from './postgres.ts';
import { createSupabaseBackend } from './supabase.ts';

export type { Backend, Readiness } from './backend.ts';

/** The backend that the settings choose; nothing is opened yet. */
export function createBackend(settings: Settings, log: Logger): Backend {
  if (settings.SUPABASE_URL) return createSupabaseBackend(settings, settings.SUPABASE_URL);
  if (settings.DATABASE_URL) return createPostgresBackend(settings, settings.DATABASE_URL, log);
  return createEmbeddedBackend(settings, log);
}
