import request from 'supertest';
import { expect, test } from 'vitest';
import { fakeBackend } from '../testing/fake-backend.ts';
import { startTestServer } from '../testing/test-server.ts';

async function start(environment: Record<string, string>) {
  const https = { SITE_ORIGIN: 'https://deckwright.example' };
  const parts = { backend: fakeBackend() };
  const { server } = await startTestServer({ ...https, ...environment }, parts);
  return request(server);
}

const headersOf = async (environment: Record<string, string>) =>
  (await (await start(environment)).get('/')).headers;

/** The policy begins with `default-src 'none'` and has no `unsafe-` source. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "frame-src 'none'",
  "form-action 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types deck-worker',
].join(';');

const expected = {
  'content-security-policy': policy,
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=86400',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

test('every kind of response has the security headers', async () => {
  const METRICS_TOKEN = 'token-of-the-metrics-page';
  const site = await start({ METRICS_TOKEN });
  const pages = ['/', '/nothing', '/upload/', '/contact', '/early-access/joined'];
  const assets = ['/assets/app-abc123.js', '/assets/gone.js', '/share/none.png'];
  const generated = ['/robots.txt', '/.well-known/security.txt'];
  const routes = ['/healthz', '/readyz', '/metrics', '/api/signup', '/api/nothing'];
  const signUp = (type: string, body: string) => site.post('/api/signup').type(type).send(body);
  const answers = await Promise.all([
    ...[...pages, ...assets, ...generated, ...routes].map((path) => site.get(path)),
    site.head('/'),
    site.post('/'),
    site.get('/').set('If-None-Match', '*'),
    site.get('/metrics').auth(METRICS_TOKEN, { type: 'bearer' }),
    site.post('/api/opened').type('json').send('{}'),
    signUp('json', '{}').set('Origin', 'https://a.example'),
    signUp('json', '{broken'),
    signUp('form', 'email=x'.repeat(2000)),
  ]);
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].toSorted()).toEqual([200, 204, 301, 303, 304, 400, 401, 403, 404, 405]);
  for (const { headers } of answers) {
    expect(headers).toMatchObject(expected);
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('set-cookie');
  }
});

const twoYears = { HSTS_MAX_AGE: '63072000', HSTS_INCLUDE_SUBDOMAINS: 'on' };

test.each([
  [{}, 'max-age=86400'],
  [{ HSTS_MAX_AGE: '0' }, 'max-age=0'],
  [twoYears, 'max-age=63072000; includeSubDomains'],
  [{ SITE_ORIGIN: 'http://localhost:3000' }, undefined],
  [{ ...twoYears, SITE_ORIGIN: 'http://localhost:3000' }, undefined],
])('with %j, the Strict-Transport-Security header is %s', async (environment, hsts) => {
  const headers = await headersOf(environment);
  expect(headers['strict-transport-security']).toBe(hsts);
});

const CSP_REPORT_URI = 'https://reports.example/csp';
const supabase = { SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'sb_a' };
const direct = { ...supabase, SIGNUP_TRANSPORT: 'direct' };
const calls = policy.replace("connect-src 'self'", "connect-src 'self' https://abc.supabase.co");
const turnstile = 'https://challenges.cloudflare.com';
const botCheck = { TURNSTILE_SITE_KEY: 'key', TURNSTILE_SECRET_KEY: 'secret' };
// Turnstile’s script does not support Trusted Types.
const framed = policy
  .replace("script-src 'self'", `script-src 'self' ${turnstile}`)
  .replace("frame-src 'none'", `frame-src ${turnstile}`)
  .replace(/;require-trusted.*/, '');

test.each([
  ['the collector of reports', { CSP_REPORT_URI }, `${policy};report-uri ${CSP_REPORT_URI}`],
  ['no Supabase host that only the server calls', supabase, policy],
  ['the Supabase host that the browser calls', direct, calls],
  ['the bot check', botCheck, framed],
])('the policy names %s, and nothing else', async (_what, environment, allowed) => {
  expect((await headersOf(environment))['content-security-policy']).toBe(allowed);
});

test.each(['/nothing', '/early-access/entry', '/early-access/entry%3Ftoken=a'])(
  'the page at %s sends no reports, because a report has the token of the address',
  async (path) => {
    const site = await start({ CSP_REPORT_URI });
    const { headers } = await site.get(path);
    expect(headers['content-security-policy']).toBe(policy);
  },
);
