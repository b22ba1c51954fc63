import {
  backendOf,
  hasEvents,
  hasMail,
  hasOutbox,
  isDummyKey,
  isSecretSupabaseKey,
  supabaseKeyOf,
} from './backend.ts';
import type { SettingName, Settings } from './schema.ts';
import { senderOf } from './sender.ts';

/** A judgement of a setting together with other settings. Each of them is valid alone. */
export interface Rule {
  name: SettingName;
  when: (settings: Settings) => boolean;
  says: string;
  remedy: string;
}

const isProduction = (s: Settings): boolean => s.NODE_ENV === 'production';

/** Returns whether visitors get tokens that this server cannot verify. */
const cannotVerify = (s: Settings): boolean =>
  Boolean(s.TURNSTILE_SITE_KEY) && !s.TURNSTILE_SECRET_KEY;

/** A host name for documents and tests (RFC 2606), or a name such as `your.site` that documents use. */
const placeholder =
  /(^|\.)(example|test|invalid|localhost)$|(^|[.@])(example|your[.-]?(site|domain))(\.(com|net|org))?$/;

/** Settings that contradict each other. The server does not start with them. */
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
    says: 'needs SIGNUP_PROXY_SECRET: without it the function judges a stored sign-up again, and its token is spent',
    remedy: 'Set SIGNUP_PROXY_SECRET, the same here and in the function, or SIGNUP_OUTBOX=off.',
  },
  {
    name: 'SIGNUP_OUTBOX',
    when: (s) => hasOutbox(s) && cannotVerify(s) && s.BOT_CHECK_FALLBACK === 'deny',
    says: 'stores sign-ups without a bot check, which BOT_CHECK_FALLBACK=deny forbids',
    remedy: 'Set TURNSTILE_SECRET_KEY here too, or SIGNUP_OUTBOX=off.',
  },
  {
    name: 'MAIL_FROM',
    when: (s) => hasMail(s) && !s.MAIL_FROM,
    says: 'is unset, and MAIL_URL is set: a mail needs a sender',
    remedy: 'Set MAIL_FROM to an address of a domain that you send from, or unset MAIL_URL.',
  },
  {
    name: 'MAIL_URL',
    when: (s) => !hasMail(s) && Boolean(s.MAIL_FROM),
    says: 'is unset, and MAIL_FROM is set: no mail would be sent',
    remedy: 'Set MAIL_URL to your SMTP server, or unset MAIL_FROM.',
  },
  {
    name: 'SIGNUP_EVENT_SECRET',
    when: (s) => hasEvents(s) && !s.SIGNUP_EVENT_SECRET,
    says: 'is unset, and SIGNUP_EVENT_URL is set: the receiver could not tell our events from forged ones',
    remedy: 'Set SIGNUP_EVENT_SECRET here and in the receiver, or unset SIGNUP_EVENT_URL.',
  },
  {
    name: 'SIGNUP_EVENT_URL',
    when: (s) => !hasEvents(s) && Boolean(s.SIGNUP_EVENT_SECRET),
    says: 'is unset, and SIGNUP_EVENT_SECRET is set: no event would be sent',
    remedy: 'Set SIGNUP_EVENT_URL to the system that receives the events, or unset the secret.',
  },
  {
    name: 'SIGNUP_PROXY_SECRET',
    when: (s) => hasMail(s) && backendOf(s) === 'supabase' && !s.SIGNUP_PROXY_SECRET,
    says: 'is unset, and MAIL_URL is set: the function would show no entry to this server',
    remedy: 'Set SIGNUP_PROXY_SECRET, the same here and in the function, or unset MAIL_URL.',
  },
  {
    name: 'SIGNUP_UNCONFIRMED_DAYS',
    when: (s) => !hasMail(s) && s.SIGNUP_UNCONFIRMED_DAYS !== undefined,
    says: 'is set, and MAIL_URL is unset: nobody could confirm, and every entry would be removed',
    remedy: 'Set MAIL_URL too, or unset SIGNUP_UNCONFIRMED_DAYS.',
  },
];

/** Settings that the operator probably did not mean. The server starts with them. */
export const warnings: readonly Rule[] = [
  {
    name: 'SITE_ORIGIN',
    when: (s) => isProduction(s) && placeholder.test(new URL(s.SITE_ORIGIN).hostname),
    says: 'is a placeholder: canonical addresses lead to nobody',
    remedy: 'Set SITE_ORIGIN to the address that visitors use.',
  },
  ...(['SITE_ORIGIN', 'SUPABASE_URL', 'TURNSTILE_VERIFY_URL'] as const).map((name) => ({
    name,
    when: (s: Settings) => isProduction(s) && Boolean(s[name]?.startsWith('http:')),
    says: 'is plain http: what it carries can be read and changed on its way',
    remedy: 'Use an https:// address.',
  })),
  {
    name: 'CONTACT_EMAIL',
    when: (s) => placeholder.test(s.CONTACT_EMAIL),
    says: 'is a placeholder: nobody reads it',
    remedy: 'Set CONTACT_EMAIL to a mailbox that somebody reads.',
  },
  {
    name: 'MAIL_FROM',
    when: (s) => isProduction(s) && placeholder.test(senderOf(s.MAIL_FROM ?? '').address),
    says: 'is a placeholder: mail servers refuse mails of a domain that is not yours',
    remedy: 'Set MAIL_FROM to an address of a domain that you send from.',
  },
  {
    name: 'MAIL_URL',
    when: (s) => /^smtp:.*:465\/?(\?|$)/.test(s.MAIL_URL ?? ''),
    says: 'is smtp:// at port 465, where a server waits for TLS and never greets: no mail would go out',
    remedy: 'Use smtps:// at port 465, or smtp:// at port 587.',
  },
  {
    name: 'INDEXING',
    when: (s) => isProduction(s) && s.INDEXING === 'off',
    says: 'is off in production: search engines leave every page out',
    remedy: 'Set INDEXING=on when this is not a staging site.',
  },
  {
    name: 'TRUST_PROXY',
    when: (s) => isProduction(s) && s.TRUST_PROXY === undefined,
    says: 'is unset: behind a proxy all visitors share one limit',
    remedy: 'Set TRUST_PROXY to the number of proxies in front, or to 0 where there is none.',
  },
  {
    name: 'TURNSTILE_SITE_KEY',
    when: (s) => isProduction(s) && !s.TURNSTILE_SITE_KEY,
    says: 'is unset: only the honeypot, the fill time and the limits keep bots out',
    remedy: 'Set TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY.',
  },
  {
    name: 'TURNSTILE_SITE_KEY',
    when: (s) => isProduction(s) && isDummyKey(s.TURNSTILE_SITE_KEY ?? ''),
    says: 'is a test key: its tokens prove nothing',
    remedy: 'Use the site key of a real Turnstile widget.',
  },
  {
    name: 'SIGNUP_PROXY_SECRET',
    when: (s) =>
      Boolean(s.SUPABASE_URL) && s.SIGNUP_TRANSPORT === 'proxy' && !s.SIGNUP_PROXY_SECRET,
    says: 'is unset: the function counts every visitor as this server',
    remedy: 'Set it here, and with `supabase secrets set SIGNUP_PROXY_SECRET=…`.',
  },
  {
    name: 'METRICS_TOKEN',
    when: (s) => isProduction(s) && !s.METRICS_TOKEN,
    says: 'is unset: there is no metrics page to alert on',
    remedy: 'Set METRICS_TOKEN and give it to the scraper.',
  },
];
