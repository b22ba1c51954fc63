import { once } from 'node:events';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createStandIn } from '../../shared/testing/stand-in.ts';
import { ask } from '../support/ask.ts';
import { programs, type RunningProxy, startCaddy, startNginx } from './proxies.ts';

/** Two replicas that answer as the test wants, and remember what they were asked. */
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

const replicas = [await listen(), await listen()];
const ports = replicas.map(({ url }) => Number(new URL(url).port));

beforeEach(() => {
  answer = usual;
  asked.length = 0;
});

/** The address of the numbers, as it may be written. */
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

  isThere('hands on the visitor’s own address, whatever the visitor claims', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Host': 'evil.example' };
    await ask(proxy.port, { path: '/', headers, localAddress: '127.0.3.3' });
    const [passedOn] = asked;
    expect(passedOn).toMatchObject({ 'x-forwarded-for': '127.0.3.3' });
    expect(passedOn).not.toHaveProperty('x-forwarded-host');
    expect(passedOn?.['x-request-id']).toBeTruthy();
  });

  isThere.each(`${metrics} ${encoded}`.split(' '))('does not pass on %s', async (path) => {
    expect(await ask(proxy.port, { path })).toBe(404);
    expect(asked).toEqual([]);
  });

  isThere('never sends a sign-up twice where the connection broke after it was sent', async () => {
    answer = (request, response) => {
      if (request.url === '/readyz') return usual(request, response);
      request.resume();
      request.on('end', () => request.socket.destroy());
    };
    const posted = await ask(proxy.port, { path: '/api/signup', method: 'POST' }, '{}');
    expect({ status: posted, times: asked.length }).toEqual({ status: 502, times: 1 });
  });

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

test.runIf(programs.nginx)('a missing file alone is asked for twice (needs nginx)', async () => {
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
});

test.runIf(programs.nginx)('nginx slows down one visitor and no other (needs nginx)', async () => {
  const proxy = await startNginx(ports);
  const from = (localAddress: string) => ask(proxy.port, { path: '/', localAddress });
  const statuses = new Set<number>();
  // Fewer at once than nginx has connections for one visitor.
  for (let round = 0; round < 12; round += 1) {
    const together = Array.from({ length: 40 }, () => from('127.0.4.1'));
    for (const status of await Promise.all(together)) statuses.add(status);
  }
  expect(statuses).toContain(429);
  expect(await from('127.0.4.2')).toBe(200);
});
