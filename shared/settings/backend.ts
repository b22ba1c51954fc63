import type { Settings } from './schema.ts';

export type BackendName = 'sqlite' | 'postgres' | 'supabase';

/** The backend that the settings choose. */
export const backendOf = (
  settings: Pick<Settings, 'SUPABASE_URL' | 'DATABASE_URL'>,
): BackendName =>
  settings.SUPABASE_URL ? 'supabase' : settings.DATABASE_URL ? 'postgres' : 'sqlite';
