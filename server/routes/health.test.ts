import express from 'express';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { createClientIp } from '../http/client-ip.ts';
import { handleHealth, handleReadiness } from './health.ts';

const [version, revision] = ['1.2.3', 'd23910c'];
const token = 'a-token-of-16-characters';
const waiting = { ready: false, reason: "EACCES: mkdir '/var/lib/deckwright'" };

const ask = (
  path: string,
  answer: { ready: boolean; reason?: string } = { ready: true },
  isDraining = false,
) => {
  const parts = {
    settings: { METRICS_TOKEN: token },
    backend: { name: 'postgres' },
    clientIp: createClientIp('1'),
    readiness: { check: async () => answer, isDraining: () => isDraining },
    version,
    revision,
  };
  const app = express().get('/healthz', handleHealth(parts)).get('/readyz', handleReadiness(parts));
  return request(app).get(path);
};

const ours = { backend: 'postgres', version, revision };
const bearer = { Authorization: `Bearer ${token}` };
const forwarded = { 'X-Forwarded-For': '203.0.113.9' };

describe.each([
  ['a program on the same machine', {}, '127.0.0.1'],
  ['the bearer of the metrics token behind a proxy', { ...bearer, ...forwarded }, '203.0.113.9'],
])('%s', (_who, headers, visitor) => {
  test.each([
    ['/healthz', { ready: true }, 200, { status: 'ok', version }],
    ['/readyz', { ready: true }, 200, { ready: true, ...ours, visitor }],
    ['/readyz', waiting, 503, { ready: false, ...ours, visitor, notReady: waiting.reason }],
  ])(
    'reads from %s, which says %j, the status %i and its details',
    async (path, is, status, body) => {
      const answer = await ask(path, is).set(headers);
      expect([answer.status, answer.body]).toEqual([status, body]);
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );
});

test.each([
  [{ 'X-Forwarded-For': '203.0.113.9' }],
  [{ 'X-Forwarded-For': '127.0.0.1' }],
  [{ 'X-Forwarded-For': '' }],
  [{ 'X-Forwarded-Proto': 'https' }],
  [{ Forwarded: 'for=203.0.113.9' }],
  [{ Via: '1.1 proxy' }],
  [{ 'X-Real-IP': '203.0.113.9' }],
  [{ ...forwarded, Authorization: 'Bearer wrong' }],
  [{ ...forwarded, Authorization: 'Bearer undefined' }],
])('a stranger whose proxy on the same machine sends %j reads the status only', async (headers) => {
  expect((await ask('/healthz').set(headers)).body).toEqual({ status: 'ok' });
  expect((await ask('/readyz').set(headers)).body).toEqual({ ready: true });
  const { status, body } = await ask('/readyz', waiting).set(headers);
  expect([status, body]).toEqual([503, { ready: false }]);
});

test('/readyz?pages answers 200 while the database is away, and 503 once the server shuts down', async () => {
  expect((await ask('/readyz?pages', waiting)).body).toMatchObject({ ready: true });
  const { status, body } = await ask('/readyz?pages', { ready: true }, true);
  expect([status, body]).toMatchObject([503, { ready: false, notReady: 'shutting down' }]);
});
