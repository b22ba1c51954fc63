import request from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { fakeBackend } from '../testing/fake-backend.ts';
import { startTestServer } from '../testing/test-server.ts';

const securityNames = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
];
const https = { SITE_ORIGIN: 'https://deckwright.example' };

async function start(environment: Record<string, string>) {
  const { server, close } = await startTestServer(environment, { backend: fakeBackend() });
  onTestFinished(close);
  return request(server);
}

const headersOf = async (environment: Record<string, string>) =>
  (await (await start(environment)).get('/')).headers;
const policyOf = async (environment: Record<string, string>) =>
  (await headersOf(environment))['content-security-policy'];

test('every kind of answer carries the same headers', async () => {
  const METRICS_TOKEN = 'token-of-the-metrics-page';
  const site = await start({ ...https, HSTS_MAX_AGE: '86400', METRICS_TOKEN });
  const paths = [
    ...['/', '/nothing', '/upload/', '/contact', '/early-access/joined', '/robots.txt'],
    ...['/assets/app-abc123.js', '/assets/gone.js', '/share/none.png', '/.well-known/security.txt'],
    ...['/healthz', '/readyz', '/metrics', '/api/signup', '/api/nothing'],
  ];
  const signUp = (type: string, body: string) => site.post('/api/signup').type(type).send(body);
  const answers = await Promise.all([
    ...paths.map((path) => site.get(path)),
    site.head('/'),
    site.post('/'),
    site.get('/').set('If-None-Match', '*'),
    site.get('/').set('Accept-Encoding', 'identity;q=0'),
    site.get('/assets/app-abc123.js').set('If-None-Match', '*'),
    site.get('/metrics').auth(METRICS_TOKEN, { type: 'bearer' }),
    site.post('/api/opened').type('json').send('{}'),
    signUp('json', '{}').set('Origin', 'https://a.example'),
    signUp('json', '{broken'),
    signUp('text/plain', 'a'),
    signUp('form', 'email=x'.repeat(2000)),
  ]);
  expect([...new Set(answers.map(({ status }) => status))].toSorted()).toEqual([
    200, 204, 303, 304, 308, 400, 401, 403, 404, 405, 415,
  ]);
  const [first, ...others] = answers.map(({ headers }) =>
    securityNames.map((name) => headers[name]),
  );
  expect(first).not.toContain(undefined);
  for (const other of others) expect(other).toEqual(first);
  for (const { headers } of answers) {
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('set-cookie');
  }
});

test.each([
  [{}, undefined],
  [{ HSTS_MAX_AGE: '86400' }, 'max-age=86400'],
  [{ HSTS_MAX_AGE: '0' }, 'max-age=0'],
  [
    { HSTS_MAX_AGE: '63072000', HSTS_INCLUDE_SUBDOMAINS: 'on' },
    'max-age=63072000; includeSubDomains',
  ],
  [{ HSTS_MAX_AGE: '86400', SITE_ORIGIN: 'http://localhost:3000' }, undefined],
])('HSTS is what is asked for on https, and nothing else: %j', async (environment, expected) => {
  const headers = await headersOf({ ...https, ...environment });
  expect(headers['strict-transport-security']).toBe(expected);
});

test('what a page may do begins with nothing, and no unsafe word widens it', async () => {
  const headers = await headersOf(https);
  expect(headers['content-security-policy']?.split(';')).toEqual([
    "default-src 'none'",
    ...['script', 'style', 'img', 'font', 'connect'].map((kind) => `${kind}-src 'self'`),
    "frame-src 'none'",
    "form-action 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  expect(headers).toMatchObject({
    'permissions-policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
});

test('reports of the policy are sent where CSP_REPORT_URI says, and nowhere where it is unset', async () => {
  const uri = 'https://reports.example/csp';
  const headers = await headersOf({ CSP_REPORT_URI: uri });
  expect(headers['content-security-policy']).toContain(`report-uri ${uri}`);
  const without = await headersOf({});
  expect(without['content-security-policy']).not.toContain('report-');
});

test('the bot check and direct transport open exactly their own hosts', async () => {
  const policy = await policyOf({
    TURNSTILE_SITE_KEY: 'key',
    TURNSTILE_SECRET_KEY: 'secret',
    SUPABASE_URL: 'https://abc.supabase.co',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
    SIGNUP_TRANSPORT: 'direct',
  });
  // Turnstile's script is not ours to bind to Trusted Types.
  expect(policy).not.toContain('trusted-types');
  expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com;");
  expect(policy).toContain('frame-src https://challenges.cloudflare.com;');
  expect(policy).toContain("connect-src 'self' https://abc.supabase.co;");
});
