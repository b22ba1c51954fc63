import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { type RequestOptions, request } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import supertest from 'supertest';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../server/testing/test-server.ts';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import { createStandIn } from '../../shared/testing/stand-in.ts';
import { ask } from '../support/ask.ts';
import { freePort } from '../support/free-port.ts';
import { programs, type RunningProxy, startCaddy, startNginx } from '../support/proxies.ts';

/** The handler of both replicas. The replicas record the headers of each request. */
let answer: RequestListener;
const asked: IncomingHttpHeaders[] = [];

const usual: RequestListener = (request, response) => {
  request.resume();
  request.on('end', () => response.end(`served ${request.url}`));
};

const listen = () =>
  createStandIn((request, response) => {
    if (request.url !== '/readyz') asked.push(request.headers);
    answer(request, response);
  });

/** The ports of the replicas. Empty where every test is skipped, because nothing is started then. */
const ports: number[] = [];

if (programs.nginx || programs.caddy) {
  beforeAll(async () => {
    for (const { url } of [await listen(), await listen()]) ports.push(Number(new URL(url).port));
  });
}

beforeEach(() => {
  answer = usual;
  asked.length = 0;
});

/** Spellings of the path of the metrics. */
const metrics =
  '/metrics /metrics/ /METRICS //metrics /./metrics /x/../metrics /metrics?x /metrics;x';
const encoded = '/%6detrics /%4D%45trics /%2fmetrics';

describe.each([
  { name: 'nginx', start: startNginx, program: programs.nginx },
  { name: 'caddy', start: startCaddy, program: programs.caddy },
])('$name with the file in deploy/ (needs $name)', ({ start, program }) => {
  let proxy: RunningProxy;
  beforeAll(async () => {
    answer = usual;
    if (program) proxy = await start(ports);
  });

  const isThere = test.runIf(program);

  isThere('speaks HTTP/2', async () => {
    const session = connectHttp2(`https://localhost:${proxy.port}`, { rejectUnauthorized: false });
    const [headers] = await once(session.request({ ':path': '/' }), 'response');
    session.close();
    expect(headers[':status']).toBe(200);
  });

  isThere('passes on the visitor’s own address when the visitor claims another one', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Host': 'evil.example' };
    await ask(proxy.port, { path: '/', headers, localAddress: '127.0.3.3' });
    const [passedOn] = asked;
    expect(passedOn).toMatchObject({ 'x-forwarded-for': '127.0.3.3' });
    expect(passedOn).not.toHaveProperty('x-forwarded-host');
    expect(passedOn?.['x-request-id']).toBeTruthy();
  });

  isThere.each(`${metrics} ${encoded}`.split(' '))(
    'does not pass on a request for %s',
    async (path) => {
      expect(await ask(proxy.port, { path })).toBe(404);
      expect(asked).toEqual([]);
    },
  );

  isThere(
    'writes no visitor and no query, also when replicas fail and visitors are refused',
    async () => {
      const isTold = /ada[@.]|127\.0\.5\.1|BrowserOfAda|client:|remote_ip|no TLS/i;
      const headers = { 'User-Agent': 'BrowserOfAda', Referer: 'https://ada.example/' };
      const visit = { path: '/?email=ada@deckwright.example', headers, localAddress: '127.0.5.1' };
      const alone = await start([await freePort(), await freePort()]);
      // Longer than Caddy's health_interval.
      for (let round = 0; round < 15; round += 1) {
        await wait(100);
        expect([502, 503]).toContain(await ask(alone.port, visit));
      }
      expect(alone.written()).not.toMatch(isTold);
      // Another proxy, because nginx rests a replica that fails so often.
      const own = await start(ports);
      const from = () => ask(own.port, visit).catch(() => 0);
      answer = (request) => void request.socket.destroy();
      for (let round = 0; round < 4; round += 1) await from();
      answer = usual;
      for (let round = 0; round < 12; round += 1)
        await Promise.all(Array.from({ length: 40 }, from));
      await ask(own.port, {
        path: visit.path,
        headers: { ...headers, large: 'x'.repeat(50_000) },
      }).catch(() => 0);
      const broken = connect(own.port, '127.0.0.1');
      broken.end('no TLS');
      await once(broken.resume(), 'close');
      expect(own.written()).not.toMatch(isTold);
    },
  );

  isThere(
    'sends pages and sign-ups to the other replica when a replica has just crashed',
    async () => {
      // This replica keeps no connection open. Caddy answers 502 to a POST over a connection that the crash has just closed,
      // because Caddy cannot know whether the replica has read the POST.
      const crashing = createServer((request, response) => {
        response.setHeader('Connection', 'close');
        usual(request, response);
      }).listen(0, '127.0.0.1');
      await once(crashing, 'listening');
      const { port: crashingPort } = crashing.address() as AddressInfo;
      const own = await start([crashingPort, ports[0] ?? 0]);
      const askAs = (visitor: number, method: string) =>
        ask(own.port, { path: '/', method, localAddress: `127.0.4.${visitor}` });
      await askAs(1, 'GET');
      crashing.close();
      crashing.closeAllConnections();
      // Caddy sends each visitor to one replica, so that some of them belong to the crashed replica.
      const statuses = [];
      for (let visitor = 1; visitor <= 12; visitor += 1) {
        statuses.push(await askAs(visitor, 'POST'), await askAs(visitor + 100, 'GET'));
      }
      expect(statuses).toEqual(statuses.map(() => 200));
    },
  );

  isThere(
    'does not send a sign-up twice when the connection breaks after it was sent',
    async () => {
      answer = (request, response) => {
        if (request.url === '/readyz') return usual(request, response);
        request.resume();
        request.on('end', () => request.socket.destroy());
      };
      const posted = await ask(proxy.port, { path: '/api/signup', method: 'POST' }, '{}');
      expect(asked).toHaveLength(1);
      // Caddy answers 503 when it rests its only other replica.
      expect([502, 503]).toContain(posted);
    },
  );

  isThere(
    'sends the body of each sign-up unchanged while a visitor sends GET requests with 100 MB',
    async () => {
      answer = async (request, response) => {
        if (request.method === 'POST') response.end(await text(request));
        else response.writeHead(200, { Connection: 'close' }).end();
      };
      const own = { host: '127.0.0.1', port: proxy.port, rejectUnauthorized: false, agent: false };
      const headers = { host: `localhost:${proxy.port}` };
      let isOver = false;
      const attack = async () => {
        while (!isOver) {
          const announced = { ...headers, 'Content-Length': 100e6 };
          const endless = request({ ...own, headers: announced, localAddress: '127.0.5.2' });
          endless.on('error', () => {}).on('response', (response) => response.resume());
          endless.write('x'.repeat(100_000));
          await wait(10);
          endless.destroy();
        }
      };
      const signUp = async (visitor: number) => {
        const sign = request({ ...own, headers, method: 'POST', path: '/api/signup' });
        const body = `sign-up of visitor ${visitor}`;
        sign.end(body);
        const [response] = (await once(sign, 'response')) as [IncomingMessage];
        const received = { status: response.statusCode, body: await text(response) };
        expect(received).toEqual({ status: 200, body });
      };
      const attacks = [attack(), attack()];
      try {
        for (let round = 0; round < 40; round += 1) {
          await Promise.all(Array.from({ length: 5 }, (_, index) => signUp(round * 5 + index)));
        }
      } finally {
        isOver = true;
        await Promise.all(attacks);
      }
    },
  );

  isThere('serves pages while no replica is ready for sign-ups', async () => {
    answer = (request, response) => {
      response.statusCode = request.url === '/readyz' ? 503 : 200;
      usual(request, response);
    };
    // Longer than Caddy's health_interval.
    for (let round = 0; round < 15; round += 1) {
      await wait(100);
      expect(await ask(proxy.port, { path: '/readyz' })).toBe(503);
      expect(await ask(proxy.port, { path: '/' })).toBe(200);
    }
  });
});

