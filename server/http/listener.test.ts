import { expect, test, vi } from 'vitest';
import { fakeBackend } from '../testing/fake-backend.ts';
import { connectRaw } from '../testing/raw-connection.ts';
import { startTestServer } from '../testing/test-server.ts';
import { defaultLimits, type Limits } from './listener.ts';

/** Never ends with a sign-up. */
const submit = vi.fn(() => new Promise<never>(() => {}));
const backend = fakeBackend(submit);

/** A server that is patient with everything but what a test is about. */
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

async function heardAfter(port: number, text: string): Promise<string> {
  const visitor = await connectRaw(port);
  visitor.send(text);
  await visitor.ended;
  return visitor.heard();
}

const answers = async (port: number): Promise<boolean> =>
  (await heardAfter(port, page)).startsWith('HTTP/1.1 200 ');

const late = /^HTTP\/1\.1 408 Request Timeout\r\n.*Content-Security-Policy: default-src 'none'/s;

test.each<[string, Partial<Limits>, string, RegExp]>([
  ['with the headers is told so', { headersTimeout: 300 }, asking, late],
  ['with the body is told so', slowBody, `${signup('Content-Length: 9')}{`, late],
  ['with a second request is let go', { keepAliveTimeout: 100 }, get('/robots.txt'), / 200 OK/],
  ['in the middle of a request is hung up on', { silence: 300 }, half, /^$/],
])('who is too slow %s', async (_, limits, text, heard) => {
  expect(await heardAfter(await portOf({ ...quick, ...limits }), text)).toMatch(heard);
});

test.each([
  ['of one visitor', { maxPerVisitor: 3 }, {}],
  ['of one visitor, where no proxy is trusted', { maxPerVisitor: 3 }, { TRUST_PROXY: '0' }],
  ['of all', { maxConnections: 3 }, { TRUST_PROXY: '1' }],
])('past the limit %s the oldest idle connection makes room', async (_, limits, env) => {
  const port = await portOf(limits, env);
  const held = [await connectRaw(port), await connectRaw(port), await connectRaw(port)];
  held[0]?.send(`${signup('Content-Length: 2')}{}`);
  held[1]?.send('GET / HTTP/1.1\r\n');
  await expect.poll(() => submit).toHaveBeenCalledTimes(1);
  expect(await answers(port)).toBe(true);
  await held[1]?.ended;
  expect([held[0]?.socket.closed, held[2]?.socket.closed]).toEqual([false, false]);
});

test('connections are refused where all are busy', async () => {
  const port = await portOf({ maxPerVisitor: 2 });
  const held = [await connectRaw(port), await connectRaw(port)];
  for (const { send } of held) send(`${signup('Content-Length: 2')}{}`);
  await expect.poll(() => submit).toHaveBeenCalledTimes(2);
  expect(await answers(port)).toBe(false);
});

const few = [{ maxPerVisitor: 2 }, { maxConnections: 2 }];

test.each(few)('connections that were closed make room past %j', async (limits) => {
  const port = await portOf(limits);
  for (let times = 0; times < 4; times += 1) expect(await answers(port)).toBe(true);
});

test('connections of a body that does not come are not busy', async () => {
  const port = await portOf({ maxPerVisitor: 2 });
  const held = [await connectRaw(port), await connectRaw(port)];
  for (const { send } of held) send(`${signup('Expect: 100-continue\r\nContent-Length: 9')}{`);
  for (const { heard } of held) await expect.poll(heard).toContain('100 Continue');
  expect(await answers(port)).toBe(true);
});

test('connections are not counted by visitor behind a proxy, whose they all are', async () => {
  const port = await portOf({ maxPerVisitor: 1 }, { TRUST_PROXY: '127.0.0.0/8' });
  const held = await connectRaw(port);
  held.send('GET / HTTP/1.1\r\n');
  expect(await answers(port)).toBe(true);
  expect(held.socket.closed).toBe(false);
});

const ask = get('/');

test('requests on one connection are answered one after the other, as far as they are few', async () => {
  const heard = await heardAfter(await portOf(), `${ask.repeat(5)}${page}`);
  expect(heard.match(/^HTTP\/1\.1 200/gm)).toHaveLength(6);
});

test.each([
  ['', 'come without waiting for answers'],
  ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx', 'come after one that ends it'],
])('requests end their connection unparsed where after “%s” they %s', async (first) => {
  const { server, port } = await startTestServer({}, { backend });
  const parsed = vi.fn();
  server.prependListener('request', parsed);
  const greedy = await connectRaw(port);
  if (first) {
    greedy.send(first);
    await expect.poll(greedy.heard).toContain('HTTP/1.1 405');
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
])('a body for %s is answered before its end and soon not read', async (_, head, status) => {
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
});

test('a body that is read takes the connection to the next request', async () => {
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
])('who asks whether to send what is %s is told by the verdict', async (_, more, heard) => {
  const sender = await connectRaw(await portOf());
  sender.send(signup(`Expect: 100-continue\r\n${more}`));
  await expect.poll(sender.heard).toMatch(heard);
});

test('nonsense after an earlier answer gets none, which could be taken for a part of it', async () => {
  const visitor = await connectRaw(await portOf());
  visitor.send(get('/robots.txt'));
  await expect.poll(visitor.heard).toContain('Sitemap:');
  visitor.send('nonsense\r\n\r\n');
  await visitor.ended;
  expect(visitor.heard().match(/^HTTP\/1\.1/gm)).toHaveLength(1);
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
])('requests with %s are answered with the headers of every answer', async (_, text, status) => {
  const heard = await heardAfter(await portOf(), text);
  expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(heard).toContain(policy);
  expect(heard).not.toMatch(/^Location:/im);
});
