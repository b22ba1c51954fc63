import type { Settings } from './schema.ts';

export type BackendName = 'sqlite' | 'postgres' | 'supabase';

/** The backend that the settings choose. */
export const backendOf = ({ SUPABASE_URL, DATABASE_URL }: Partial<Settings>): BackendName =>
  SUPABASE_URL ? 'supabase' : DATABASE_URL ? 'postgres' : 'sqlite';

export const hasOutbox = (settings: Settings): boolean =>
  settings.SIGNUP_OUTBOX === 'on' && backendOf(settings) === 'supabase';

/** Whether mails ask new prospects for a confirmation, and links lead to their entries. */
export const hasMail = ({ MAIL_URL }: Pick<Settings, 'MAIL_URL'>): boolean =>
  MAIL_URL !== undefined;

/** The key that the function is called with, under its present or its legacy name. */
export const supabaseKeyOf = (settings: Settings): string | undefined =>
  settings.SUPABASE_PUBLISHABLE_KEY ?? settings.SUPABASE_ANON_KEY;

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

/** Turnstile’s published dummy keys, which accept or refuse everybody, for a made-up host. */
export const isDummyKey = (key: string): boolean => /^[123]x0/.test(key);
