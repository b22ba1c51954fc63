import request from 'supertest';
import { expect, test } from 'vitest';
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

async function headersOf(environment: Record<string, string>, path = '/') {
  const { server, close } = await startTestServer(environment, { backend: fakeBackend() });
  try {
    return (await request(server).get(path)).headers;
  } finally {
    await close();
  }
}

test('every kind of answer carries the same headers', async () => {
  const environment = {
    SITE_ORIGIN: 'https://deckwright.example',
    HSTS_MAX_AGE: '86400',
    METRICS_TOKEN: 'token-of-the-metrics-page',
  };
  const { server, close } = await startTestServer(environment, { backend: fakeBackend() });
  try {
    const answers = await Promise.all([
      request(server).get('/'),
      request(server).head('/'),
      request(server).get('/').set('If-None-Match', '*'),
      request(server).get('/').set('Accept-Encoding', 'identity;q=0'),
      request(server).get('/assets/app-abc123.js'),
      request(server).get('/assets/app-abc123.js').set('If-None-Match', '*'),
      request(server).get('/share/none.png'),
      request(server).get('/.well-known/security.txt'),
      request(server).get('/upload/'),
      request(server).get('/early-access/joined'),
      request(server).get('/api/signup'),
      request(server).get('/metrics'),
      request(server).get('/metrics').set('Authorization', 'Bearer token-of-the-metrics-page'),
      request(server).get('/readyz'),
      request(server).post('/api/opened').type('json').send('{}'),
      request(server)
        .post('/api/signup')
        .type('json')
        .send('{}')
        .set('Origin', 'https://a.example'),
      request(server).post('/api/signup').type('form').send('email=x'.repeat(2000)),
      request(server).get('/robots.txt'),
      request(server).get('/nothing'),
      request(server).get('/contact'),
      request(server).get('/assets/gone.js'),
      request(server).get('/api/nothing'),
      request(server).post('/'),
      request(server).get('/healthz'),
      request(server).post('/api/signup').type('json').send('{broken'),
      request(server).post('/api/signup').type('text/plain').send('a'),
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
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['set-cookie']).toBeUndefined();
    }
  } finally {
    await close();
  }
});

test('HSTS is off until it is asked for, and covers other hosts only where that is asked for too', async () => {
  const origin = { SITE_ORIGIN: 'https://deckwright.example' };
  const hstsOf = async (environment: Record<string, string>) =>
    (await headersOf({ ...origin, ...environment }))['strict-transport-security'];
  expect(await hstsOf({})).toBeUndefined();
  expect(await hstsOf({ HSTS_MAX_AGE: '86400' })).toBe('max-age=86400');
  expect(await hstsOf({ HSTS_MAX_AGE: '0' })).toBe('max-age=0');
  expect(await hstsOf({ HSTS_MAX_AGE: '63072000', HSTS_INCLUDE_SUBDOMAINS: 'on' })).toBe(
    'max-age=63072000; includeSubDomains',
  );
});

test('plain http is not told to upgrade', async () => {
  const headers = await headersOf({ SITE_ORIGIN: 'http://localhost:3000', HSTS_MAX_AGE: '86400' });
  expect(headers['strict-transport-security']).toBeUndefined();
  expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
});

test('the policy starts from nothing and knows no unsafe word', async () => {
  const policy = (await headersOf({}))['content-security-policy'];
  expect(policy).toMatch(/^default-src 'none'/);
  expect(policy).not.toMatch(/unsafe|\*|data:|https:/);
  for (const directive of [
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]) {
    expect(policy).toContain(directive);
  }
});

test('reports of the policy are sent where CSP_REPORT_URI says, and nowhere where it is unset', async () => {
  const headers = await headersOf({ CSP_REPORT_URI: 'https://reports.example/csp' });
  expect(headers['content-security-policy']).toContain(
    'report-uri https://reports.example/csp;report-to csp',
  );
  expect(headers['reporting-endpoints']).toBe('csp="https://reports.example/csp"');
  const without = await headersOf({});
  expect(without['content-security-policy']).not.toContain('report-');
  expect(without['reporting-endpoints']).toBeUndefined();
});

test('the bot check and direct transport open exactly their own hosts', async () => {
  const policy = (
    await headersOf({
      TURNSTILE_SITE_KEY: 'key',
      TURNSTILE_SECRET_KEY: 'secret',
      SUPABASE_URL: 'https://abc.supabase.co',
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
      SIGNUP_TRANSPORT: 'direct',
    })
  )['content-security-policy'];
  // Turnstile's script is not ours to bind to Trusted Types.
  expect(policy).not.toContain('trusted-types');
  expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com;");
  expect(policy).toContain('frame-src https://challenges.cloudflare.com;');
  expect(policy).toContain("connect-src 'self' https://abc.supabase.co;");
});
