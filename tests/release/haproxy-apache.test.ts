import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { ask } from '../support/ask.ts';
import { startReady } from '../support/built-server.ts';
import { programs, type RunningProxy, startApache, startHaproxy } from '../support/proxies.ts';
import { goodSignup } from '../support/sign-up.ts';

const METRICS_TOKEN = 'a-token-of-16-characters';

/** Starts two replicas on one file. @returns their ports. */
async function startReplicas(): Promise<number[]> {
  const folder = temporaryFolder();
  const settings = { TRUST_PROXY: '1', SITE_ORIGIN: 'https://localhost', METRICS_TOKEN };
  const replicas = [await startReady(folder, settings), await startReady(folder, settings)];
  return replicas.map(({ url }) => Number(new URL(url).port));
}

/** Sends a request through a proxy. @returns status, headers and body. */
async function fetchFrom({ port }: RunningProxy, path: string, init: RequestInit = {}) {
  const response = await fetch(`https://localhost:${port}${path}`, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

// The certificate of the test is signed by itself.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';

let ports: number[] = [];
if (programs.haproxy || programs.apache) {
  beforeAll(async () => {
    ports = await startReplicas();
  });
}

describe.each([
  { name: 'haproxy', start: startHaproxy, program: programs.haproxy },
  { name: 'apache2', start: startApache, program: programs.apache },
])('$name with the file in deploy/ (needs $name)', ({ start, program }) => {
  let proxy: RunningProxy;
  beforeAll(async () => {
    if (program) proxy = await start(ports);
  });
  const isThere = test.runIf(program);

  isThere('serves pages, files and redirects', async () => {
    const page = await fetchFrom(proxy, '/');
    expect([page.status, page.headers.get('content-encoding')]).toEqual([200, 'br']);
    expect((await fetchFrom(proxy, '/contact')).headers.get('location')).toBe('/#contact');
    expect((await fetchFrom(proxy, '/upload/')).headers.get('location')).toBe('/upload');
  });

  isThere('saves a sign-up, and refuses the request for the metrics', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify(goodSignup(`through-${start.name}@deckwright.example`));
    const signup = await fetchFrom(proxy, '/api/signup', { method: 'POST', headers, body });
    expect(signup.status).toBe(200);
    for (const path of ['/metrics', '/METRICS', '/metrics?x']) {
      const bearer = { Authorization: `Bearer ${METRICS_TOKEN}` };
      const { status, text } = await fetchFrom(proxy, path, { headers: bearer });
      expect([403, 404]).toContain(status);
      expect(text).not.toContain('deckwright_');
    }
  });

  isThere('passes on the visitor’s own address when the visitor claims another one', async () => {
    const headers = {
      Authorization: `Bearer ${METRICS_TOKEN}`,
      'X-Forwarded-For': '203.0.113.9',
    };
    const { text } = await fetchFrom(proxy, '/readyz', { headers });
    expect(JSON.parse(text).visitor).toBe('127.0.0.1');
  });

  isThere('a browser that knows the page gets 304', async () => {
    const { headers } = await fetchFrom(proxy, '/');
    const known = { 'If-None-Match': headers.get('etag') ?? '' };
    expect(await ask(proxy.port, { path: '/', headers: known })).toBe(304);
  });

  isThere('writes no visitor and no query to its log', async () => {
    await fetchFrom(proxy, '/nothing?email=ada@deckwright.example');
    expect(proxy.written()).not.toMatch(/ada@|127\.0\.0\.1:\d+ \[/);
  });
});

test.runIf(programs.haproxy)(
  'HAProxy takes a replica as well by `option httpchk` alone, and by OPTIONS of /readyz (needs haproxy)',
  async () => {
    for (const check of ['option httpchk', 'option httpchk OPTIONS /readyz']) {
      const proxy = await startHaproxy(ports, { 'option httpchk GET /readyz?pages': check });
      await wait(2_500);
      expect([check, await ask(proxy.port, { path: '/' })]).toEqual([check, 200]);
      await proxy.stop();
    }
  },
);

test.runIf(programs.apache)(
  'a page that Apache compresses has another ETag, which leads to a 304 (needs apache2)',
  async () => {
    const proxy = await startApache(ports, {
      'ProxyPreserveHost On': 'ProxyPreserveHost On\n  SetOutputFilter DEFLATE',
    });
    // The site does not compress this file.
    const path = '/favicon.ico';
    const gzip = { 'Accept-Encoding': 'gzip' };
    const { headers } = await fetchFrom(proxy, path, { headers: gzip });
    const etag = headers.get('etag') ?? '';
    expect(etag).toContain('-gzip"');
    expect(await ask(proxy.port, { path, headers: { ...gzip, 'If-None-Match': etag } })).toBe(304);
  },
);
