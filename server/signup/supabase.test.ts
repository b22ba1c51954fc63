import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import request from 'supertest';
import { afterEach, describe, expect, test } from 'vitest';
import {
  proxySecretHeader,
  type SignupErrorCode,
  signupErrors,
  visitorHeader,
} from '../../shared/signup/contract.ts';
import { answerJson, createFakeFunction } from '../testing/fake-function.ts';
import { startTestServer } from '../testing/test-server.ts';

const signup = {
  email: 'ada@deckwright.example',
  source: 'hero',
  turnstileToken: null,
  formFillTime: 2500,
  userAgent: 'test',
};

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serverBefore(listener: RequestListener, environment: Record<string, string> = {}) {
  const fake = await createFakeFunction(listener);
  closers.push(fake.close);
  const running = await startTestServer({ ...fake.environment, ...environment });
  closers.push(running.close);
  return running.server;
}

/** Remembers what the function was sent. */
function recorder() {
  const seen: { path?: string | undefined; headers: IncomingHttpHeaders; body: unknown }[] = [];
  const listener: RequestListener = async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    seen.push({ path: incoming.url, headers: incoming.headers, body });
    answerJson(200, { message: 'Thank you.' })(incoming, response);
  };
  return { seen, listener };
}

const expectRefusal = (answer: request.Response, code: SignupErrorCode, message?: string) => {
  const { status, message: text } = signupErrors[code];
  expect([answer.status, answer.body]).toEqual([
    status,
    { error: { code, message: message ?? text } },
  ]);
  expect(answer.headers['cache-control']).toBe('no-store');
};

describe('what goes out to the function', () => {
  test('is the sign-up as it came, with the address of the visitor', async () => {
    const { seen, listener } = recorder();
    const server = await serverBefore(listener, { TRUST_PROXY: '1' });
    const answer = await request(server)
      .post('/api/signup')
      .set('X-Forwarded-For', '203.0.113.9, 198.51.100.7')
      .send({ ...signup, isAdmin: true });
    expect([answer.status, answer.body]).toEqual([200, { message: 'Thank you.' }]);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.path).toBe('/functions/v1/secure-signup');
    expect(seen[0]?.body).toEqual(signup);
    expect(seen[0]?.headers[visitorHeader]).toBe('198.51.100.7');
    expect(seen[0]?.headers[proxySecretHeader]).toBe('only-for-tests-0000');
  });

  test('names the socket where no proxy is trusted, whatever the visitor claims', async () => {
    const { seen, listener } = recorder();
    const server = await serverBefore(listener);
    await request(server)
      .post('/api/signup')
      .set('X-Forwarded-For', '203.0.113.9')
      .set(visitorHeader, '203.0.113.10')
      .set(proxySecretHeader, 'guess')
      .send(signup);
    expect(seen[0]?.headers[visitorHeader]).toBe('127.0.0.1');
    expect(seen[0]?.headers[proxySecretHeader]).toBe('only-for-tests-0000');
  });
});

