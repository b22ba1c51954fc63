import { describe, expect, test } from 'vitest';
import { createVerifyBot, type VerifyBot } from './bot-check.ts';
import { botCheckAction } from './contract.ts';

const passed = { success: true, hostname: 'site.example', action: botCheckAction };

function verifierOf(secret: string, ask: typeof fetch, timeoutMs?: number): VerifyBot {
  const settings = {
    TURNSTILE_SECRET_KEY: secret,
    TURNSTILE_VERIFY_URL: 'https://siteverify.example',
    SITE_ORIGIN: 'https://site.example',
  };
  const verify = createVerifyBot(settings, ask, timeoutMs);
  if (!verify) throw new Error('it has a secret');
  return verify;
}

/** Siteverify as a list of answers, and what it was asked. */
function createSiteverify(answers: unknown[], secret = '0x4real') {
  const asked: Record<string, string>[] = [];
  const ask: typeof fetch = async (url, init) => {
    const request = new Request(String(url), init);
    // Anything else is no question to siteverify.
    expect(request.method).toBe('POST');
    expect(request.headers.get('content-type')).toBe('application/json');
    asked.push(await request.json());
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer : Response.json(answer);
  };
  return { verify: verifierOf(secret, ask), asked };
}

test('a token is verified with the secret, the visitor’s address and an idempotency key', async () => {
  const { verify, asked } = createSiteverify([passed]);
  expect(await verify('token', '192.0.2.7')).toBe('passed');
  expect(asked).toEqual([
    {
      secret: '0x4real',
      response: 'token',
      remoteip: '192.0.2.7',
      idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ]);
});

test('an address that nobody knows is left out', async () => {
  const { verify, asked } = createSiteverify([passed]);
  await verify('token', null);
  expect(asked[0]).not.toHaveProperty('remoteip');
});

describe('a token fails', () => {
  test.each([
    ['that siteverify refuses', { success: false, 'error-codes': ['invalid-input-response'] }],
    [
      'for a reason that siteverify does not have yet',
      { success: false, 'error-codes': ['invalid-input-secret-format-of-token'] },
    ],
    ['that is spent', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
    ['of another host', { ...passed, hostname: 'evil.example' }],
    ['of another action', { ...passed, action: 'login' }],
    ['of no action', { success: true, hostname: 'site.example' }],
    ['whose success is not a boolean', { ...passed, success: 'yes' }],
  ])('%s', async (_what, answer) => {
    expect(await createSiteverify([answer]).verify('token', null)).toBe('failed');
  });
});

describe('an error of siteverify’s own', () => {
  const again = { success: false, 'error-codes': ['internal-error'] };

  test('is asked about once more under the same key', async () => {
    const { verify, asked } = createSiteverify([again, passed]);
    expect(await verify('token', null)).toBe('passed');
    expect(asked[0]?.idempotency_key).toBe(asked[1]?.idempotency_key);
  });

  test('twice is out of reach, and not asked a third time', async () => {
    const { verify, asked } = createSiteverify([again, again, passed]);
    expect(await verify('token', null)).toBe('unavailable');
    expect(asked).toHaveLength(2);
  });
});

describe('the check is unavailable', () => {
  test.each([
    ['where nobody answers', new Error('refused')],
    ['where the answer is no JSON', new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['where the answer is no object', 'null'],
    [
      'where the secret is wrong, which no visitor can mend',
      { success: false, 'error-codes': ['invalid-input-secret'] },
    ],
    [
      'where the secret is wrong, whatever else is',
      { success: false, 'error-codes': ['invalid-input-response', 'missing-input-secret'] },
    ],
  ])('%s', async (_what, answer) => {
    expect(await createSiteverify([answer]).verify('token', null)).toBe('unavailable');
  });

  test('where the answer takes too long', async () => {
    const ask: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    expect(await verifierOf('s', ask, 20)('token', null)).toBe('unavailable');
  });
});

test('the published test secrets answer for a made-up host', async () => {
  const { verify } = createSiteverify([{ success: true, hostname: 'example.com' }], '1x0000AA');
  expect(await verify('XXXX.DUMMY.TOKEN.XXXX', null)).toBe('passed');
});
