import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
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
  [
    'sends no second request',
    'is closed',
    { keepAliveTimeout: 100 },
    get('/robots.txt'),
    / 200 OK/,
  ],
  ['is silent within a request', 'is closed', { silence: 300 }, half, /^$/],
])('a connection that %s %s', async (_what, _end, limits, text, heard) => {
  expect(await heardAfter(await portOf({ ...quick, ...limits }), text)).toMatch(heard);
});

test.each([
  ['of one visitor', { maxPerVisitor: 3 }, {}],
  ['of one visitor, when no proxy is trusted', { maxPerVisitor: 3 }, { TRUST_PROXY: '0' }],
  ['in all', { maxConnections: 3 }, { TRUST_PROXY: '1' }],
])(
  'past the limit of connections %s the oldest idle connection is closed',
  async (_, limits, env) => {
    const port = await portOf(limits, env);
    const held = [await connectRaw(port), await connectRaw(port), await connectRaw(port)];
    held[0]?.send(`${signup('Content-Length: 2')}{}`);
    held[1]?.send('GET / HTTP/1.1\r\n');
    await expect.poll(() => submit).toHaveBeenCalledTimes(1);
    expect(await answers(port)).toBe(true);
    await held[1]?.ended;
    expect([held[0]?.socket.closed, held[2]?.socket.closed]).toEqual([false, false]);
  },
);

test('past the limit in all, the address with most connections loses one, and an older slow sign-up stays', async () => {
  const port = await portOf({ maxConnections: 5 });
  const slow = await connectRaw(port, '127.0.0.2');
  slow.send(`${signup('Content-Length: 9')}{`);
  const one = await connectRaw(port, '127.0.0.3');
  const silent = [
    await connectRaw(port, '127.0.0.4'),
    await connectRaw(port, '127.0.0.4'),
    await connectRaw(port, '127.0.0.4'),
  ];
  expect(await answers(port)).toBe(true);
  await silent[0]?.ended;
  const kept = [slow, one, ...silent.slice(1)];
  expect(kept.map(({ socket }) => socket.closed)).toEqual([false, false, false, false]);
});

