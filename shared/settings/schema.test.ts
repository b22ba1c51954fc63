import { expect, test } from 'vitest';
import { readSettings } from './read.ts';
import { type SettingName, settings } from './schema.ts';
import { senderOf } from './sender.ts';
import { boundaries } from './testing/boundaries.ts';

const lineOf = (name: SettingName, value: string) => {
  const { report } = readSettings({ environment: { [name]: value }, file: {} });
  return report.find((line) => line.name === name);
};
/** Returns the message for a bad value; undefined for a good one, whatever other setting is missing. */
const refusal = (name: SettingName, value: string): string | undefined => {
  const line = lineOf(name, value);
  return line?.remedy === settings[name].remedy ? line.problem : undefined;
};

const whole = (least: number, most: number) => `is not a whole number from ${least} to ${most}`;
const short = 'is shorter than 16 characters';
const noAddress = 'is not an http or https address';
const onOff = 'is none of on, off';
const [fifteen, sixteen] = ['fifteen-letters', 'sixteen-letters!'];

test.each<[SettingName, string]>([
  ['HOST', '0.0.0.0 | ::'],
  ['SITE_ORIGIN', 'https://deckwright.com | http://localhost:8080 | https://deckwright.com/'],
  ['SUPABASE_URL', 'https://abcd.supabase.co | http://127.0.0.1:54321'],
  ['SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_x'],
  ['DATABASE_URL', 'postgres://u:p@db:5432/site | postgresql://db/site?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://db | postgres://db?application_name=a&sslcert=/b&sslkey=/c'],
  ['DATABASE_URL', 'postgres://db?sslmode=require | postgres://db?sslmode=disable'],
  ['DATABASE_URL', 'postgres://db?sslmode=verify-ca&sslrootcert=/d'],
  ['DATABASE_URL', 'postgres://u:p@[::1]:5432/site | postgres://u:p@db/my%20site'],
  ['DATABASE_URL', 'postgres://u:p@/site?host=/run/postgresql | postgres:///site?host=/run&port=1'],
  ['DATABASE_URL', 'postgres://u:p@%2Frun%2Fpostgresql/site'],
  ['DATABASE_URL', 'postgres://u:p@db/site?pgbouncer=true&connection_limit=1'],
  ['DATABASE_URL', 'postgres://u:p@db/site?sslmode=require&channel_binding=require'],
  ['DATABASE_URL', 'postgres://db?sslrootcert=/d | postgres://db?sslmode=require&sslrootcert=/d'],
  ['MAIL_URL', 'smtps://u:p%2F%23%25@smtp.co:465/ | smtp://127.0.0.1:25?tls=none | smtp://[::1]'],
  ['SIGNUP_PROXY_SECRET', sixteen],
  ['TURNSTILE_VERIFY_URL', 'http://127.0.0.1:9/siteverify'],
  ['IP_HASH_SECRET', sixteen],
  [
    'TRUST_PROXY',
    '0 | 20 | 10.0.0.0/8 | 172.30.7.10 | 10.0.0.0/10, ::1,fd00::/8 | loopback | loopback, 10.0.0.0/8',
  ],
  ['CSP_REPORT_URI', 'https://reports.example/csp?site=1'],
  ['METRICS_TOKEN', sixteen],
  ['DIGEST_URL', 'https://hooks.slack.com/services/T0/B0/x | http://127.0.0.1:2586/deckwright'],
])('%s accepts %s', (name, values) => {
  for (const value of values.split(' | ')) expect(refusal(name, value), value).toBeUndefined();
});

