import request from 'supertest';
import { expect, test } from 'vitest';
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
  const { server, close } = await startTestServer(environment);
  try {
    return (await request(server).get(path)).headers;
  } finally {
    await close();
  }
}

test('every kind of answer carries the same headers', async () => {
  const { server, close } = await startTestServer({ SITE_ORIGIN: 'https://deckwright.example' });
  try {
    const answers = await Promise.all([
      request(server).get('/'),
      request(server).get('/assets/app-abc123.js'),
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

test('plain http is not told to upgrade', async () => {
  const headers = await headersOf({ SITE_ORIGIN: 'http://localhost:3000' });
  expect(headers['strict-transport-security']).toBeUndefined();
  expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
});

test('the policy starts from nothing and knows no unsafe word', async () => {
  const policy = (await headersOf({}))['content-security-policy'];
  expect(policy).toMatch(/^default-src 'none'/);
  expect(policy).not.toMatch(/unsafe|\*|data:|https:/);
  for (const directive of ["frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]) {
    expect(policy).toContain(directive);
  }
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
  expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com;");
  expect(policy).toContain('frame-src https://challenges.cloudflare.com;');
  expect(policy).toContain("connect-src 'self' https://abc.supabase.co;");
});
