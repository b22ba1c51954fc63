import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import type { SignupOutcome } from '../../shared/signup/outcomes.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { fakeBackend } from '../testing/fake-backend.ts';
import { connectRaw } from '../testing/raw-connection.ts';
import { startTestServer } from '../testing/test-server.ts';
import { createHttpServer, defaultLimits, type Limits } from './listener.ts';

/** A sign-up that never ends. */
const submit = vi.fn(() => new Promise<never>(() => {}));
const backend = fakeBackend(submit);

/** Starts a server whose time limits are long, except those that a test sets. */
async function portOf(limits: Partial<Limits> = {}, environment: Record<string, string> = {}) {
  const patient = { ...defaultLimits, headersTimeout: 60_000, requestTimeout: 60_000 };
  const { port } = await startTestServer(environment, { backend }, { ...patient, ...limits });
  submit.mockClear();
  return port;
}

const quick = { connectionsCheckingInterval: 50 };
const slowBody = { headersTimeout: 300, requestTimeout: 300 };
const [asking, half] = ['GET / HTTP/1.1\r\nHost: a\r\n', 'POST /api/signup HTTP/1.1\r\n'];
const policy = "Content-Security-Policy: default-src 'none'";
const post = (path: string, more: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;
const signup = (more: string) => post('/api/signup', more);
const get = (target: string, ...more: string[]) =>
  `${[`GET ${target} HTTP/1.1`, 'Host: a', ...more].join('\r\n')}\r\n\r\n`;

const page = get('/', 'Connection: close');

async function heardAfter(port: number, text: string, localAddress?: string): Promise<string> {
  const visitor = await connectRaw(port, localAddress);
  visitor.send(text);
  await visitor.ended;
  return visitor.heard();
}

const answers = async (port: number, localAddress?: string): Promise<boolean> =>
  (await heardAfter(port, page, localAddress)).startsWith('HTTP/1.1 200 ');

const tooLate = /^HTTP\/1\.1 408 Request Timeout\r\n.*Content-Security-Policy: default-src 'none'/s;

test.each<[string, string, Partial<Limits>, string, RegExp]>([
  ['sends its headers too slowly', 'gets 408', { headersTimeout: 300 }, asking, tooLate],
  ['sends its body too slowly', 'gets 408', slowBody, `${signup('Content-Length: 9')}{`, tooLate],
  ['is silent within a request', 'is closed', { silence: 300 }, half, /^$/],
])('a connection that %s %s', async (_what, _end, limits, text, heard) => {
  expect(await heardAfter(await portOf({ ...quick, ...limits }), text)).toMatch(heard);
});

test('a connection that sends no second request is closed after 66 s', async () => {
  const { server, port } = await startTestServer({}, { backend });
  const accepted = once(server, 'connection');
  const visitor = await connectRaw(port);
  visitor.send(get('/robots.txt'));
  await expect.poll(visitor.heard).toContain('Sitemap:');
  const [socket] = (await accepted) as [Socket];
  expect(socket.timeout).toBe(66_000);
  socket.setTimeout(1);
  await visitor.ended;
});

test('past the limit of connections the server closes a new connection, logs it, and serves a later connection', async () => {
  const written: string[] = [];
  const logTo = { write: (line: string) => void written.push(line) };
  const limits = { ...defaultLimits, maxConnections: 2 };
  const { port } = await startTestServer({ LOG_LEVEL: 'warn' }, { backend, logTo }, limits);
  const held = [await connectRaw(port), await connectRaw(port)];
  expect(await answers(port)).toBe(false);
  expect(written).toEqual([expect.stringContaining('too many connections')]);
  held[0]?.socket.destroy();
  await expect.poll(() => answers(port)).toBe(true);
});

const ask = get('/');
const fullSignup = `${signup('Content-Length: 2')}{}`;

test('a few GET requests on one connection are answered one after the other', async () => {
  const heard = await heardAfter(await portOf(), `${ask.repeat(5)}${page}`);
  expect(heard.match(/^HTTP\/1\.1 200/gm)).toHaveLength(6);
});

test('three sign-ups that wait on one connection are all processed', async () => {
  const { port } = await startTestServer({}, { backend: fakeBackend() });
  const heard = await heardAfter(port, fullSignup.repeat(3) + page);
  expect(heard.match(/HTTP\/1\.1 200 /g)).toHaveLength(4);
});

test('when bytes that are no request follow a sign-up, the server sends the response of the sign-up and closes the connection', async () => {
  const outcomes = Promise.withResolvers<SignupOutcome>();
  const slow = vi.fn(() => outcomes.promise);
  const { port } = await startTestServer({}, { backend: fakeBackend(slow) });
  const visitor = await connectRaw(port);
  visitor.send(`${fullSignup}nonsense\r\n\r\n`);
  await expect.poll(() => slow).toHaveBeenCalled();
  visitor.send(fullSignup);
  outcomes.resolve({ ok: true, message: 'Thank you.' });
  await visitor.ended;
  expect(visitor.heard()).toMatch(/^HTTP\/1\.1 200 .*Connection: close.*Thank you\./s);
  expect(visitor.heard().match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(slow).toHaveBeenCalledTimes(1);
});

test('a connection on which 2,400 requests wait for their responses is closed, and fewer than 20 are handled', async () => {
  const { context } = await startTestServer({}, { backend });
  const handle = vi.fn<RequestListener>((_request, response) => response.end('page'));
  const server = createHttpServer(handle, context);
  server.listen(0, '127.0.0.1');
  atEnd(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const greedy = await connectRaw(port);
  greedy.send(ask.repeat(2_400));
  await greedy.ended;
  expect(handle.mock.calls.length).toBeLessThan(20);
  handle.mockClear();
  expect(await answers(port)).toBe(true);
});

const endless = 'Transfer-Encoding: chunked';
const large = 'Content-Length: 100000000';
test.each([
  ['a page with another method', post('/', large), 405],
  ['a page with GET', get('/', endless), 200],
  ['a sign-up that is announced as too large', post('/api/signup', large), 413],
  ['a sign-up that becomes too large', post('/api/signup', endless), 413],
  ['a dialog that becomes too large', post('/api/opened', endless), 413],
])(
  'a body for %s gets its response before its end, and the server stops reading it',
  async (_, head, status) => {
    const sender = await connectRaw(await portOf());
    sender.send(head);
    const isChunked = head.includes(endless);
    const piece = 'x'.repeat(0x8000);
    const pour = setInterval(() => sender.send(isChunked ? `8000\r\n${piece}\r\n` : piece), 5);
    await sender.ended;
    clearInterval(pour);
    expect(sender.heard()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(sender.heard()).toContain('Connection: close');
    expect(sender.heard()).toContain(policy);
  },
);

test('a connection takes the next request after a body that was read', async () => {
  const { port } = await startTestServer({}, { backend: fakeBackend() });
  const body = JSON.stringify({ email: 'ada@deckwright.example' });
  const whole = signup(`Content-Length: ${body.length}`) + body;
  const heard = await heardAfter(port, whole + page);
  expect(heard.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});

test.each([
  ['wanted', 'Content-Length: 2', /^HTTP\/1\.1 100 Continue\r\n\r\n$/],
  ['too large', large, /^HTTP\/1\.1 413 /],
  ['from elsewhere', 'Content-Length: 2\r\nOrigin: http://b', /^HTTP\/1\.1 403 /],
])(
  'a request with Expect: 100-continue whose body is %s gets the matching status',
  async (_, more, heard) => {
    const sender = await connectRaw(await portOf());
    sender.send(signup(`Expect: 100-continue\r\n${more}`));
    await expect.poll(sender.heard).toMatch(heard);
  },
);

test('a request of HTTP/1.0 with Expect gets its response and no 100 Continue', async () => {
  const { port } = await startTestServer({}, { backend: fakeBackend() });
  const old = fullSignup.replace('HTTP/1.1', 'HTTP/1.0').replace('Host: a', 'Expect: 100-continue');
  expect(await heardAfter(port, old)).toMatch(/^HTTP\/1\.1 200 /);
});

const connect = 'CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n';

describe.each([
  ['a page', get('/robots.txt'), 'Sitemap:'],
  ['a sign-up', fullSignup, '"message"'],
])('on a connection that was used for %s', (_what, first, said) => {
  test.each<[string, string, number, Partial<Limits>?]>([
    ['no request at all', 'nonsense\r\n\r\n', 400],
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a control character', get('/', 'X: \u007f'), 400],
    ['bytes that are no characters', get('/caf\u00c3\u00a9'), 400],
    ['a length that is none', get('/', 'Content-Length: x'), 400],
    ['a body in broken chunks', `${signup('Transfer-Encoding: chunked')}zz\r\n`, 400],
    ['too many headers', get('/', `X: ${'x'.repeat(20_000)}`), 431],
    ['an unknown expectation', get('/', 'Expect: more'), 417],
    ['a fragment', get('/upload/#//evil.example'), 400],
    ['CONNECT', connect, 405],
    ['a sign-up that is announced as too large', signup(large), 413],
    [
      'a sign-up that becomes too large',
      `${signup(endless)}2400\r\n${'x'.repeat(0x2400)}\r\n`,
      413,
    ],
    ['headers that come too slowly', asking, 408, { headersTimeout: 300 }],
    ['a body that comes too slowly', `${signup('Content-Length: 999')}{`, 408, slowBody],
  ])(
    '%s gets its own response before the connection closes, and no sign-up behind it is processed',
    async (_, text, status, limits) => {
      const saved = vi.fn(async () => ({ ok: true, message: 'Thank you.' }) as const);
      const parts = { backend: fakeBackend(saved) };
      const { server, port } = await startTestServer({}, parts, { ...defaultLimits, ...quick });
      const visitor = await connectRaw(port);
      visitor.send(first);
      await expect.poll(visitor.heard).toContain(said);
      // From here on, because a busy machine may need longer than a short limit to read the first request.
      Object.assign(server, limits);
      const before = visitor.heard().length;
      saved.mockClear();
      visitor.send(text);
      // The server still reads what a slow client sends.
      if (status !== 408) visitor.send(fullSignup);
      await visitor.ended;
      const heard = visitor.heard().slice(before);
      expect(heard).toMatch(new RegExp(`^\\S*HTTP/1\\.1 ${status} `));
      expect(heard.match(/HTTP\/1\.1 /g)).toHaveLength(1);
      expect(heard).toContain(policy);
      expect(saved).not.toHaveBeenCalled();
    },
  );
});

const token = 'a-token-of-16-characters';

test('requests that the parser refuses are logged and counted', async () => {
  const written: string[] = [];
  const logTo = { write: (line: string) => void written.push(line) };
  const environment = { LOG_LEVEL: 'info', METRICS_TOKEN: token };
  const { port } = await startTestServer(environment, { backend, logTo });
  await heardAfter(port, get('/', `X: ${'x'.repeat(20_000)}`));
  await heardAfter(port, get('/?email=ada@deckwright.example', 'Expect: more'));
  await heardAfter(port, get('/', 'Host: b'));
  await heardAfter(port, 'nonsense ada@deckwright.example\r\n\r\n');
  await expect.poll(() => written).toHaveLength(4);
  const statuses = written.map((line) => JSON.parse(line).status);
  expect(statuses.toSorted()).toEqual([400, 400, 417, 431]);
  expect(written.join()).not.toContain('ada@');
  const authorization = `Authorization: Bearer ${token}`;
  const counted = await heardAfter(port, get('/metrics', authorization, 'Connection: close'));
  const series = 'deckwright_http_requests_total{route="(malformed)",method=';
  for (const [method, status, times] of [
    ['other', 431, 1],
    ['other', 400, 1],
    ['GET', 400, 1],
    ['GET', 417, 1],
  ]) {
    expect(counted).toContain(`${series}"${method}",status="${status}"} ${times}`);
  }
});

test.each([
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['no host in HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n', 200],
  ['two hosts', get('/', 'Host: b'), 400],
  ['a host with a space', get('/').replace('Host: a', 'Host: a b'), 400],
  ['a host with a path', get('/').replace('Host: a', 'Host: a/b'), 400],
  ['a host with a user', get('/').replace('Host: a', 'Host: me@a'), 400],
  ['a host with markup', get('/').replace('Host: a', 'Host: <b>'), 400],
  ['a port that is none', get('/').replace('Host: a', 'Host: a:b'), 400],
  ['a host and a port', page.replace('Host: a', 'Host: a_b.example:8080'), 200],
  ['an IPv6 address and a port', page.replace('Host: a', 'Host: [::1]:3000'), 200],
  ['an empty host', page.replace('Host: a', 'Host:'), 200],
  ['a fragment', get('/upload/#//evil.example'), 400],
  ['another scheme', get('ftp://evil.example/upload/'), 400],
  ['an absolute address', get('http://a/upload', 'Connection: close'), 200],
  ['an unknown expectation', get('/', 'Expect: more'), 417],
  ['too many headers', get('/', `X: ${'x'.repeat(20_000)}`), 431],
  ['no request at all', 'nonsense\r\n\r\n', 400],
  ['two lengths', get('/', 'Content-Length: 1', 'Transfer-Encoding: chunked'), 400],
  ['bytes that are no characters', get('/?\u00e9\u00ff'), 400],
])('a request with %s gets the headers of every response', async (_, text, status) => {
  const heard = await heardAfter(await portOf(), text);
  expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(heard).toContain(policy);
  expect(heard).not.toMatch(/^Location:/im);
});
