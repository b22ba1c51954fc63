import request from 'supertest';
import { expect, test, vi } from 'vitest';
import { createContext } from './context.ts';
import { fakeBackend } from './testing/fake-backend.ts';
import { startTestServer } from './testing/test-server.ts';

const environment = { SITE_ORIGIN: 'https://deckwright.example', TRUST_PROXY: '1' };
const running = await startTestServer(environment, { backend: fakeBackend() });

const ask = () => request(running.server);
const get = (path: string, accepted: string) => ask().get(path).set('Accept-Encoding', accepted);

test.each(['/', '/upload'])('GET %s gets brotli from the first request on', async (path) => {
  const { headers } = await get(path, 'gzip, br');
  expect(headers['content-encoding']).toBe('br');
});

const long = 'x, '.repeat(84);

test('an Accept-Encoding of more than 256 characters counts as absent', async () => {
  expect((await get('/', `br, ${long}`)).headers['content-encoding']).toBe('br');
  expect((await get('/', `gzip, br, ${long}`)).headers).not.toHaveProperty('content-encoding');
});

test.each(['text/html', '*/*', `text/html, ${long}`, 'image/*'])(
  'a redirect has a body of one line, the link, and is not negotiated by Accept: %s',
  async (accepted) => {
    const { headers, text } = await ask().get('/contact').set('Accept', accepted);
    const line = '<!doctype html><title>Moved</title><a href="/#contact">/#contact</a>\n';
    expect([text, headers['content-length']]).toEqual([line, String(line.length)]);
    expect(headers).not.toHaveProperty('vary');
  },
);

test('markup in the query of a redirect is escaped in its body', async () => {
  const { text } = await ask().get('/upload/?a="><script>alert(1)</script>');
  expect(text).not.toContain('<script>');
  expect(text.match(/</g)).toHaveLength(5);
});

test.each(['/', '/healthz', '/readyz'])(
  'OPTIONS %s of a proxy that asks whether the server is well gets 200',
  async (path) => {
    await ask().options(path).expect(200);
  },
);

