import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { createSupabaseService, type SupabaseService } from '../../server/signup/supabase.ts';
import { testSettings } from '../../server/testing/settings.ts';
import { silentLog } from '../../server/testing/silent-log.ts';
import type { AcceptedSignup } from '../../shared/signup/store.ts';
import { awayFromTheHour } from '../../shared/testing/hour.ts';
import { withSql } from '../support/postgres.ts';
import { keys, startSupabase } from '../support/supabase.ts';
import { goodBody } from './scenarios.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

const secrets = { SIGNUP_PROXY_SECRET: 'midnight-proxy-secret', SIGNUP_LIMIT_PER_ADDRESS_DAY: '2' };

const kept = (email: string): AcceptedSignup => ({
  email,
  source: 'nav',
  botCheck: 'unavailable',
  userAgent: 'kept',
  formFillTimeMs: 4000,
  limitPerAddressDay: 2,
});

let project: Awaited<ReturnType<typeof startSupabase>>;
let service: SupabaseService;

beforeAll(async () => {
  project = await startSupabase(inject('cluster'), 'midnight', secrets);
  const settings = testSettings({
    ...secrets,
    UPSTREAM_TIMEOUT_MS: '60000',
    SUPABASE_URL: project.url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
  });
  service = createSupabaseService({ settings, log: silentLog, metrics: null });
});

afterAll(() => project?.close());

describe('a kept sign-up that is sent again after midnight', () => {
  // The real midnight is the end of an hour, too.
  beforeEach(() => awayFromTheHour());

  const query = (statement: string, ...parameters: string[]) =>
    withSql(project.databaseUrl, async (sql) => [...(await sql.unsafe(statement, parameters))]);
  /** A day goes by: all that the database knows of the address lies a day further back. */
  const passMidnight = (email: string) =>
    query(
      `update deckwright.signups set seen_on = seen_on - 1, created_at = created_at - interval '1 day',
         last_seen_at = last_seen_at - interval '1 day'
       where email = $1::text`,
      email,
    );
  const rowOf = async (email: string) =>
    (
      await query(
        'select to_jsonb(known) as row from deckwright.signups known where email = $1::text',
        email,
      )
    )[0]?.row;
  const visit = async (email: string) => {
    const signup = { ...goodBody(email), turnstileToken: null };
    expect(await service.submit(signup, { visitor: '192.0.2.1', requestId: 'test' })).toMatchObject(
      {
        ok: true,
      },
    );
  };

  test('is written down once, although its acknowledgement was lost before', async () => {
    const signup = kept('lost@midnight.example');
    expect(await service.submitKept(signup)).toMatchObject({ ok: true });
    await passMidnight(signup.email);
    const before = await rowOf(signup.email);
    expect(before).toMatchObject({ times: 1, times_that_day: 1, bot_check: 'unavailable' });
    expect(await service.submitKept(signup)).toMatchObject({ ok: true });
    expect(await rowOf(signup.email)).toEqual(before);
  });

  test('takes nothing from the new day’s limit of its address', async () => {
    const { email } = kept('back@midnight.example');
    await visit(email);
    await passMidnight(email);
    await service.submitKept(kept(email));
    for (const timesThatDay of [1, 2]) {
      await visit(email);
      expect(await rowOf(email)).toMatchObject({
        times: 1 + timesThatDay,
        times_that_day: timesThatDay,
      });
    }
    await visit(email);
    expect(await rowOf(email)).toMatchObject({ times: 3, times_that_day: 2 });
  });

  test('leaves the day’s count of its address as it is, over its limit too', async () => {
    const { email } = kept('often@midnight.example');
    for (let times = 0; times < 3; times += 1) await visit(email);
    const before = await rowOf(email);
    expect(before).toMatchObject({ times: 2 });
    expect(await service.submitKept(kept(email))).toMatchObject({ ok: true });
    expect(await rowOf(email)).toEqual(before);
  });

  test('counts no visitor, whose hour was counted when it was kept', async () => {
    const attempts = () =>
      query('select sum(attempts)::integer as attempts from deckwright.visitor_attempts');
    const before = await attempts();
    await service.submitKept(kept('visitor@midnight.example'));
    expect(await attempts()).toEqual(before);
  });
});
