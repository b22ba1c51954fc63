import type { Settings } from '../shared/settings.ts';

export type BackendName = 'supabase' | 'postgres' | 'embedded';

/** The backend that the settings choose; the server chooses alike. */
export const backendOf = (
  settings: Pick<Settings, 'SUPABASE_URL' | 'DATABASE_URL'>,
): BackendName =>
  settings.SUPABASE_URL ? 'supabase' : settings.DATABASE_URL ? 'postgres' : 'embedded';
