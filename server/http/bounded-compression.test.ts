import express from 'express';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { boundedCompression } from './bounded-compression.ts';

test('of more than 20 requests in a second the first 20 get compressed responses, and so does one in the next second', async () => {
  let time = 1_000_000;
  const app = express().use(boundedCompression(() => time));
  app.get('/', (_, response) => void response.type('html').send('x'.repeat(10_000)));
  const ask = async () => {
    const { headers, text } = await supertest(app).get('/').set('Accept-Encoding', 'gzip');
    expect(text).toBe('x'.repeat(10_000));
    return headers['content-encoding'];
  };
  for (let number = 0; number < 20; number += 1) expect(await ask()).toBe('gzip');
  expect(await ask()).toBeUndefined();
  time += 1000;
  expect(await ask()).toBe('gzip');
});