describe('how the function fails', () => {
  const text =
    (status: number, type: string, body: string, headers = {}): RequestListener =>
    (_incoming, response) => {
      response.writeHead(status, { 'Content-Type': type, ...headers }).end(body);
    };

  test.each<[string, RequestListener, SignupErrorCode]>([
    ['500 HTML', text(500, 'text/html', '<h1>Error</h1>'), 'upstream_http'],
    ['404 of the gateway', answerJson(404, { code: 'NOT_FOUND', message: 'no' }), 'upstream_http'],
    ['200 HTML', text(200, 'text/html', '<h1>Hello</h1>'), 'upstream_http'],
    ['200 with broken JSON', text(200, 'application/json', '{"mess'), 'upstream_http'],
    ['200 with null', answerJson(200, null), 'upstream_http'],
    ['204', text(204, 'application/json', ''), 'upstream_http'],
    ['a redirect in a circle', text(302, 'text/plain', '', { Location: '?' }), 'upstream_fetch'],
    ['relay', text(500, 'text/plain', '', { 'x-relay-error': 'true' }), 'upstream_relay'],
    ['reset', (incoming) => void incoming.socket.resetAndDestroy(), 'upstream_fetch'],
  ])('%s', async (_name, listener, code) => {
    const server = await serverBefore(listener);
    expectRefusal(await request(server).post('/api/signup').send(signup), code);
  });

  /** What makes the proxy give up; time enough for a slow machine to hear of what did arrive. */
  const givesUp = { UPSTREAM_TIMEOUT_MS: '2000' };

  test.each<[string, RequestListener, SignupErrorCode]>([
    ['hang', () => {}, 'upstream_fetch'],
    [
      'hang in the body',
      (_incoming, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"m');
      },
      'upstream_fetch',
    ],
    [
      'hang in the body of a refusal',
      (_incoming, response) => {
        response.writeHead(500, { 'Content-Type': 'application/json' }).write('{"m');
      },
      'upstream_http',
    ],
  ])('%s', async (_name, listener, code) => {
    const server = await serverBefore(listener, givesUp);
    expectRefusal(await request(server).post('/api/signup').send(signup), code);
  });

  test('refused connections', async () => {
    const { environment, close } = await createFakeFunction(() => {});
    await close();
    const running = await startTestServer(environment);
    closers.push(running.close);
    expectRefusal(await request(running.server).post('/api/signup').send(signup), 'upstream_fetch');
  });

  test('its own refusals are passed on, with their text, status and Retry-After', async () => {
    const error = { code: 'rate_limited', message: 'Come back in an hour.' };
    const server = await serverBefore(answerJson(429, { error }, { 'Retry-After': '3600' }));
    const answer = await request(server).post('/api/signup').send(signup);
    expectRefusal(answer, 'rate_limited', error.message);
    expect(answer.headers['retry-after']).toBe('3600');
  });
});

test('a crowd past the limit is told to come back, and pages go on', async () => {
  const waiting: (() => void)[] = [];
  const listener: RequestListener = (incoming, response) => {
    waiting.push(() => answerJson(200, {})(incoming, response));
  };
  // Behind a proxy, whose connections are not counted.
  const server = await serverBefore(listener, { TRUST_PROXY: '1' });
  let answered = 0;
  const crowd = Array.from({ length: 300 }, () =>
    request(server)
      .post('/api/signup')
      .send(signup)
      .then(({ status, headers }) => {
        answered += 1;
        return { status, retryAfter: headers['retry-after'] };
      }),
  );
  await expect.poll(() => [waiting.length, answered]).toEqual([256, 44]);
  expect((await request(server).get('/')).status).toBe(200);
  for (const release of waiting.splice(0)) release();
  const answers = await Promise.all(crowd);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(256);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused).toHaveLength(44);
  expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
});

test.each([
  ['unauthorized', 1],
  ['rate_limited', 0],
] as const)('%s leaves %i lines for the operator', async (code, lines) => {
  const logged: string[] = [];
  const { status } = signupErrors[code];
  const { environment, close } = await createFakeFunction(
    answerJson(status, { error: { code, message: 'no' } }),
  );
  closers.push(close);
  const running = await startTestServer(
    { ...environment, LOG_LEVEL: 'warn' },
    { logTo: { write: (line) => void logged.push(line) } },
  );
  closers.push(running.close);
  expect((await request(running.server).post('/api/signup').send(signup)).status).toBe(status);
  expect(logged.filter((line) => line.includes(`"code":"${code}"`))).toHaveLength(lines);
});

test('a database that the function cannot reach is counted as a fault of the database', async () => {
  const error = { code: 'unavailable', message: 'Later.' };
  const token = 'a-token-of-16-characters';
  const server = await serverBefore(answerJson(503, { error }), { METRICS_TOKEN: token });
  await request(server).post('/api/signup').send(signup);
  const { text } = await request(server).get('/metrics').set('Authorization', `Bearer ${token}`);
  expect(text).toContain('deckwright_errors_total{kind="database"} 1');
});