test.each<[SettingName, string, string]>([
  ['HOST', 'has brackets', '[::] | [::1]'],
  ['PORT', whole(0, 65535), 'http | 80.5 | 0x50 |   | 1e3 | 80a'],
  ['SITE_ORIGIN', noAddress, 'deckwright.com | ftp://a.com | xhttps://a.com | httpsx://a.com'],
  ['SITE_ORIGIN', 'is not an origin', 'https://a.com/site | https://a.com?'],
  ['CONTACT_EMAIL', 'is not an e-mail address', 'a | hello@site | Us <a@b.com> | a@b.co,c@d.co'],
  ['INDEXING', onOff, 'true | ON'],
  ['SUPABASE_URL', noAddress, 'abcd.supabase.co | postgres://abcd.supabase.co'],
  ['DATABASE_URL', 'is not a postgres:// address', 'mysql://db/a | db/a | postgres:/u:p@db:1/a'],
  ['DATABASE_URL', 'is not a postgres:// address', 'postgresqlx://db/site | xpostgres://db/site'],
  ['DATABASE_URL', 'has a reserved character', 'postgres://u:p@ss/w@db/a | postgres://u:p%w@db/b'],
  ['DATABASE_URL', 'has a reserved character', 'postgres://u:p%4w@db/b'],
  ['DATABASE_URL', 'has a parameter that is none of host, ', 'postgres://db/a?sslrootcrt=/a'],
  ['DATABASE_URL', 'has a parameter that is none of host, ', 'postgres://db/?dbname=site'],
  ['DATABASE_URL', 'names several hosts', 'postgres://u:p@h1:5432,h2:5432/a'],
  ['DATABASE_URL', 'names several hosts', 'postgres://h1,h2/a | postgres:///a?host=h1,h2'],
  ['DATABASE_URL', 'has sslmode=verify-ca without', 'postgres://db?sslmode=verify-ca'],
  ['DATABASE_URL', 'has a channel_binding that is', 'postgres://db?channel_binding=on'],
  [
    'DATABASE_URL',
    'has channel_binding=require without TLS',
    'postgres://db?channel_binding=require',
  ],
  [
    'DATABASE_URL',
    'has an sslmode that is none of disable,',
    'postgres://db/a?sslmode=foo | postgres://db/a?sslmode=prefer',
  ],
  [
    'DATABASE_URL',
    'names an sslrootcert that its sslmode does not check',
    'postgres://db?sslmode=disable&sslrootcert=/d',
  ],
  [
    'MAIL_URL',
    'has a reserved character that is not percent-encoded',
    'smtps://u:12/34@smtp.co | smtps://u:12#34@smtp.co | smtps://smtp.co/mail | smtp://u:1#@smtp.co',
  ],
  ['SUPABASE_PUBLISHABLE_KEY', 'has a blank', 'sb_publishable_x # ours | sb_“x”'],
  ['METRICS_TOKEN', 'has a blank', 'a token of the scraper'],
  ['METRICS_TOKEN', short, fifteen],
  ['SIGNUP_TRANSPORT', 'is none of proxy, direct', 'both'],
  ['SIGNUP_PROXY_SECRET', short, fifteen],
  ['SIGNUP_OUTBOX', onOff, 'yes'],
  ['UPSTREAM_TIMEOUT_MS', whole(100, 60000), '8s'],
  ['TURNSTILE_VERIFY_URL', noAddress, 'siteverify'],
  ['BOT_CHECK_FALLBACK', 'is none of allow, deny', 'refuse'],
  ['SIGNUP_LIMIT_PER_ADDRESS_DAY', whole(1, 2147483647), '2.5 | 99999999999999999999'],
  ['IP_HASH_SECRET', short, fifteen],
  ['TRUST_PROXY', 'trusts anyone who sends X-Forwarded-For', 'true | 0.0.0.0/0 | 10.0.0.0/8, ::/0'],
  ['TRUST_PROXY', 'trusts anyone who sends', '10.0.0.0/8,true | 128.0.0.0/1 | 10.0.0.0/7'],
  ['TRUST_PROXY', 'is neither a hop count nor a list of networks', 'yes | -1 | 1.5 | cafe | x1'],
  ['TRUST_PROXY', 'is neither', '999.1.1.1 | 10.0.0.0/33 | 10.0.0.0/8, | 1,10.0.0.0/8 | 1x'],
  ['TRUST_PROXY', 'counts more than 20 proxies', '21 | 300'],
  ['HSTS_MAX_AGE', whole(0, 63072000), 'on'],
  ['HSTS_INCLUDE_SUBDOMAINS', onOff, 'yes'],
  ['CSP_REPORT_URI', noAddress, '/csp'],
  ['CSP_REPORT_URI', 'holds a character', 'https://a.example/csp;script-src * | https://a/"'],
  ['DIGEST_URL', noAddress, 'hooks.slack.com/services | mailto:ops@a.example'],
  ['LOG_LEVEL', 'is none of fatal, error, warn, info, debug, trace, silent', 'verbose'],
  ['NODE_ENV', 'is none of development, test, production', 'prod'],
])('%s is refused because it %s: %s', (name, says, values) => {
  for (const value of values.split(' | ')) {
    expect(refusal(name, value)?.slice(0, says.length), value).toBe(says);
  }
});

test.each(Object.entries(boundaries))(
  '%s accepts its smallest and its largest value, and no number beyond them',
  (setting, [least, most]) => {
    const name = setting as SettingName;
    for (const value of [least, most]) expect(refusal(name, String(value))).toBeUndefined();
    for (const value of [least - 1, most + 1]) {
      expect(refusal(name, String(value))).toBe(whole(least, most));
    }
  },
);

test('an address is used without the slashes at its end', () => {
  const environment = {
    SITE_ORIGIN: 'https://deckwright.com//',
    SUPABASE_URL: 'https://self.hosted/base/',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
  };
  const read = readSettings({ environment, file: {} });
  expect(read.ok && read.settings).toMatchObject({
    SITE_ORIGIN: 'https://deckwright.com',
    SUPABASE_URL: 'https://self.hosted/base',
  });
});

test.each(['https://Müller.Example', 'https://xn--mller-kva.example:443/'])(
  'SITE_ORIGIN %s is used as browsers send it',
  (SITE_ORIGIN) => {
    const read = readSettings({ environment: { SITE_ORIGIN }, file: {} });
    expect(read.ok && read.settings.SITE_ORIGIN).toBe('https://xn--mller-kva.example');
  },
);

test('CONTACT_EMAIL and MAIL_FROM take a domain in its own script', () => {
  const mail = { MAIL_FROM: 'Ada <ada@müller.example>', MAIL_URL: 'smtps://mail.example' };
  const environment = { CONTACT_EMAIL: 'ada@müller.example', ...mail };
  const read = readSettings({ environment, file: {} });
  expect(read.ok && read.settings.CONTACT_EMAIL).toBe('ada@xn--mller-kva.example');
  expect(read.ok && senderOf(read.settings.MAIL_FROM ?? '').address).toBe(
    'ada@xn--mller-kva.example',
  );
});

test.each(Object.entries(settings))(
  'the remedy of %s is a sentence that says what to do',
  (_name, setting) => {
    expect(setting.remedy).toMatch(/^(Use|Copy|Name|Leave) .{8,}\.$/);
  },
);
