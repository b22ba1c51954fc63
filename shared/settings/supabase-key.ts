import type { Settings } from './schema.ts';

/** The key that the function is called with, under its present or its legacy name. */
export const supabaseKeyOf = (
  settings: Pick<Settings, 'SUPABASE_PUBLISHABLE_KEY' | 'SUPABASE_ANON_KEY'>,
): string | undefined => settings.SUPABASE_PUBLISHABLE_KEY ?? settings.SUPABASE_ANON_KEY;

/** Keys that pass every row-level rule: they must never reach a browser. */
export const isSecretSupabaseKey = (key: string): boolean =>
  key.startsWith('sb_secret_') || roleOf(key) === 'service_role';

/** The role inside a legacy key, which is a JWT; null for anything else. */
function roleOf(key: string): unknown {
  try {
    const payload = key.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).role;
  } catch {
    return null;
  }
}
