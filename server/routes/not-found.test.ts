import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createStaticResponse } from '../static/static-response.ts';
import { handleNotFound, handleRedirect } from './not-found.ts';

const body = '<h1>Page not found</h1>';
const notFound = createStaticResponse({
  route: '(not found)',
  status: 404,
  file: '.html',
  cacheControl: 'no-store',
  body: Buffer.from(body),
  headers: {},
});
/** A site of one page and one asset, which are answered before they come here. */
const responses = new Map([
  ['/upload', notFound],
  ['/assets/app.js', notFound],
]);
const app = express()
  .use((asked, _response, next) => {
    asked.id = 'id';
    next();
  })
  .get('/contact', handleRedirect('/#contact'))
  .use(handleNotFound({ responses, notFound }));

test.each([
  ['/contact', '/#contact'],
  ['/contact?from=mail&to=$&', '/?from=mail&to=$&#contact'],
  ['/upload/', '/upload'],
  ['/upload/?a=1&b=%20?c', '/upload?a=1&b=%20?c'],
])('%s has moved to %s for good', async (from, to) => {
  const answer = await request(app).get(from);
  expect([answer.status, answer.headers.location]).toEqual([308, to]);
});

test.each(['/nothing', '/nothing/', '//upload', '//elsewhere.example/', '/upload//', '/upload/x/'])(
  '%s leads nowhere, and to no other place',
  async (path) => {
    const answer = await request(app).get(path);
    expect([answer.status, answer.headers.location]).toEqual([404, undefined]);
    expect(answer.text).toBe(body);
  },
);

test('HEAD is told like GET', async () => {
  expect((await request(app).head('/upload/')).headers.location).toBe('/upload');
  expect((await request(app).head('/nothing')).status).toBe(404);
});

test('a gone asset is not a page, and no cache keeps that it is gone', async () => {
  const answer = await request(app).get('/assets/gone.js');
  expect([answer.status, answer.text]).toEqual([404, 'There is nothing at this address.\n']);
  expect(answer.headers['cache-control']).toBe('no-store');
});

test.each(['get', 'post'] as const)(
  'an unknown address for scripts tells %s so',
  async (method) => {
    const answer = await request(app)[method]('/api/nothing');
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
  },
);

test.each([
  ['post', '/', 'GET, HEAD'],
  ['put', '/upload/', 'GET, HEAD'],
  ['delete', '/nothing', 'GET, HEAD'],
  ['post', '/assets/app.js', 'GET, HEAD'],
  ['post', '/contact', 'GET, HEAD'],
  ['get', '/api/signup', 'POST'],
  ['get', '/api/opened', 'POST'],
  ['head', '/api/signup', 'POST'],
] as const)('%s %s is told that only %s is answered', async (method, path, allow) => {
  const answer = await request(app)[method](path);
  expect([answer.status, answer.headers.allow]).toEqual([405, allow]);
});
