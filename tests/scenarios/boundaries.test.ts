import { expect, test } from 'vitest';
import { signUp } from '../support/sign-up.ts';
import { startOnPostgres, startOnSqlite, startOnSupabase } from './hosts.ts';

/** The smallest and the largest value of each numeric setting that reaches a sign-up. */
const boundaries = {
  least: {
    SIGNUP_LIMIT_PER_VISITOR_HOUR: '1',
    SIGNUP_LIMIT_PER_ADDRESS_DAY: '1',
    HSTS_MAX_AGE: '0',
    SHUTDOWN_DELAY_MS: '0',
  },
  most: {
    SIGNUP_LIMIT_PER_VISITOR_HOUR: '2147483647',
    SIGNUP_LIMIT_PER_ADDRESS_DAY: '2147483647',
    UPSTREAM_TIMEOUT_MS: '60000',
    HSTS_MAX_AGE: '63072000',
    SHUTDOWN_DELAY_MS: '60000',
  },
};

/** An IPv6 visitor is counted twice: in the /64, and in the /48 with 16 times the limit. */
const visitor = { 'X-Forwarded-For': '2001:db8::1' };

test.each([
  ['SQLite', startOnSqlite],
  ['PostgreSQL', startOnPostgres],
  ['Supabase', startOnSupabase],
] as const)(
  'on %s a sign-up over IPv6 is saved with the smallest and with the largest value of each setting',
  async (name, start) => {
    for (const [boundary, settings] of Object.entries(boundaries)) {
      const { url, query } = await start(
        { TURNSTILE_SITE_KEY: '', ...settings },
        `${boundary}_on_${name.toLowerCase()}`,
      );
      expect([boundary, await signUp(url, undefined, visitor)]).toEqual([boundary, 200]);
      expect(await query('select times from signups')).toEqual([{ times: 1 }]);
    }
  },
);