test.runIf(programs.nginx)(
  'nginx sends a sign-up to a replica only when its whole body has come (needs nginx)',
  async () => {
    const proxy = await startNginx(ports);
    const signup = { host: '127.0.0.1', servername: 'localhost', port: proxy.port, agent: false };
    const headers = { host: `localhost:${proxy.port}` };
    const slow = request({
      ...signup,
      headers,
      rejectUnauthorized: false,
      method: 'POST',
      path: '/api/signup',
    });
    slow.write('{"first":');
    for (let times = 1; times <= 5; times += 1) {
      expect(await ask(proxy.port, { path: '/' })).toBe(200);
      expect(asked).toHaveLength(times);
    }
    slow.end('"half"}');
    const [response] = (await once(slow, 'response')) as [IncomingMessage];
    expect(await text(response)).toBe('served /api/signup');
    expect(asked).toHaveLength(6);
  },
);

test.runIf(programs.nginx)(
  'nginx goes on serving pages when a rolling restart asks replicas whose database is away (needs nginx)',
  async () => {
    const { port, nudge } = await startNginx(ports);
    answer = (request, response) => {
      const asksForDatabase = request.url?.startsWith('/readyz') && request.url !== '/readyz?pages';
      response.statusCode = asksForDatabase ? 503 : 200;
      usual(request, response);
    };
    for (let round = 0; round < 20; round += 1) {
      expect((await fetch(nudge)).status).toBe(200);
    }
    for (let round = 0; round < 6; round += 1) expect(await ask(port, { path: '/' })).toBe(200);
  },
);

test.runIf(programs.nginx)(
  'nginx asks the second replica for a missing file, and for nothing else that is missing (needs nginx)',
  async () => {
    const proxy = await startNginx(ports);
    answer = (request, response) => {
      if (request.socket.localPort === ports[0]) response.statusCode = 404;
      usual(request, response);
    };
    for (let round = 0; round < 6; round += 1) {
      expect(await ask(proxy.port, { path: '/assets/old-abc.js' })).toBe(200);
    }
    const pages = Array.from({ length: 6 }, () => ask(proxy.port, { path: '/nothing' }));
    expect(await Promise.all(pages)).toContain(404);
  },
);

