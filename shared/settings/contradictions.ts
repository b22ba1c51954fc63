import { isDummyKey } from '../signup/bot-check.ts';
import { backendOf } from './backend.ts';
import { cannotVerify, hasOutbox, isProduction, type Rule } from './rule.ts';
import type { Settings } from './schema.ts';
import { isSecretSupabaseKey, supabaseKeyOf } from './supabase-key.ts';

/** Wrong together: the server does not start. */
export const contradictions: readonly Rule[] = [
  {
    name: 'TURNSTILE_SECRET_KEY',
    when: (s) => cannotVerify(s) && !s.SUPABASE_URL,
    says: 'a site key without a secret: tokens would not be verified',
    remedy: 'Set TURNSTILE_SECRET_KEY too, or unset TURNSTILE_SITE_KEY.',
  },
  {
    name: 'TURNSTILE_SITE_KEY',
    when: (s) => Boolean(s.TURNSTILE_SECRET_KEY) && !s.TURNSTILE_SITE_KEY,
    says: 'a secret without a site key: no visitor could get a token',
    remedy: 'Set TURNSTILE_SITE_KEY too, or unset TURNSTILE_SECRET_KEY.',
  },
  {
    name: 'TURNSTILE_SECRET_KEY',
    when: (s) => isProduction(s) && isDummyKey(s.TURNSTILE_SECRET_KEY ?? ''),
    says: 'a test secret in production lets every bot in',
    remedy: 'Use the secret of a real Turnstile widget.',
  },
  {
    name: 'SUPABASE_PUBLISHABLE_KEY',
    when: (s) => Boolean(s.SUPABASE_URL) && !supabaseKeyOf(s),
    says: 'SUPABASE_URL without a key',
    remedy: 'Set SUPABASE_PUBLISHABLE_KEY (or the legacy SUPABASE_ANON_KEY).',
  },
  ...(['SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_ANON_KEY'] as const).map((name) => ({
    name,
    when: (s: Settings) => isSecretSupabaseKey(s[name] ?? ''),
    says: 'is a secret key; with the direct transport every visitor would get it',
    remedy: 'Use the publishable key, and rotate this one if it was ever served.',
  })),
  {
    name: 'SUPABASE_URL',
    when: (s) => !s.SUPABASE_URL && Boolean(supabaseKeyOf(s)),
    says: 'a Supabase key without SUPABASE_URL',
    remedy: 'Set SUPABASE_URL too, or unset the key.',
  },
  {
    name: 'SIGNUP_TRANSPORT',
    when: (s) => s.SIGNUP_TRANSPORT === 'direct' && !s.SUPABASE_URL,
    says: 'direct needs Supabase: there is no function for the browser to call',
    remedy: 'Set SUPABASE_URL and its key, or use proxy.',
  },
  {
    name: 'IP_HASH_SECRET',
    when: (s) => backendOf(s) === 'postgres' && !s.IP_HASH_SECRET,
    says: 'replicas on one PostgreSQL must hash visitors alike',
    remedy: 'Set IP_HASH_SECRET to the same 16 or more random characters on each.',
  },
  {
    name: 'SIGNUP_OUTBOX',
    when: (s) => hasOutbox(s) && !s.SIGNUP_PROXY_SECRET,
    says: 'needs SIGNUP_PROXY_SECRET: without it the function believes no sign-up that was kept',
    remedy: 'Set SIGNUP_PROXY_SECRET, the same here and in the function, or SIGNUP_OUTBOX=off.',
  },
  {
    name: 'SIGNUP_OUTBOX',
    when: (s) => hasOutbox(s) && cannotVerify(s) && s.BOT_CHECK_FALLBACK === 'deny',
    says: 'keeps what no bot check has passed, which BOT_CHECK_FALLBACK=deny forbids',
    remedy: 'Set TURNSTILE_SECRET_KEY here too, or SIGNUP_OUTBOX=off.',
  },
];
