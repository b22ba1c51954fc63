import { readSettings, type SettingReport } from '../read.ts';
import type { SettingName } from '../schema.ts';

export type Variables = Readonly<Record<string, string>>;

/** A production site on SQLite with nothing to object to. */
export const sqlite: Variables = {
  NODE_ENV: 'production',
  SITE_ORIGIN: 'https://deckwright.com',
  CONTACT_EMAIL: 'hello@deckwright.com',
  TRUST_PROXY: '1',
  METRICS_TOKEN: 'a-token-of-the-scraper',
  TURNSTILE_SITE_KEY: '0x4AAAAAAAsite',
  TURNSTILE_SECRET_KEY: '0x4AAAAAAAsecret',
};
export const postgres = {
  ...sqlite,
  DATABASE_URL: 'postgres://u:p@db/deckwright',
  IP_HASH_SECRET: 'the-same-on-each-replica',
};
export const supabase = {
  ...sqlite,
  SUPABASE_URL: 'https://abcd.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abcd',
  SIGNUP_PROXY_SECRET: 'the-same-in-the-function',
};
export const outbox = { ...supabase, SIGNUP_OUTBOX: 'on' };
/** Where what only matters in production is not said. */
export const atHome = { NODE_ENV: 'development' };

/** Single changes. */
export const noKey = { SUPABASE_PUBLISHABLE_KEY: '' };
export const noSecret = { TURNSTILE_SECRET_KEY: '' };
export const noSiteKey = { TURNSTILE_SITE_KEY: '' };
export const noProxySecret = { SIGNUP_PROXY_SECRET: '' };

/** Every setting’s line, as `check` shows it. */
export const reported = (environment: Variables): SettingReport[] =>
  readSettings({ environment, file: {} }).report;

/** What is said of a name, in which environment, and which single changes make it unsaid. */
export type Case = [name: SettingName, says: RegExp, environment: Variables, mended: Variables[]];

/** What is said of one name; empty where nothing is. */
export const said = (
  kind: 'problem' | 'warning',
  name: SettingName,
  environment: Variables,
): string => reported(environment).find((line) => line.name === name)?.[kind] ?? '';

/** Whether the server starts. */
export const starts = (environment: Variables): boolean =>
  readSettings({ environment, file: {} }).ok;
