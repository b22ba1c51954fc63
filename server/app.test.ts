import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages } from '../shared/pages.ts';
import type { DailyCount } from '../shared/signup/store.ts';
import { fakeBackend } from './testing/fake-backend.ts';
import { startTestServer } from './testing/test-server.ts';

let running: Awaited<ReturnType<typeof startTestServer>>;
const ask = () => request(running.server);

beforeAll(async () => {
  const environment = { SITE_ORIGIN: 'https://deckwright.example', TRUST_PROXY: '1' };
  running = await startTestServer(environment, { backend: fakeBackend() });
});
afterAll(() => running.close());

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

  test('are sent as brotli once they are compressed, and as gzip until then', async () => {
    const before = await ask().get('/upload').set('Accept-Encoding', 'gzip, br');
    expect(before.headers['content-encoding']).toBe('gzip');
    await running.context.site.compress();
    const after = await ask().get('/upload').set('Accept-Encoding', 'gzip, br');
    expect(after.headers['content-encoding']).toBe('br');
    expect(after.text).toBe(before.text);
  });

  test.each(['br', 'gzip', undefined])('as %s have an ETag that brings a 304', async (coding) => {
    const accept = coding ?? 'identity';
    const first = await ask().get('/').set('Accept-Encoding', accept);
    expect(first.headers['content-encoding']).toBe(coding);
    const second = await ask()
      .get('/')
      .set('Accept-Encoding', accept)
      .set('If-None-Match', `"other", ${first.headers.etag}`);
    expect(second.status).toBe(304);
    expect(second.text).toBe('');
    expect(second.headers.vary).toBe('Accept-Encoding');
    expect(second.headers['content-security-policy']).toBeTruthy();
    expect(second.headers.etag).toBe(first.headers.etag);
  });

  test('answer HEAD with the headers alone, and a query as without it', async () => {
    const head = await ask().head('/').set('Accept-Encoding', 'identity');
    const get = await ask().get('/?email=a@b.example').set('Accept-Encoding', 'identity');
    expect(head.text).toBeUndefined();
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.text)));
  });

  test.each(['/', '/assets/app-abc123.js'])(
    'who refuses every encoding of %s gets it unencoded, and no error that a cache could keep',
    async (path) => {
      const answer = await ask().get(path).set('Accept-Encoding', 'identity;q=0');
      expect(answer.status).toBe(200);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers.vary).toBe('Accept-Encoding');
    },
  );
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
    ['/contact?from=mail&to=$&', '/?from=mail&to=$&#contact'],
    ['/upload/', '/upload'],
    ['/privacy/?a=1&b=%20?c', '/privacy?a=1&b=%20?c'],
    ['/early-access/joined/', '/early-access/joined'],
  ])('%s leads to %s', async (from, to) => {
    for (const answer of [await ask().get(from), await ask().head(from)]) {
      expect([answer.status, answer.headers.location]).toEqual([308, to]);
    }
  });

  test.each([
    ...['/nothing', '/upload/more', '/privacy///', '/index.html', '/constructor', '/__proto__'],
    ...['//evil.example/', '//evil.example/upload/', '/\\evil.example/'],
    ...['/%zz', '/%00', '/%E0%A4%A', '/Upload', '/CONTACT', '/contact/'],
    ...['/Healthz', '/readyz/', '/healthz/x'],
  ])('GET %s is the 404 page', async (path) => {
    const answer = await ask().get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.location).toBeUndefined();
    expect(answer.text).toContain('Page not found');
    expect(answer.headers['x-robots-tag']).toContain('noindex');
  });

  test.each(['/api/', '/api/nothing', '/api/signup/more', '/api/SignUp', '/api/signup/'])(
    '%s is a JSON 404',
    async (path) => {
      for (const answer of [await ask().get(path), await ask().post(path)]) {
        expect(answer.status).toBe(404);
        expect(answer.body.error.code).toBe('not_found');
      }
    },
  );

  test.each([
    ['post', '/', 'GET, HEAD'],
    ['put', '/upload', 'GET, HEAD'],
    ['delete', '/nothing', 'GET, HEAD'],
    ['options', '/', 'GET, HEAD'],
    ['post', '/assets/app-abc123.js', 'GET, HEAD'],
    ['post', '/healthz', 'GET, HEAD'],
    ['post', '/contact', 'GET, HEAD'],
    ['post', '/API/SignUp', 'GET, HEAD'],
    ['get', '/api/signup', 'POST'],
    ['head', '/api/signup', 'POST'],
    ['put', '/api/signup', 'POST'],
    ['options', '/api/signup', 'POST'],
    ['options', '/api/opened', 'POST'],
    ['options', '/healthz', 'GET, HEAD'],
  ] as const)('%s %s is a 405 that allows %s', async (method, path, allow) => {
    const answer = await ask()[method](path);
    expect([answer.status, answer.headers.allow]).toEqual([405, allow]);
  });
});

test('a request keeps a sane id of a proxy, and gets a new one otherwise', async () => {
  const idOf = async (server: Parameters<typeof request>[0], path: string, id: string) =>
    (await request(server).get(path).set('X-Request-Id', id)).headers['x-request-id'];
  for (const path of ['/', '/nothing', '/api/nothing']) {
    expect(await idOf(running.server, path, 'from-proxy.1')).toBe('from-proxy.1');
    expect(await idOf(running.server, path, 'no <b>tags</b>')).toMatch(/^[\w-]+$/);
  }
  const { server, close } = await startTestServer({}, { backend: fakeBackend() });
  expect(await idOf(server, '/', 'from-stranger')).not.toBe('from-stranger');
  await close();
});

test('a page that is read is counted by its path, and nothing else is', async () => {
  const added: DailyCount[] = [];
  const backend = {
    ...fakeBackend(),
    addCounts: async (counts: readonly DailyCount[]) => void added.push(...counts),
  };
  const site = await startTestServer({}, { backend });
  for (const path of ['/', '/', '/privacy?ref=ada', '/nothing', '/robots.txt']) {
    await request(site.server).get(path);
  }
  await request(site.server).head('/');
  await site.close();
  expect(added).toEqual([
    { name: 'page_read', label: '/', count: 2 },
    { name: 'page_read', label: '/privacy', count: 1 },
  ]);
});
