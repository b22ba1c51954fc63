import { backendOf } from './backend.ts';
import type { SettingName, Settings } from './schema.ts';

/** What is said of a setting that is readable alone, judged together with the others. */
export interface Rule {
  name: SettingName;
  when: (settings: Settings) => boolean;
  says: string;
  remedy: string;
}

export const isProduction = (s: Settings): boolean => s.NODE_ENV === 'production';

export const hasOutbox = (s: Settings): boolean =>
  s.SIGNUP_OUTBOX === 'on' && backendOf(s) === 'supabase';

/** Visitors get tokens, and nothing here can verify them. */
export const cannotVerify = (s: Settings): boolean =>
  Boolean(s.TURNSTILE_SITE_KEY) && !s.TURNSTILE_SECRET_KEY;
