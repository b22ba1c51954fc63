import type { Settings } from './schema.ts';

export type BackendName = 'sqlite' | 'postgres' | 'supabase';

/** Returns the backend that the settings choose. */
export const backendOf = ({ SUPABASE_URL, DATABASE_URL }: Partial<Settings>): BackendName =>
  SUPABASE_URL ? 'supabase' : DATABASE_URL ? 'postgres' : 'sqlite';

export const hasOutbox = (settings: Settings): boolean =>
  settings.SIGNUP_OUTBOX === 'on' && backendOf(settings) === 'supabase';

/** Returns whether mails ask new prospects for a confirmation, and links lead to their entries. */
export const hasMail = ({ MAIL_URL }: Pick<Settings, 'MAIL_URL'>): boolean =>
  MAIL_URL !== undefined;

/** Returns whether another system learns of sign-ups, confirmations and removals. */
export const hasEvents = ({ SIGNUP_EVENT_URL }: Pick<Settings, 'SIGNUP_EVENT_URL'>): boolean =>
  SIGNUP_EVENT_URL !== undefined;

/** Returns the key for calls of the function, under its present or its legacy name. */
export const supabaseKeyOf = (settings: Settings): string | undefined =>
  settings.SUPABASE_PUBLISHABLE_KEY ?? settings.SUPABASE_ANON_KEY;

/** Returns whether a key passes every row-level rule. Such a key must never reach a browser. */
export const isSecretSupabaseKey = (key: string): boolean =>
  key.startsWith('sb_secret_') || roleOf(key) === 'service_role';

/** Returns the role in a legacy key, which is a JWT; null for any other text. */
function roleOf(key: string): unknown {
  try {
    const payload = key.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).role;
  } catch {
    return null;
  }
}

/** Returns whether a key is one of Turnstile’s published test keys, which accept or refuse every token. */
export const isDummyKey = (key: string): boolean => /^[123]x0/.test(key);
