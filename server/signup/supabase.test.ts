import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import request from 'supertest';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  proxySecretHeader,
  type SignupErrorCode,
  signupErrors,
  visitorHeader,
} from '../../shared/signup/contract.ts';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { createFakeFunction } from '../testing/fake-function.ts';
import { answerJson, resetting } from '../testing/stand-in.ts';
import { startTestServer } from '../testing/test-server.ts';

/** A server before a function that answers like this, and all that the server logs. */
async function serverBefore(listener: RequestListener, environment: Record<string, string> = {}) {
  const logged: string[] = [];
  const fake = await createFakeFunction(listener);
  const settings = { LOG_LEVEL: 'warn', ...fake.environment, ...environment };
  const logTo = { write: (line: string) => void logged.push(line) };
  const { server, close } = await startTestServer(settings, { logTo });
  onTestFinished(close);
  // Before the server, which would wait for it when it writes its counts down.
  onTestFinished(fake.close);
  return { server, logged, fake, post: () => request(server).post('/api/signup') };
}

const expectRefusal = (answer: request.Response, code: SignupErrorCode, message?: string) => {
  const { status, message: text } = signupErrors[code];
  expect([answer.status, answer.body]).toEqual([
    status,
    { error: { code, message: message ?? text } },
  ]);
  expect(answer.headers['cache-control']).toBe('no-store');
};

test.each([
  ['the address that the proxy saw', { TRUST_PROXY: '1' }, '198.51.100.7'],
  ['the socket’s address where no proxy is trusted', {}, '127.0.0.1'],
])('the function is sent what the form has, and %s', async (_whose, environment, visitor) => {
  const seen: unknown[] = [];
  const { post } = await serverBefore(async (incoming, response) => {
    const { [visitorHeader]: address, [proxySecretHeader]: secret } = incoming.headers;
    seen.push({ path: incoming.url, address, secret, body: await json(incoming) });
    answerJson(200, { message: 'Thank you.' })(incoming, response);
  }, environment);
  const claimed = { [visitorHeader]: '203.0.113.10', [proxySecretHeader]: 'guess' };
  const answer = await post()
    .set({ ...claimed, 'X-Forwarded-For': '203.0.113.9, 198.51.100.7' })
    .send({ ...sentSignup, isAdmin: true });
  expect([answer.status, answer.body]).toEqual([200, { message: 'Thank you.' }]);
  const secret = 'only-for-tests-0000';
  const path = '/functions/v1/secure-signup';
  expect(seen).toEqual([{ path, address: visitor, secret, body: sentSignup }]);
});

describe('how the function fails', () => {
  const text =
    (status: number, type: string, body: string, headers = {}): RequestListener =>
    (_incoming, response) => {
      response.writeHead(status, { 'Content-Type': type, ...headers }).end(body);
    };
  const hanging =
    (status: number): RequestListener =>
    (_incoming, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).write('{"m');
    };

  /** Time enough for a slow machine to hear of what did arrive. */
  const givesUp = { UPSTREAM_TIMEOUT_MS: '2000' };

  test.each<[string, RequestListener, SignupErrorCode, Record<string, string>?]>([
    ['500 HTML', text(500, 'text/html', '<h1>Error</h1>'), 'upstream_http'],
    ['404 of the gateway', answerJson(404, { code: 'NOT_FOUND', message: 'no' }), 'upstream_http'],
    ['200 HTML', text(200, 'text/html', '<h1>Hello</h1>'), 'upstream_http'],
    ['200 with broken JSON', text(200, 'application/json', '{"mess'), 'upstream_http'],
    ['204', text(204, 'application/json', ''), 'upstream_http'],
    ['a redirect in a circle', text(302, 'text/plain', '', { Location: '?' }), 'upstream_fetch'],
    ['relay', text(500, 'text/plain', '', { 'x-relay-error': 'true' }), 'upstream_relay'],
    ['reset', resetting, 'upstream_fetch'],
    ['no answer', () => {}, 'upstream_fetch', givesUp],
    ['an answer that stops', hanging(200), 'upstream_fetch', givesUp],
    ['a refusal that stops', hanging(500), 'upstream_http', givesUp],
  ])('%s', async (_name, listener, code, environment) => {
    const { post } = await serverBefore(listener, environment);
    expectRefusal(await post().send(sentSignup), code);
  });

  test('refused connections', async () => {
    const { fake, post } = await serverBefore(() => {});
    await fake.close();
    expectRefusal(await post().send(sentSignup), 'upstream_fetch');
  });

  test('its own refusals are passed on, with their text, status and Retry-After', async () => {
    const error = { code: 'rate_limited', message: 'Come back in an hour.' };
    const { post } = await serverBefore(answerJson(429, { error }, { 'Retry-After': '3600' }));
    const answer = await post().send(sentSignup);
    expectRefusal(answer, 'rate_limited', error.message);
    expect(answer.headers['retry-after']).toBe('3600');
  });

  test.each([
    ['unauthorized', 1],
    ['rate_limited', 0],
  ] as const)('%s leaves %i lines for the operator', async (code, lines) => {
    const { status } = signupErrors[code];
    const { post, logged } = await serverBefore(
      answerJson(status, { error: { code, message: 'no' } }),
    );
    expect((await post().send(sentSignup)).status).toBe(status);
    expect(logged.filter((line) => line.includes(`"code":"${code}"`))).toHaveLength(lines);
  });

  test('a database that it cannot reach is counted as a fault of the database', async () => {
    const error = { code: 'unavailable', message: 'Later.' };
    const METRICS_TOKEN = 'a-token-of-16-characters';
    const { post, server } = await serverBefore(answerJson(503, { error }), { METRICS_TOKEN });
    await post().send(sentSignup);
    const { text } = await request(server).get('/metrics').auth(METRICS_TOKEN, { type: 'bearer' });
    expect(text).toContain('deckwright_errors_total{kind="database"} 1');
  });
});

test('a crowd past the limit is told to come back, and pages go on', async () => {
  const waiting: (() => void)[] = [];
  // Behind a proxy, whose connections are not counted.
  const { server, post } = await serverBefore(
    (...exchange) => waiting.push(() => answerJson(200, {})(...exchange)),
    { TRUST_PROXY: '1' },
  );
  const answers: request.Response[] = [];
  const crowd = Array.from({ length: 300 }, () =>
    post()
      .send(sentSignup)
      .then((answer) => answers.push(answer)),
  );
  await expect.poll(() => [waiting.length, answers.length]).toEqual([256, 44]);
  for (const { status, headers } of answers) {
    expect([status, headers['retry-after']]).toEqual([503, '2']);
  }
  expect((await request(server).get('/')).status).toBe(200);
  for (const release of waiting.splice(0)) release();
  await Promise.all(crowd);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(256);
});