test.each(['-gzip', '-br', '--gzip'])(
  'an ETag to which a proxy that compresses has appended %s leads to a 304',
  async (ending) => {
    const { etag } = (await get('/', 'identity')).headers;
    const known = etag?.replace(/"$/, `${ending}"`) ?? '';
    await get('/', 'identity').set('If-None-Match', known).expect(304);
    await get('/', 'identity').set('If-None-Match', `W/"other${ending}"`).expect(200);
  },
);

test.each(['br', 'gzip', undefined])(
  'a page in %s has an ETag that leads to a 304',
  async (coding) => {
    const first = await get('/', coding ?? 'identity');
    expect(first.headers['content-encoding']).toBe(coding);
    const { etag } = first.headers;
    const second = await get('/', coding ?? 'identity').set('If-None-Match', `"other", ${etag}`);
    expect([second.status, second.text]).toEqual([304, '']);
    expect(second.headers).toMatchObject({ etag, vary: 'Accept-Encoding' });
  },
);

const script = 'text/javascript; charset=utf-8';
const plain = 'text/plain; charset=utf-8';
const year = 'public, max-age=31536000, immutable';

test.each([
  ['/assets/app-abc123.js', 'gzip, deflate, br, zstd', 200, script, year, 'br'],
  ['/assets/app-abc123.js', 'br;q=0.1, gzip', 200, script, year, 'gzip'],
  ['/assets/app-abc123.js', '*', 200, script, year, 'br'],
  ['/assets/app-abc123.js', 'identity, br;q=0.5', 200, script, year, undefined],
  // Not a 406, which a cache could store.
  ['/', 'identity;q=0', 200, 'text/html; charset=utf-8', 'no-cache, no-transform', undefined],
  ['/assets/app-abc123.js', 'identity;q=0', 200, script, year, undefined],
  // Compressed already.
  ['/assets/text-def456.woff2', 'gzip, br', 200, 'font/woff2', year, undefined],
  ['/favicon.svg', 'gzip', 200, 'image/svg+xml; charset=utf-8', 'public, max-age=3600', 'gzip'],
  ['/favicon.svg', '', 200, 'image/svg+xml; charset=utf-8', 'public, max-age=3600', undefined],
  ['/assets/app-abc123.js.br', 'br', 404, plain, 'no-store', undefined],
  ['/assets/app-abc123.js.gz', 'gzip', 404, plain, 'no-store', undefined],
  ['/assets/gone.js', '', 404, plain, 'no-store', undefined],
  ['/assets/', '', 404, plain, 'no-store', undefined],
  ['/assets/%2e%2e/x', '', 404, plain, 'no-store', undefined],
])('GET %s with Accept-Encoding “%s” is %i', async (path, accepted, status, type, kept, coding) => {
  const { headers } = await get(path, accepted).expect(status);
  expect([headers['content-type'], headers['cache-control']]).toEqual([type, kept]);
  expect(headers['content-encoding']).toBe(coding);
});

test('GET of a sample deck answers a PPTX that the browser saves and keeps for a year', async () => {
  const { headers } = await get('/assets/sample-deck-ours-789abc.pptx', 'br, gzip').expect(200);
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'content-disposition': 'attachment',
    'cache-control': year,
    'x-content-type-options': 'nosniff',
  });
  expect(headers).not.toHaveProperty('content-encoding');
  expect((await get('/favicon.svg', '')).headers).not.toHaveProperty('content-disposition');
});

test.each([
  ['/contact', '/#contact'],
  ['/contact/', '/#contact'],
  ['/contact/?a=1', '/?a=1#contact'],
  ['/contact?from=mail&to=$&', '/?from=mail&to=$&#contact'],
  ['/upload/', '/upload'],
  ['/privacy/?a=1&b=%20?c', '/privacy?a=1&b=%20?c'],
  ['/early-access/joined/', '/early-access/joined'],
])('GET and HEAD %s redirect to %s', async (from, to) => {
  await ask().get(from).expect(301).expect('Location', to);
  await ask().head(from).expect(301).expect('Location', to);
});

const unknown = ['/nothing', '/healthz/x', '/uploads', '/upload/more', '/index.html'];
const inherited = ['/constructor', '/__proto__'];
const elsewhere = ['//evil.example/', '//evil.example/upload/', '/\\evil.example/'];
const malformed = ['/%zz', '/%00', '/%E0%A4%A'];
const alike = ['/Upload', '/CONTACT', '/contact//', '/privacy///', '/Healthz', '/readyz/'];
const nowhere = [...unknown, ...inherited, ...elsewhere, ...malformed, ...alike];

test.each(nowhere)('GET %s gets the 404 page', async (path) => {
  const { status, headers, text } = await ask().get(path).set('If-None-Match', '*');
  expect([status, headers.location]).toEqual([404, undefined]);
  expect(text).toContain('Page not found');
  const policy = [headers['x-robots-tag'], headers['cache-control']];
  expect(policy).toEqual(['noindex, follow', 'no-store, no-transform']);
});

const noRoutes = ['/api/', '/api/nothing', '/api/signup/more', '/api/SignUp', '/api/signup/'];

test.each(noRoutes)('%s gets a JSON 404', async (path) => {
  for (const answer of [await ask().get(path), await ask().post(path)]) {
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
    expect(answer.headers).not.toHaveProperty('etag');
  }
});

test.each([
  ['post', 'GET, HEAD, OPTIONS', ['/', '/healthz', '/readyz']],
  ['post', 'GET, HEAD', ['/assets/app-abc123.js', '/contact', '/API/SignUp']],
  ['put', 'GET, HEAD', ['/upload']],
  ['delete', 'GET, HEAD', ['/nothing']],
  ['options', 'GET, HEAD', ['/upload', '/nothing']],
  ['get', 'POST', ['/api/signup']],
  ['head', 'POST', ['/api/signup']],
  ['put', 'POST', ['/api/signup']],
  ['options', 'POST', ['/api/signup', '/api/opened']],
] as const)('%s gets a 405 that allows %s at %j', async (method, allow, paths) => {
  for (const path of paths) {
    const answer = await ask()[method](path);
    expect([path, answer.status, answer.headers.allow]).toEqual([path, 405, allow]);
  }
});

test('a request keeps a plain id of a trusted proxy, and gets a new id otherwise', async () => {
  const idOf = async (server: typeof running.server, path: string, id: string) =>
    (await request(server).get(path).set('X-Request-Id', id)).headers['x-request-id'];
  for (const path of ['/', '/nothing', '/api/nothing']) {
    expect(await idOf(running.server, path, 'from-proxy.1')).toBe('from-proxy.1');
    for (const id of ['<b>a-tag', 'a-tag</b>', 'a'.repeat(65)]) {
      expect(await idOf(running.server, path, id)).toMatch(/^\d+-\d+$/);
    }
  }
  const { server } = await startTestServer({}, { backend: fakeBackend() });
  expect(await idOf(server, '/', 'from-stranger')).not.toBe('from-stranger');
});

test('a stranger gets no details of an internal error', async () => {
  const backend = fakeBackend(vi.fn().mockRejectedValue(new Error('secret')));
  const { server } = await startTestServer({}, { backend });
  const { status, body } = await request(server).post('/api/signup').send({});
  expect([status, body.error?.code]).toEqual([500, 'internal']);
});

test('a server without a build ends with the command that builds it', async () => {
  const starting = createContext(running.context.settings, '/nowhere');
  await expect(starting).rejects.toThrow('Run `npm run build` first.');
});

test('GET of a page is counted by its path, and no other request is', async () => {
  const addCounts = vi.fn(async () => {});
  const site = await startTestServer({}, { backend: { ...fakeBackend(), addCounts } });
  for (const path of ['/', '/', '/privacy?ref=ada', '/nothing', '/robots.txt']) {
    await request(site.server).get(path);
  }
  await request(site.server).head('/');
  await site.close();
  expect(addCounts).toHaveBeenCalledExactlyOnceWith([
    expect.objectContaining({ name: 'page_read', label: '/', count: 2 }),
    expect.objectContaining({ name: 'page_read', label: '/privacy', count: 1 }),
  ]);
});
