export type Variables = Readonly<Record<string, string>>;

/** The settings of a production site on SQLite without any problem or warning. */
export const sqlite: Variables = {
  NODE_ENV: 'production',
  SITE_ORIGIN: 'https://deckwright.com',
  CONTACT_EMAIL: 'hello@deckwright.com',
  TRUST_PROXY: '1',
  METRICS_TOKEN: 'a-token-of-the-scraper',
  TURNSTILE_SITE_KEY: '0x4AAAAAAAsite',
  TURNSTILE_SECRET_KEY: '0x4AAAAAAAsecret',
};

/** The settings of the same site on Supabase. */
export const supabase: Variables = {
  ...sqlite,
  SUPABASE_URL: 'https://abcd.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abcd',
  SIGNUP_PROXY_SECRET: 'the-same-in-the-function',
};
