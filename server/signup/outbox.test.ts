import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { awayFromTheHour } from '../../shared/testing/hour.ts';
import { readSqlite } from '../testing/read-sqlite.ts';
import { testSettings } from '../testing/settings.ts';
import { silentLog } from '../testing/silent-log.ts';
import { answerJson, createStandIn } from '../testing/stand-in.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { SignupInput } from './service.ts';

const folder = createTemporaryFolder();
let siteverify: Awaited<ReturnType<typeof createStandIn>>;
let outbox: Outbox;

const signup = (email: string, turnstileToken: string | null) => ({
  email,
  source: 'hero',
  turnstileToken,
  formFillTime: 3000,
  userAgent: 'test',
});

beforeAll(async () => {
  siteverify = await createStandIn(async (request, response) => {
    const { response: token } = (await json(request)) as { response: string };
    if (token === 'broken') return response.writeHead(500).end('<html>');
    const answer = { success: token === 'good', hostname: 'localhost', action: 'early-access' };
    answerJson(200, answer)(request, response);
  });
  const settings = testSettings({
    DATA_DIR: folder.path,
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_PUBLISHABLE_KEY: 'none',
    SIGNUP_OUTBOX: 'on',
    SIGNUP_PROXY_SECRET: 'only-for-tests-0000',
    TURNSTILE_SITE_KEY: '0x4site',
    TURNSTILE_SECRET_KEY: '0x4secret',
    TURNSTILE_VERIFY_URL: siteverify.url,
    SIGNUP_LIMIT_PER_VISITOR_HOUR: '4',
  });
  const send = async () => ({ ok: false, code: 'upstream_fetch', fault: 'unreached' }) as const;
  outbox = createOutbox({ settings, log: silentLog, metrics: null }, send);
  await outbox.open();
}, 180_000);

afterAll(async () => {
  await outbox.close();
  await siteverify.close();
  folder.remove();
});

const keep = (body: SignupInput, visitor: string) =>
  outbox.keep(body, { visitor, requestId: 'test' });

const depth = () => readSqlite(folder.path, 'select email from outbox').length;

describe('what the function would have said is said here', () => {
  test('a good token is verified, and the sign-up kept', async () => {
    const outcome = await keep(signup('ada@outbox.example', 'good'), '192.0.2.1');
    expect(outcome).toMatchObject({ ok: true, message: expect.any(String) });
    expect(depth()).toBe(1);
  });

  test.each([
    ['a bad token', signup('bot@outbox.example', 'bad'), 'bot_check_failed'],
    ['a bot check out of reach', signup('eve@outbox.example', 'broken'), 'bot_check_unavailable'],
    ['no address', signup('bot', 'good'), 'invalid_email'],
  ])('%s is refused, and nothing is kept', async (_what, body, code) => {
    const before = depth();
    expect(await keep(body, '192.0.2.2')).toMatchObject({ ok: false, code });
    expect(depth()).toBe(before);
  });

  test('without a token a visitor has half as many tries, and no more are kept', async () => {
    await awayFromTheHour();
    const before = depth();
    const codes = [];
    for (const name of ['one', 'two', 'three']) {
      const outcome = await keep(signup(`${name}@outbox.example`, null), '192.0.2.3');
      codes.push(outcome.ok ? 'ok' : outcome.code);
    }
    expect(codes).toEqual(['ok', 'ok', 'rate_limited']);
    expect(depth()).toBe(before + 2);
  });
});

test('an address that waits already is kept once', async () => {
  const before = depth();
  for (let press = 0; press < 2; press += 1) {
    expect(await keep(signup('bea@outbox.example', 'good'), '192.0.2.4')).toMatchObject({
      ok: true,
    });
  }
  expect(depth()).toBe(before + 1);
});

test('closed, it keeps nothing and says so', async () => {
  await outbox.close();
  expect(await keep(signup('late@outbox.example', null), '192.0.2.5')).toMatchObject({
    ok: false,
    code: 'unavailable',
  });
});
