import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createClientIp } from '../http/client-ip.ts';
import { handleHealth, handleReadiness } from './health.ts';

const version = '1.2.3';

const ask = (path: string, answer: { ready: boolean; reason?: string } = { ready: true }) => {
  const readiness = handleReadiness({
    version,
    revision: 'd23910c',
    backend: { name: 'postgres' },
    readiness: { check: async () => answer },
    clientIp: createClientIp('1'),
  });
  const app = express().get('/healthz', handleHealth(version)).get('/readyz', readiness);
  return request(app).get(path);
};

const known = { backend: 'postgres', version, revision: 'd23910c', visitor: '127.0.0.1' };
const waiting = { ready: false, reason: "EACCES: mkdir '/var/lib/deckwright'" };

test.each([
  ['/healthz', { status: 'ok', version }],
  ['/readyz', { ready: true, ...known }],
])('%s says how the process is, asked anew each time', async (path, body) => {
  const answer = await ask(path);
  expect([answer.status, answer.body]).toEqual([200, body]);
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('one that cannot sends traffic elsewhere, and says why on its own machine', async () => {
  const answer = await ask('/readyz', waiting);
  expect(answer.status).toBe(503);
  expect(answer.body).toMatchObject({ ready: false, notReady: waiting.reason });
});

test.each(['203.0.113.9', '127.0.0.1', ''])('by proxy “%s” learns of no file', async (from) => {
  const answer = await ask('/readyz', waiting).set('X-Forwarded-For', from);
  expect(answer.body).toMatchObject({ ready: false, notReady: 'the log says why' });
  expect(answer.text).not.toContain('/var/lib');
});
