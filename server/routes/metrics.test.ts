import request from 'supertest';
import { expect, test } from 'vitest';
import { fakeBackend } from '../testing/fake-backend.ts';
import { startTestServer } from '../testing/test-server.ts';

const token = 'a-token-of-16-characters';
const outboxCounts = () => ({ depth: 3, oldestSeconds: 7, refused: 1 });
const databaseMadeAt = () => new Date(Date.now() - 90_000);
const backend = { ...fakeBackend(), outboxCounts, databaseMadeAt };
const { server, context } = await startTestServer({ METRICS_TOKEN: token }, { backend });

const metrics = (authorization = `Bearer ${token}`) =>
  request(server).get('/metrics').set('Authorization', authorization);

/** Returns the expected lines that the text contains. The prefix `deckwright_` is left out. */
const said = (text: string, expected: readonly string[]) =>
  expected.filter((line) => text.includes(`deckwright_${line}\n`));

test('every counter starts at 0 with all values of its labels, and without values that are never counted', async () => {
  const expected = [
    'http_requests_total{route="/",method="GET",status="200"} 0',
    'http_requests_total{route="/api/signup",method="POST",status="503"} 0',
    'http_requests_total{route="/api/opened",method="POST",status="413"} 0',
    'http_requests_total{route="/healthz",method="GET",status="200"} 0',
    'http_requests_total{route="/readyz",method="GET",status="503"} 0',
    'http_requests_total{route="/metrics",method="GET",status="401"} 0',
    'http_requests_total{route="/contact",method="GET",status="301"} 0',
    'http_requests_total{route="/assets/*",method="GET",status="304"} 0',
    'http_requests_total{route="/early-access/*",method="GET",status="200"} 0',
    'http_requests_total{route="(other)",method="GET",status="404"} 0',
    'http_request_duration_seconds_count{route="/upload",method="GET"} 0',
    'errors_total{kind="database"} 0',
    'signups_total{outcome="joined",source="hero",verdict="passed"} 0',
    'signups_total{outcome="upstream_fetch",source="modal",verdict="unknown"} 0',
    'signups_total{outcome="bot_check_failed",source="nav",verdict="failed"} 0',
    'signups_total{outcome="bot_check_unavailable",source="nav",verdict="unavailable"} 0',
    'signups_total{outcome="invalid_email",source="nav",verdict="skipped"} 0',
    'dialog_opened_total{source="cta"} 0',
    'upstream_duration_seconds_count 0',
    'backend_ready 0',
  ];
  const { text } = await metrics();
  expect(said(text, expected)).toEqual(expected);
  for (const series of [
    'signups_total{outcome="internal"',
    'signups_total{outcome="not_found"',
    'http_requests_total{route="/api/signup",method="POST",status="404"}',
    'http_requests_total{route="(not found)"',
  ]) {
    expect(text).not.toContain(series);
  }
});

test.each(['bearer', 'BEARER'])('GET /metrics takes the scheme written as %s', async (scheme) => {
  expect((await metrics(`${scheme} ${token}`)).status).toBe(200);
});

const ofOtherLength = ['', 'Bearer', `Bearer ${token}x`];
const wrong = [...ofOtherLength, token, `Basic ${token}`, `Bearer ${token.replace('s', 'S')}`];

test.each(wrong)('GET /metrics with “%s” is 401 and shows no metric', async (authorization) => {
  const answer = await metrics(authorization);
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  expect(answer.text).not.toContain('deckwright_');
});

test('requests, sign-ups and dialogs are counted without personal data', async () => {
  const site = request(server);
  await site.get('/?email=ada@deckwright.example');
  await site.head('/');
  await site.get('/a-path-of-a-stranger');
  await site.options('/a-path-of-a-stranger');
  const signup = { email: 'ada@deckwright.example', source: 'hero', turnstileToken: 'token' };
  await site.post('/api/signup').send(signup);
  await site.post('/api/signup').send({ ...signup, source: 'nav', turnstileToken: null });
  context.metrics?.upstream(0.2);
  context.metrics?.error('database');
  await site.post('/api/opened').send({ source: 'nav' });
  await site.get('/readyz');
  const { text, headers } = await metrics().set('Accept-Encoding', 'gzip');
  expect(headers).toMatchObject({
    'content-type': expect.stringContaining('text/plain'),
    'cache-control': 'no-store',
    'content-encoding': 'gzip',
    vary: 'Accept-Encoding',
  });
  const expected = [
    'http_requests_total{route="/",method="GET",status="200"} 1',
    'http_requests_total{route="/",method="HEAD",status="200"} 1',
    'http_requests_total{route="/api/signup",method="POST",status="200"} 2',
    'http_requests_total{route="(other)",method="GET",status="404"} 1',
    'http_requests_total{route="(other)",method="other",status="405"} 1',
    'errors_total{kind="database"} 1',
    'upstream_duration_seconds_bucket{le="0.25"} 1',
    'http_request_duration_seconds_bucket{le="10",route="/",method="GET"} 1',
    'signups_total{outcome="joined",source="hero",verdict="passed"} 1',
    'signups_total{outcome="joined",source="nav",verdict="skipped"} 1',
    'dialog_opened_total{source="nav"} 1',
    'backend_ready 1',
    'outbox_depth 3',
    'outbox_oldest_age_seconds 7',
    'outbox_refused 1',
  ];
  expect(said(text, expected)).toEqual(expected);
  expect(text).toMatch(/deckwright_database_age_seconds 9\d\b/);
  expect(text).toMatch(/deckwright_build_info\{version="[\d.]+",revision="unknown"\} 1/);
  expect(text).not.toMatch(/ada|stranger|127\.0\.0\.1/);
  // As `promtool check metrics` demands.
  expect(text).not.toMatch(/_total gauge$/m);
});

test('GET /metrics is 404 while METRICS_TOKEN is unset, with any token', async () => {
  const other = await startTestServer({}, { backend });
  for (const guess of ['', 'Bearer undefined', `Bearer ${token}`]) {
    await request(other.server).get('/metrics').set('Authorization', guess).expect(404);
  }
});
