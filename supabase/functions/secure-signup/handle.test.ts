import { describe, expect, test } from 'vitest';
import {
  canaryEmail,
  canaryHeader,
  checkedHeader,
  proxySecretHeader,
  type SignupErrorCode,
  signupErrors,
  signupTexts,
  visitorHeader,
} from '../../../shared/signup/contract.ts';
import type { DailyCount } from '../../../shared/signup/store.ts';
import {
  createWorld as createProcessWorld,
  good,
  type World,
} from '../../../shared/signup/testing/process-world.ts';
import { type FunctionDependencies, handle } from './handle.ts';

const proxySecret = 'the-server-and-the-function';
const site = 'https://site.example';
const apikey = 'publishable';

function createWorld({ verdict, answers, ...rest }: World & Partial<FunctionDependencies> = {}) {
  const { dependencies, ...seen } = createProcessWorld({
    ...(verdict === undefined ? {} : { verdict }),
    ...(answers === undefined ? {} : { answers }),
  });
  const counted: DailyCount[] = [];
  const all: FunctionDependencies = {
    ...dependencies,
    store: {
      ...dependencies.store,
      addCounts: async (counts) => void counted.push(...counts),
    },
    proxySecret,
    isHosted: true,
    acceptedKeys: [apikey, 'anon'],
    allowedOrigins: [site],
    ...rest,
  };
  const send = (init: RequestInit) =>
    handle(new Request('https://function.example/secure-signup', init), all);
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    send({
      method: 'POST',
      headers: { 'Content-Type': 'application/json', apikey, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { ...seen, counted, send, post };
}

async function expectRefusal(response: Response, code: SignupErrorCode) {
  const { status, message } = signupErrors[code];
  expect([response.status, await response.json()]).toEqual([status, { error: { code, message } }]);
  expect(response.headers.get('cache-control')).toBe('no-store');
}

describe('what is refused before the sign-up is looked at', () => {
  const tooLarge = JSON.stringify({ ...good, userAgent: 'x'.repeat(9000) });
  const text = { 'Content-Type': 'text/plain' };
  // Each fault together with the next ones: the first in the order decides.
  test.each([
    ['a foreign origin', tooLarge, { Origin: 'https://x.example', apikey: '' }, 'forbidden_origin'],
    ['no key', tooLarge, { ...text, apikey: '' }, 'unauthorized'],
    ['another content type', tooLarge, text, 'unsupported_media_type'],
    ['too much', tooLarge, {}, 'too_large'],
    ['no JSON', '{', {}, 'invalid_request'],
    ['another shape', [], {}, 'invalid_request'],
  ] as const)('%s', async (_fault, body, headers, code) => {
    const { post, calls } = createWorld();
    await expectRefusal(await post(body, headers), code);
    expect(calls).toEqual([]);
  });

  test('another method, with those that are known', async () => {
    const response = await createWorld().send({ method: 'DELETE' });
    expect(response.headers.get('allow')).toBe('GET, OPTIONS, POST');
    await expectRefusal(response, 'method_not_allowed');
  });
});

test('a good sign-up is told that it is on the list', async () => {
  const response = await createWorld().post(good, { Origin: site });
  expect([response.status, await response.json()]).toEqual([200, { message: signupTexts.success }]);
  expect(response.headers.get('access-control-allow-origin')).toBe(site);
  expect(response.headers.get('access-control-expose-headers')).toBe('Retry-After');
});

test('one over a limit is told how long to wait', async () => {
  const { post } = createWorld({ answers: [{ visitorRetryAfterSeconds: 1234, saved: false }] });
  const response = await post(good);
  expect(response.headers.get('retry-after')).toBe('1234');
  await expectRefusal(response, 'rate_limited');
});

test('a database that fails is told without a detail of it', async () => {
  const { post } = createWorld({ answers: [new Error('connection refused at 10.0.0.5')] });
  await expectRefusal(await post(good), 'unavailable');
});

describe('a body', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON ;x=y'])(
    'may come as %s',
    async (type) => {
      expect((await createWorld().post(good, { 'Content-Type': type })).status).toBe(200);
    },
  );

  test.each(['application/jsonp', 'multipart/application/json', 'text/json'])(
    'may not come as %s',
    async (type) => {
      const response = await createWorld().post(good, { 'Content-Type': type });
      await expectRefusal(response, 'unsupported_media_type');
    },
  );

  const stream = (pull: (controller: ReadableStreamDefaultController) => void) =>
    createWorld().send({
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': '2', apikey },
      body: new ReadableStream({ pull }),
      duplex: 'half',
    } as RequestInit);

  test('is counted, whatever length it claims, and not read to its end', async () => {
    let sent = 0;
    const response = await stream((controller) => {
      sent += 1;
      controller.enqueue(new Uint8Array(1024).fill(0x20));
    });
    await expectRefusal(response, 'too_large');
    expect(sent).toBeLessThan(12);
  });

  test('that breaks off is refused', async () => {
    const response = await stream((controller) => controller.error(new Error('hung up')));
    await expectRefusal(response, 'invalid_request');
  });
});

test('a request is counted under whom the server names with its secret', async () => {
  const hashOf = async (headers: Record<string, string>) => {
    const { post, calls } = createWorld();
    await post(good, { 'x-forwarded-for': '203.0.113.9', ...headers });
    return calls[0]?.attempt?.visitorHash;
  };
  const claim = { [visitorHeader]: '192.0.2.7' };
  const seen = await hashOf({});
  expect(await hashOf({ ...claim, [proxySecretHeader]: 'a guess' })).toBe(seen);
  expect(await hashOf({ ...claim, [proxySecretHeader]: proxySecret })).not.toBe(seen);
});

describe('what only the server’s secret allows', () => {
  const checked = (verdict: string, secret: string) => ({
    [checkedHeader]: verdict,
    [proxySecretHeader]: secret,
  });

  test('a kept sign-up is saved with the verdict that the server gave it', async () => {
    const { post, calls } = createWorld();
    expect((await post(good, checked('unavailable', proxySecret))).status).toBe(200);
    expect(calls).toMatchObject([{ attempt: null, signup: { botCheck: 'unavailable' } }]);
  });

  test('an operator’s trial is saved under its own address', async () => {
    const { post, calls } = createWorld();
    expect((await post(good, { [canaryHeader]: proxySecret })).status).toBe(200);
    expect(calls).toMatchObject([{ attempt: null, signup: { email: canaryEmail } }]);
  });

  test.each([
    ['a verdict with another secret', checked('passed', 'x'.repeat(proxySecret.length))],
    ['a verdict without one', { [checkedHeader]: 'passed' }],
    ['a verdict that there is not', checked('failed', proxySecret)],
    ['a trial with another secret', { [canaryHeader]: 'a guess' }],
  ])('%s is refused, and nothing is saved', async (_what, headers) => {
    const { post, calls } = createWorld();
    await expectRefusal(await post(good, headers), 'unauthorized');
    expect(calls).toEqual([]);
  });

  test.each([checked('passed', ''), { [canaryHeader]: '' }])(
    'nothing is believed where no secret is shared: %o',
    async (headers) => {
      const { post } = createWorld({ proxySecret: null });
      await expectRefusal(await post(good, headers), 'unauthorized');
    },
  );
});

describe('a browser on another origin', () => {
  test('that is on the list is told what it may send', async () => {
    const response = await createWorld().send({ method: 'OPTIONS', headers: { Origin: site } });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(site);
    expect(response.headers.get('access-control-allow-headers')).toMatch(/\bx-region\b/);
    expect(response.headers.get('access-control-allow-methods')).toMatch(/\bPOST\b/);
    // A day: without it each sign-up would be asked about anew.
    expect(response.headers.get('access-control-max-age')).toBe('86400');
    expect(response.headers.get('vary')).toBe('Origin');
  });

  test.each(['https://site.example.evil.test', 'http://site.example', 'null'])(
    'that is not is told nothing: %s',
    async (Origin) => {
      const response = await createWorld().send({ method: 'OPTIONS', headers: { Origin } });
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
    },
  );
});

test('a health check needs no key and touches no database', async () => {
  const { send, calls } = createWorld();
  const response = await send({ headers: { Origin: site } });
  expect(await response.json()).toEqual({ ok: true });
  expect(response.headers.get('access-control-allow-origin')).toBe(site);
  expect(calls).toEqual([]);
});

describe('counts of the day', () => {
  const counts = [{ name: 'dialog_opened', label: 'nav', count: 3 }];
  const put = (body: unknown, secret: string, world = createWorld()) =>
    world.send({
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', [proxySecretHeader]: secret },
      body: JSON.stringify(body),
    });

  test('are taken from the server', async () => {
    const world = createWorld();
    expect((await put({ counts }, proxySecret, world)).status).toBe(200);
    expect(world.counted).toEqual(counts);
  });

  test('are taken from nobody else, and in no other shape', async () => {
    await expectRefusal(await put({ counts }, 'a guess'), 'unauthorized');
    const odd = [{ name: 'visitor', label: 'ada@company.com', count: 1 }];
    await expectRefusal(await put({ counts: odd }, proxySecret), 'invalid_request');
  });
});