test('a slow download is not idle, and is not closed for another connection', async () => {
  const size = 32 * 1024 * 1024;
  const { context } = await startTestServer({}, { backend });
  const limits = { ...defaultLimits, maxPerVisitor: 2 };
  const server = createHttpServer(
    (request, response) => response.end(request.url === '/large' ? Buffer.alloc(size) : 'small'),
    context,
    limits,
  );
  server.listen(0, '127.0.0.1');
  atEnd(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const download = await connectRaw(port);
  download.socket.pause();
  download.send(get('/large', 'Connection: close'));
  const idle = await connectRaw(port);
  expect(await answers(port)).toBe(true);
  await idle.ended;
  download.socket.resume();
  await download.ended;
  expect(download.heard().length).toBeGreaterThan(size);
});

test('a new connection is refused when all connections of its visitor are busy', async () => {
  const port = await portOf({ maxPerVisitor: 2 });
  const held = [await connectRaw(port), await connectRaw(port)];
  for (const { send } of held) send(`${signup('Content-Length: 2')}{}`);
  await expect.poll(() => submit).toHaveBeenCalledTimes(2);
  expect(await answers(port)).toBe(false);
});

test('a visitor who opens too many connections in a short time gets no more, other visitors do, and the log says so', async () => {
  const written: string[] = [];
  const logTo = { write: (line: string) => void written.push(line) };
  const limits = { ...defaultLimits, newPerVisitor: { atOnce: 3, perSecond: 0.001 } };
  const environment = { LOG_LEVEL: 'warn' };
  const { port } = await startTestServer(environment, { backend, logTo }, limits);
  const flood: boolean[] = [];
  for (let times = 0; times < 6; times += 1) flood.push(await answers(port));
  expect(flood).toEqual([true, true, true, false, false, false]);
  expect(await answers(port, '127.0.0.2')).toBe(true);
  expect(written).toEqual([expect.stringContaining('set TRUST_PROXY')]);
});

test('a sign-up that the client cuts off counts as ten more new connections', async () => {
  const limits = { ...defaultLimits, newPerVisitor: { atOnce: 13, perSecond: 0.001 } };
  const { port, server } = await startTestServer({}, { backend }, limits);
  submit.mockClear();
  const visitor = await connectRaw(port);
  visitor.send(`${signup('Content-Length: 2')}{}`);
  await expect.poll(() => submit).toHaveBeenCalled();
  visitor.socket.destroy();
  await expect.poll(() => promisify(server.getConnections).call(server)).toBe(0);
  const afterwards = [await answers(port), await answers(port), await answers(port)];
  expect(afterwards).toEqual([true, true, false]);
  expect(await answers(port, '127.0.0.2')).toBe(true);
});

test('a trusted proxy may open any number of connections in a short time', async () => {
  const newPerVisitor = { atOnce: 1, perSecond: 0.001 };
  const port = await portOf({ newPerVisitor }, { TRUST_PROXY: '127.0.0.0/8' });
  for (let times = 0; times < 3; times += 1) expect(await answers(port)).toBe(true);
});

const few = [{ maxPerVisitor: 2 }, { maxConnections: 2 }];

test.each(few)('closed connections do not count towards %j', async (limits) => {
  const port = await portOf(limits);
  for (let times = 0; times < 4; times += 1) expect(await answers(port)).toBe(true);
});

test('a connection whose request body does not come is idle', async () => {
  const port = await portOf({ maxPerVisitor: 2 });
  const held = [await connectRaw(port), await connectRaw(port)];
  for (const { send } of held) send(`${signup('Expect: 100-continue\r\nContent-Length: 9')}{`);
  for (const { heard } of held) await expect.poll(heard).toContain('100 Continue');
  expect(await answers(port)).toBe(true);
});

test('connections of a trusted proxy are not counted as those of one visitor', async () => {
  const port = await portOf({ maxPerVisitor: 1 }, { TRUST_PROXY: '127.0.0.0/8' });
  const held = await connectRaw(port);
  held.send('GET / HTTP/1.1\r\n');
  expect(await answers(port)).toBe(true);
  expect(held.socket.closed).toBe(false);
});

const ask = get('/');
const fullSignup = `${signup('Content-Length: 2')}{}`;

test('a few GET requests on one connection are answered one after the other', async () => {
  const heard = await heardAfter(await portOf(), `${ask.repeat(5)}${page}`);
  expect(heard.match(/^HTTP\/1\.1 200/gm)).toHaveLength(6);
});

test.each([
  ['three sign-ups', fullSignup.repeat(3)],
  ['a sign-up and bytes that are no request', `${fullSignup}nonsense\r\n\r\n`],
])(
  '%s on one connection: the server processes the first, sends its response, and closes the connection',
  async (_what, text) => {
    const outcomes = Promise.withResolvers<SignupOutcome>();
    const slow = vi.fn(() => outcomes.promise);
    const { port } = await startTestServer({}, { backend: fakeBackend(slow) });
    const visitor = await connectRaw(port);
    visitor.send(text);
    await expect.poll(() => slow).toHaveBeenCalled();
    visitor.send(fullSignup);
    outcomes.resolve({ ok: true, message: 'Thank you.' });
    await visitor.ended;
    expect(visitor.heard()).toMatch(/^HTTP\/1\.1 200 .*Connection: close.*Thank you\./s);
    expect(visitor.heard().match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(slow).toHaveBeenCalledTimes(1);
  },
);

test('a sign-up behind a page that is still being sent ends the connection after the page', async () => {
  const { context } = await startTestServer({}, { backend });
  const handled = vi.fn();
  const server = createHttpServer((request, response) => {
    handled(request.method);
    response.write('first half, ');
    setImmediate(() => response.end('second half'));
  }, context);
  server.listen(0, '127.0.0.1');
  atEnd(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await heardAfter(port, ask + fullSignup)).toContain('second half');
  expect(handled.mock.calls).toEqual([['GET']]);
});

test('two sign-ups on one connection are processed when the second waits for the first response', async () => {
  const { port } = await startTestServer({}, { backend: fakeBackend() });
  const visitor = await connectRaw(port);
  for (const times of [1, 2]) {
    visitor.send(fullSignup);
    await expect.poll(() => visitor.heard().match(/HTTP\/1\.1 200/g)).toHaveLength(times);
  }
  visitor.socket.destroy();
});

test.each([
  ['2,400 requests that wait for no response', '', ''],
  ['2,400 requests that wait for no response after a page', ask, 'HTTP/1.1 200'],
  [
    'requests behind one whose response closes the connection',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx',
    'HTTP/1.1 405',
  ],
])('the server parses fewer than 20 of %s', async (_what, first, said) => {
  const { server, port } = await startTestServer({}, { backend });
  const parsed = vi.fn();
  server.prependListener('request', parsed);
  const greedy = await connectRaw(port);
  if (first) {
    greedy.send(first);
    await expect.poll(greedy.heard).toContain(said);
    parsed.mockClear();
  }
  greedy.send(ask.repeat(2_400));
  await greedy.ended;
  expect(parsed.mock.calls.length).toBeLessThan(20);
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
    ['headers that come too slowly', asking, 408, { ...quick, headersTimeout: 300 }],
    [
      'a body that comes too slowly',
      `${signup('Content-Length: 999')}{`,
      408,
      { ...quick, ...slowBody },
    ],
  ])(
    '%s gets its own response before the connection closes, and no sign-up behind it is processed',
    async (_, text, status, limits) => {
      const saved = vi.fn(async () => ({ ok: true, message: 'Thank you.' }) as const);
      const parts = { backend: fakeBackend(saved) };
      const { port } = await startTestServer({}, parts, { ...defaultLimits, ...limits });
      const visitor = await connectRaw(port);
      visitor.send(first);
      await expect.poll(visitor.heard).toContain(said);
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
