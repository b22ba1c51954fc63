import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createClientIp } from '../http/client-ip.ts';
import { handleHealth, handleReadiness } from './health.ts';

const version = '1.2.3';
const told = { backend: 'postgres', version };

const ask = (path: string, answer: { ready: boolean; reason?: string } = { ready: true }) => {
  const readiness = handleReadiness(async () => answer, createClientIp('1'), told);
  const app = express().get('/healthz', handleHealth(version)).get('/readyz', readiness);
  return request(app).get(path);
};

const waiting = { ready: false, reason: "EACCES: mkdir '/var/lib/deckwright'" };

test.each([
  ['/healthz', { status: 'ok', version }],
  ['/readyz', { ready: true, ...told, visitor: '127.0.0.1' }],
])('%s says how the process is, asked anew each time', async (path, body) => {
  const answer = await ask(path);
  expect([answer.status, answer.body]).toEqual([200, body]);
  expect(answer.headers['cache-control']).toBe('no-store');
});

test.each([
  ['on its own machine is told why', {}, waiting.reason],
  ['by a proxy learns of no file', { 'X-Forwarded-For': '203.0.113.9' }, 'the log says why'],
  ['by a proxy on it learns of no file', { 'X-Forwarded-For': '127.0.0.1' }, 'the log says why'],
  ['by a proxy of nobody learns of no file', { 'X-Forwarded-For': '' }, 'the log says why'],
])('whoever asks one that cannot take sign-ups %s', async (_how, headers, notReady) => {
  const { status, body } = await ask('/readyz', waiting).set(headers);
  expect([status, body]).toMatchObject([503, { ready: false, ...told, notReady }]);
});
