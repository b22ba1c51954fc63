import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { type HealthParts, healthRoutes } from './health.ts';

const parts: HealthParts = {
  backend: { name: 'postgres' },
  readiness: async () => ({ ready: true }),
};

const ask = (path: string, change: Partial<HealthParts> = {}) =>
  request(express().use(healthRoutes({ ...parts, ...change }))).get(path);

const waiting = async () => ({ ready: false, reason: 'the database is being opened' });

test('the process says that it lives, whatever its database does', async () => {
  const answer = await ask('/healthz', { readiness: waiting });
  expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }]);
});

test('a process that can take sign-ups says so, and how it counts who asks', async () => {
  const answer = await ask('/readyz');
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ ready: true, backend: 'postgres', visitor: '127.0.0.1' });
});

test('one that cannot sends traffic elsewhere, and says why', async () => {
  const answer = await ask('/readyz', { readiness: waiting });
  expect(answer.status).toBe(503);
  expect(answer.body).toMatchObject({ ready: false, notReady: 'the database is being opened' });
});

test('who asks from elsewhere is told that it waits, and not for which file, host or user', async () => {
  const fault = async () => ({ ready: false, reason: "EACCES: mkdir '/var/lib/deckwright'" });
  const app = express().set('trust proxy', 1);
  app.use(healthRoutes({ ...parts, readiness: fault }));
  const answer = await request(app).get('/readyz').set('X-Forwarded-For', '203.0.113.9');
  expect(answer.status).toBe(503);
  expect(answer.body).toMatchObject({ ready: false, notReady: 'the log says why' });
  expect(answer.text).not.toContain('/var/lib');
});

test.each(['/healthz', '/readyz'])('%s is asked anew each time', async (path) => {
  expect((await ask(path)).headers['cache-control']).toBe('no-store');
});

test('nothing else is answered here', async () => {
  expect((await ask('/')).status).toBe(404);
});
