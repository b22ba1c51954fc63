import parsePrometheusTextFormat from 'parse-prometheus-text-format';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeBackend } from '../testing/fake-backend.ts';
import { startTestServer } from '../testing/test-server.ts';

const token = 'a-token-of-16-characters';
let running: Awaited<ReturnType<typeof startTestServer>>;

beforeAll(async () => {
  const backend = {
    ...fakeBackend(),
    outboxCounts: () => ({ depth: 3, oldestSeconds: 7, refused: 1 }),
  };
  running = await startTestServer({ METRICS_TOKEN: token }, { backend });
});
afterAll(() => running.close());

const metrics = (authorization = `Bearer ${token}`) =>
  request(running.server).get('/metrics').set('Authorization', authorization);

test('every counter is there from the start, at 0, with all that its labels can say', async () => {
  const { text } = await metrics();
  for (const line of [
    'deckwright_http_requests_total{route="/",method="GET",status="200"} 0',
    'deckwright_http_requests_total{route="/api/signup",method="POST",status="503"} 0',
    'deckwright_http_requests_total{route="(other)",method="GET",status="404"} 0',
    'deckwright_errors_total{kind="database"} 0',
    'deckwright_signups_total{outcome="joined",source="hero",verdict="passed"} 0',
    'deckwright_signups_total{outcome="upstream_fetch",source="modal",verdict="unknown"} 0',
    'deckwright_signups_total{outcome="bot_check_failed",source="nav",verdict="failed"} 0',
    'deckwright_dialog_opened_total{source="cta"} 0',
    'deckwright_upstream_duration_seconds_count 0',
    'deckwright_backend_ready 0',
  ]) {
    expect(text).toContain(line);
  }
});

test('the page parses, and every series has its meaning and kind', async () => {
  const families = parsePrometheusTextFormat((await metrics()).text);
  const names = families.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(families.every(({ help, type }) => help && type !== 'UNTYPED')).toBe(true);
});

test.each(['', token, 'Bearer', 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`])(
  'nobody reads the numbers with “%s”',
  async (authorization) => {
    const answer = await metrics(authorization);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.text).not.toContain('deckwright_');
  },
);

test('counts requests, sign-ups and dialogs, and nothing of a person', async () => {
  const { server } = running;
  await request(server).get('/?email=ada@deckwright.example');
  await request(server).get('/a-path-of-a-stranger');
  const signup = { email: 'ada@deckwright.example', source: 'hero', turnstileToken: 'token' };
  await request(server).post('/api/signup').send(signup);
  await request(server).post('/api/opened').send({ source: 'nav' });
  await request(server).get('/readyz');
  const answer = await metrics();
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toContain('text/plain');
  expect(answer.headers['cache-control']).toBe('no-store');
  for (const line of [
    'deckwright_http_requests_total{route="/",method="GET",status="200"} 1',
    'deckwright_http_requests_total{route="(other)",method="GET",status="404"} 1',
    'deckwright_http_request_duration_seconds_count{route="/",method="GET"} 1',
    'deckwright_signups_total{outcome="joined",source="hero",verdict="passed"} 1',
    'deckwright_dialog_opened_total{source="nav"} 1',
    'deckwright_backend_ready 1',
    'deckwright_outbox_depth 3',
    'deckwright_outbox_oldest_age_seconds 7',
    'deckwright_outbox_refused 1',
  ]) {
    expect(answer.text).toContain(line);
  }
  expect(answer.text).toMatch(/deckwright_build_info\{version="[\d.]+",revision="unknown"\} 1/);
  expect(answer.text).toContain('nodejs_eventloop_lag_seconds');
  expect(answer.text).not.toMatch(/ada|stranger|127\.0\.0\.1/);
});

test('the numbers travel compressed to whoever can read that', async () => {
  const answer = await metrics().set('Accept-Encoding', 'gzip');
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(answer.headers.vary).toBe('Accept-Encoding');
});

test('without a token there is no such page, whatever is guessed', async () => {
  const { server, close } = await startTestServer({}, { backend: fakeBackend() });
  for (const guess of ['', 'Bearer undefined', `Bearer ${token}`]) {
    expect((await request(server).get('/metrics').set('Authorization', guess)).status).toBe(404);
  }
  await close();
});