/** Headers that the site sends with every response. HSTS is the proxy’s own on its connections. */
const isOurs = (name: string): boolean =>
  !/^(date|connection|keep-alive|content-|etag|vary|x-robots-tag|strict-transport)/.test(name) ||
  name === 'content-security-policy';

/** Returns the response of a proxy, with its headers and its text. */
const fetchFrom = async (port: number, options: RequestOptions, body?: string) => {
  const given = { host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false, port };
  const headers = { host: `localhost:${port}`, ...options.headers };
  const sent = request({ ...given, ...options, headers }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
};

describe.runIf(programs.nginx)('nginx with the file in deploy/ (needs nginx)', () => {
  test('slows down one visitor and no other, with headers and JSON of the site', async () => {
    const proxy = await startNginx(ports);
    const site = await startTestServer({ SITE_ORIGIN: 'https://a.example' });
    const { headers: ours } = await supertest(site.server).get('/nothing');
    const from = (localAddress: string, path = '/') =>
      fetchFrom(proxy.port, { path, localAddress });
    const refused = new Map<string, Awaited<ReturnType<typeof from>>>();
    // Fewer at once than nginx allows one visitor connections.
    for (let round = 0; round < 12; round += 1) {
      const path = round % 2 === 0 ? '/?email=ada@deckwright.example' : '/api/signup';
      const together = Array.from({ length: 40 }, () => from('127.0.4.1', path));
      for (const got of await Promise.all(together)) if (got.status === 429) refused.set(path, got);
    }
    expect((await from('127.0.4.2')).status).toBe(200);
    expect([...refused.keys()].toSorted()).toEqual([
      '/?email=ada@deckwright.example',
      '/api/signup',
    ]);
    for (const [path, { headers, text: body }] of refused) {
      expect(Object.keys(headers)).toEqual(
        expect.arrayContaining(Object.keys(ours).filter(isOurs)),
      );
      expect(headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
      const { message } = signupErrors.rate_limited;
      if (!path.startsWith('/api/')) expect(body).toBe(`${message}\n`);
      else expect(JSON.parse(body)).toEqual({ error: { code: 'rate_limited', message } });
    }
  });

  test('refuses other methods and headers larger than a replica reads itself', async () => {
    const proxy = await startNginx(ports);
    for (const method of ['FOO', 'PUT', 'OPTIONS', 'TRACE']) {
      const page = await fetchFrom(proxy.port, { method });
      expect([page.status, page.headers.allow]).toEqual([405, 'GET, HEAD']);
      const api = await fetchFrom(proxy.port, { method, path: '/api/signup' });
      expect([api.status, api.headers.allow]).toEqual([405, 'POST']);
      expect(JSON.parse(api.text).error.code).toBe('method_not_allowed');
    }
    const large = await fetchFrom(
      proxy.port,
      { path: '/api/signup', method: 'POST' },
      'x'.repeat(99_000),
    );
    expect([large.status, JSON.parse(large.text).error.code]).toEqual([413, 'too_large']);
    for (const size of [3_000, 6_500]) {
      const headers = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, 'x'.repeat(size)]));
      expect((await fetchFrom(proxy.port, { headers })).status).toBe(size === 3_000 ? 200 : 400);
    }
    const largest = asked.map((headers) => Object.entries(headers).flat().join('').length);
    expect(Math.max(...largest)).toBeLessThan(15_000);
  });

  test('counts every spelling and every address of one /64 as one visitor, and another /64 as another', async () => {
    const proxy = await startNginx(ports, {
      'rate=50r/s': 'rate=1r/m',
      'burst=200 nodelay': 'burst=1 nodelay',
      'client_header_timeout 10s;':
        'client_header_timeout 10s; set_real_ip_from 127.0.0.0/8; real_ip_header X-Test-Address;',
    });
    const from = (address: string) =>
      ask(proxy.port, { headers: { 'X-Test-Address': address }, path: '/' });
    const visitors = [
      ['2001:db8::1', '2001:0DB8:0:0:0:0:0:1', '2001:db8::1:0:0:1', '2001:db8:0:0:1::'],
      ['2001:db8:0:1::', '2001:db8::1:0:0:0:1', '2001:db8:0:1:ffff::2'],
      ['2001:db8:1::', '2001:db8:1::a:b:c:d', '2001:db8:1:0:1::'],
      ['2001:db8:1:a::', '2001:db8:1:a:b:c:d:e', '2001:db8:1:a::192.0.2.1'],
      ['0a0a:0a0a:0a0a:0a0a::', 'a0a:a0a:a0a:a0a::a0a', 'a0a:a0a:a0a:a0a:a0a::'],
      ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201'],
      ['192.0.2.2', '::ffff:192.0.2.2', '0:0:0:0:0:ffff:c000:0202'],
    ];
    for (const spellings of visitors) {
      const statuses: number[] = [];
      for (const spelling of [...spellings, ...spellings]) statuses.push(await from(spelling));
      expect([spellings, statuses.slice(0, 3)]).toEqual([spellings, [200, 200, 429]]);
      expect(new Set(statuses.slice(2))).toEqual(new Set([429]));
    }
  });
});
