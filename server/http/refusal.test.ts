import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { sendRefusal } from './refusal.ts';

const app = express().use((_request, response) => sendRefusal(response, 'not_found'));

test('a script under /api/ reads a code and a text, as JSON', async () => {
  const answer = await request(app).get('/api/signups');
  expect([answer.status, answer.type]).toEqual([404, 'application/json']);
  expect(answer.body).toEqual({
    error: { code: 'not_found', message: 'There is nothing at this address.' },
  });
});

test.each(['/', '/metrics', '/apiary', '/more/api/'])(
  'whoever asks for %s reads one line of text',
  async (path) => {
    const answer = await request(app).get(path);
    expect([answer.status, answer.type]).toEqual([404, 'text/plain']);
    expect(answer.text).toBe('There is nothing at this address.\n');
  },
);

test.each(['/api/signups', '/assets/gone.js'])('no cache keeps that of %s', async (path) => {
  expect((await request(app).get(path)).headers['cache-control']).toBe('no-store');
});
