import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
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
  ...sentSignup,
  email,
  turnstileToken,
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

/** How it ends when these sign-ups of one visitor are to be kept, and how many more wait then. */
async function keep(visitor: string, ...signups: SignupInput[]) {
  const depth = () => readSqlite(folder.path, 'select email from outbox').length;
  const before = depth();
  const codes = [];
  for (const body of signups) {
    const outcome = await outbox.keep(body, { visitor, requestId: 'test' });
    codes.push(outcome.ok ? 'kept' : outcome.code);
  }
  return { codes, more: depth() - before };
}

test.each([
  ['a good token', signup('ada@outbox.example', 'good'), 'kept', 1],
  ['a bad token', signup('bot@outbox.example', 'bad'), 'bot_check_failed', 0],
  ['a bot check out of reach', signup('eve@outbox.example', 'broken'), 'bot_check_unavailable', 0],
  ['no address', signup('bot', 'good'), 'invalid_email', 0],
])('what the function would have said of %s is said here', async (_what, body, code, more) => {
  expect(await keep('192.0.2.1', body)).toEqual({ codes: [code], more });
});

test('without a token a visitor has half as many tries, and no more are kept', async () => {
  await awayFromTheHour();
  const bodies = ['one', 'two', 'three'].map((name) => signup(`${name}@outbox.example`, null));
  const codes = ['kept', 'kept', 'rate_limited'];
  expect(await keep('192.0.2.3', ...bodies)).toEqual({ codes, more: 2 });
});

test('an address that waits already is kept once', async () => {
  const again = signup('bea@outbox.example', 'good');
  expect(await keep('192.0.2.4', again, again)).toEqual({ codes: ['kept', 'kept'], more: 1 });
});

test('closed, it keeps nothing and says so', async () => {
  await outbox.close();
  const late = signup('late@outbox.example', null);
  expect(await keep('192.0.2.5', late)).toEqual({ codes: ['unavailable'], more: 0 });
});
