import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages } from '../shared/pages.ts';
import { startTestServer } from './testing/test-server.ts';

type Running = Awaited<ReturnType<typeof startTestServer>>;

let running: Running;
let data: string;
const ask = () => request(running.server);

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'deckwright-data-'));
  running = await startTestServer({ DATA_DIR: data, SITE_ORIGIN: 'https://deckwright.example' });
});
afterAll(async () => {
  await running.close();
  rmSync(data, { recursive: true, force: true });
});

describe('pages', () => {
  test.each(pages.filter((page) => page.path !== null))('$path', async ({ path, title }) => {
    const answer = await ask().get(path ?? '');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers.vary).toBe('Accept-Encoding');
    expect(answer.text).toContain('<title>');
    expect(answer.text).toContain(title.split(' |')[0]?.replaceAll("'", '&#39;'));
    expect(answer.text).toContain('mailto:hello@deckwright.example');
  });

  test.each(['br', 'gzip', undefined])('as %s, with an ETag that brings a 304', async (coding) => {
    const accept = coding ?? 'identity';
    const first = await ask().get('/').set('Accept-Encoding', accept);
    expect(first.headers['content-encoding']).toBe(coding);
    const second = await ask()
      .get('/')
      .set('Accept-Encoding', accept)
      .set('If-None-Match', `"other", ${first.headers.etag}`);
    expect(second.status).toBe(304);
    expect(second.text).toBe('');
    expect(second.headers['content-security-policy']).toBeTruthy();
    expect(second.headers.etag).toBe(first.headers.etag);
  });

  test('keep their ETag when better forms take over', async () => {
    const before = await ask().get('/upload').set('Accept-Encoding', 'br');
    await running.context.table.resources.get('/upload')?.warm();
    const after = await ask().get('/upload').set('Accept-Encoding', 'br');
    expect(after.headers.etag).toBe(before.headers.etag);
    expect(after.text).toBe(before.text);
  });

  test('answer HEAD with the headers alone, and a query as without it', async () => {
    const head = await ask().head('/').set('Accept-Encoding', 'identity');
    const get = await ask().get('/?email=a@b.example').set('Accept-Encoding', 'identity');
    expect(head.text).toBeUndefined();
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.text)));
  });

  test('have nothing for who refuses every form', async () => {
    expect((await ask().get('/').set('Accept-Encoding', '*;q=0')).status).toBe(406);
  });
});

describe('assets', () => {
  test('with a hash are kept for good, in the form that the build compressed', async () => {
    const answer = await ask().get('/assets/app-abc123.js').set('Accept-Encoding', 'br');
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test('without one are kept an hour', async () => {
    const answer = await ask().get('/favicon.svg');
    expect(answer.headers['cache-control']).toBe('public, max-age=3600');
  });

  test.each(['/assets/app-abc123.js.br', '/assets/gone.js', '/assets/', '/assets/%2e%2e/x'])(
    '%s is a plain 404 that nobody keeps',
    async (path) => {
      const answer = await ask().get(path);
      expect(answer.status).toBe(404);
      expect(answer.headers['content-type']).toContain('text/plain');
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );
});

describe('elsewhere', () => {
  test.each([
    ['/contact', '/#contact'],
    ['/contact?from=mail', '/?from=mail#contact'],
    ['/upload/', '/upload'],
    ['/privacy///?a=1&b=%20', '/privacy?a=1&b=%20'],
    ['/early-access/joined/', '/early-access/joined'],
  ])('%s leads to %s', async (from, to) => {
    const answer = await ask().get(from);
    expect([answer.status, answer.headers.location]).toEqual([308, to]);
  });

  test.each([
    '/nothing',
    '//evil.example/',
    '//evil.example/upload/',
    '/\\evil.example/',
    '/upload/more',
    '/%zz',
    '/%00',
    '/%E0%A4%A',
    '/Upload',
    '/index.html',
    '/constructor',
    '/__proto__',
    '/healthz/x',
  ])('GET %s is the 404 page', async (path) => {
    const answer = await ask().get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.location).toBeUndefined();
    expect(answer.text).toContain('Page not found');
    expect(answer.headers['x-robots-tag']).toContain('noindex');
  });

  test.each(['/api/', '/api/nothing', '/api/signup/more'])('%s is a JSON 404', async (path) => {
    for (const answer of [await ask().get(path), await ask().post(path)]) {
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe('not_found');
    }
  });

  test.each([
    ['post', '/', 'GET, HEAD'],
    ['put', '/upload', 'GET, HEAD'],
    ['delete', '/nothing', 'GET, HEAD'],
    ['options', '/', 'GET, HEAD'],
    ['post', '/assets/app-abc123.js', 'GET, HEAD'],
    ['post', '/healthz', 'GET, HEAD'],
    ['post', '/contact', 'GET, HEAD'],
    ['get', '/api/signup', 'POST'],
    ['head', '/api/signup', 'POST'],
    ['put', '/api/signup', 'POST'],
    ['options', '/api/signup', 'POST'],
    ['options', '/api/csp-reports', 'POST'],
    ['options', '/healthz', 'GET, HEAD'],
  ] as const)('%s %s is a 405 that allows %s', async (method, path, allow) => {
    const answer = await ask()[method](path);
    expect([answer.status, answer.headers.allow]).toEqual([405, allow]);
  });
});

describe('signals', () => {
  test('/healthz is alive', async () => {
    expect((await ask().get('/healthz')).body).toEqual({ status: 'ok' });
  });

  test('/readyz says that sign-ups are taken, and how it counts who asks', async () => {
    const answer = await ask().get('/readyz');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ready: true, backend: 'sqlite', visitor: '127.0.0.1' });
  });

  test('/metrics is not there without a token', async () => {
    expect((await ask().get('/metrics')).status).toBe(404);
  });

  test('a request keeps a sane id and gets a new one otherwise', async () => {
    for (const path of ['/', '/nothing', '/api/nothing']) {
      const kept = await ask().get(path).set('X-Request-Id', 'from-proxy.1');
      expect(kept.headers['x-request-id']).toBe('from-proxy.1');
      const made = await ask().get(path).set('X-Request-Id', 'no <b>tags</b>');
      expect(made.headers['x-request-id']).toMatch(/^[\w-]+$/);
    }
  });
});

test('a sign-up is saved by the embedded database', async () => {
  const signup = {
    email: ' Ada@Deckwright.Example ',
    source: 'hero',
    turnstileToken: null,
    formFillTime: 2500,
    userAgent: 'test',
  };
  const answer = await ask().post('/api/signup').send(signup);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  const form = await ask().post('/api/signup').type('form').send({ email: 'b@deckwright.example' });
  expect([form.status, form.headers.location]).toEqual([303, '/early-access/joined']);
});
