import express from 'express';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerJson, createFakeFunction } from '../testing/fake-function.ts';
import { startTestServer } from '../testing/test-server.ts';
import { metricsRoute } from './metrics.ts';

const token = 'a-token-of-16-characters';
let running: Awaited<ReturnType<typeof startTestServer>>;
let closeFunction: () => Promise<void>;

beforeAll(async () => {
  const { environment, close } = await createFakeFunction(answerJson(200, {}));
  closeFunction = close;
  running = await startTestServer({ ...environment, METRICS_TOKEN: token });
});
afterAll(async () => {
  await running.close();
  await closeFunction();
});

const metrics = (authorization?: string) => {
  const asked = request(running.server).get('/metrics');
  return authorization === undefined ? asked : asked.set('Authorization', authorization);
};

test.each([undefined, '', token, 'Bearer', 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`])(
  'nobody reads the numbers with %s',
  async (authorization) => {
    const answer = await metrics(authorization);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.text).not.toContain('deckwright_');
  },
);

test('counts requests, sign-ups and the function, and nothing of a person', async () => {
  await request(running.server).get('/?email=ada@deckwright.example');
  await request(running.server).get('/a-path-of-a-stranger');
  const signup = { email: 'ada@deckwright.example', source: 'hero', turnstileToken: 'token' };
  await request(running.server).post('/api/signup').send(signup);
  const answer = await metrics(`Bearer ${token}`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toContain('text/plain');
  expect(answer.headers['cache-control']).toBe('no-store');
  for (const line of [
    'deckwright_http_requests_total{route="/",method="GET",status="200"} 1',
    'deckwright_http_requests_total{route="(elsewhere)",method="GET",status="404"} 1',
    'deckwright_http_request_duration_seconds_count{route="/",method="GET"} 1',
    'deckwright_signups_total{outcome="joined",source="hero",verdict="passed"} 1',
    'deckwright_upstream_duration_seconds_count 1',
    'deckwright_backend_ready 1',
  ]) {
    expect(answer.text).toContain(line);
  }
  expect(answer.text).toContain('nodejs_eventloop_lag_seconds');
  expect(answer.text).toContain('# TYPE deckwright_errors_total counter');
  expect(answer.text).not.toMatch(/ada|stranger|127\.0\.0\.1/);
});

test('the numbers travel compressed to whoever can read that', async () => {
  const answer = await metrics(`Bearer ${token}`).set('Accept-Encoding', 'gzip');
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(answer.text).toContain('deckwright_backend_ready 1');
});

const metricsOf = { contentType: 'text/plain', text: async () => 'deckwright_backend_ready 1' };

test.each([
  ['a token', { metrics: metricsOf, settings: { METRICS_TOKEN: undefined } }],
  ['numbers', { metrics: null, settings: { METRICS_TOKEN: token } }],
])('without %s there is no such page, whatever is guessed', async (_what, parts) => {
  for (const guess of ['', 'Bearer undefined', `Bearer ${token}`]) {
    const asked = request(express().use(metricsRoute(parts))).get('/metrics');
    expect((await asked.set('Authorization', guess)).status).toBe(404);
  }
});
