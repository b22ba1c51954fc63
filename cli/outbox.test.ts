import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OutboxState } from '../shared/records.ts';
import { renderOutbox } from './render/outbox.ts';
import type { Terminal } from './terminal.ts';
import { drive, temporaryFolder } from './testing/drive.ts';

const supabase = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'k' };
const plain = { paint: (_style: string, text: string) => text, width: 80 } as unknown as Terminal;

test('where nothing was ever kept nothing waits, and no database is made', async () => {
  const DATA_DIR = join(temporaryFolder(), 'data');
  const env = { ...supabase, DATA_DIR };
  const { code, out } = await drive(['signups', 'outbox', '--json'], env);
  expect({ code, ...JSON.parse(out) }).toEqual({
    code: 0,
    depth: 0,
    oldest: null,
    oldestSeconds: 0,
    refused: 0,
    refusals: [],
  });
  expect(existsSync(join(DATA_DIR, 'pglite'))).toBe(false);
  const forgotten = await drive(['signups', 'outbox', '--forget', 'ann@example.com'], env);
  expect(forgotten).toMatchObject({ code: 1, out: 'Nothing of ann@example.com is kept.\n' });
  expect(await drive(['signups', 'outbox', '--retry'], env)).toMatchObject({
    code: 0,
    out: 'Nothing was refused.\n',
  });
  const named = await drive(['signups', 'outbox', '--retry', 'Ann@example.com'], env);
  expect(named).toMatchObject({ code: 1, out: 'Nothing of ann@example.com was refused.\n' });
});

test.each(['--forget', '--retry'])('whom to %s must be an address', async (flag) => {
  const { code } = await drive(['signups', 'outbox', flag, 'ann'], supabase);
  expect(code).toBe(2);
});

test('what waits and what was refused can be read', () => {
  const state: OutboxState = {
    depth: 2,
    oldest: '2026-11-21T08:00:00.000Z',
    oldestSeconds: 3_700,
    refused: 1,
    refusals: [
      {
        email: 'ann@example.com',
        code: 'bot_check_failed',
        keptAt: '2026-11-21T07:00:00.000Z',
        refusedAt: '2026-11-21T07:30:00.000Z',
      },
    ],
  };
  const text = renderOutbox(state, plain);
  expect(text).toContain('2 sign-ups to be sent; the oldest has waited for 1 h 1 min');
  expect(text).toContain('--retry');
  expect(text).toMatch(/ann@example\.com +bot_check_failed +2026-11-21T07:30/);
});

test.each([
  [
    'SIGNUP_PROXY_SECRET',
    { ...supabase, SIGNUP_OUTBOX: 'on' },
    'problem',
    /needs SIGNUP_PROXY_SECRET/,
  ],
  ['Supabase', { SIGNUP_OUTBOX: 'on' }, 'warning', /nothing without Supabase/],
  [
    'the means to verify a bot check that may not be skipped',
    {
      ...supabase,
      SIGNUP_OUTBOX: 'on',
      SIGNUP_PROXY_SECRET: 'only-for-tests-0000',
      TURNSTILE_SITE_KEY: '0x4site',
      BOT_CHECK_FALLBACK: 'deny',
    },
    'problem',
    /BOT_CHECK_FALLBACK=deny forbids/,
  ],
] as const)('check says so when the outbox lacks %s', async (_what, env, kind, says) => {
  const { out } = await drive(['check', '--json'], env);
  const { settings } = JSON.parse(out) as {
    settings: { name: string; problem?: string; warning?: string }[];
  };
  expect(settings.find(({ name }) => name === 'SIGNUP_OUTBOX')?.[kind]).toMatch(says);
});
