import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Backend } from '../../server/backends/backend.ts';
import { openDatabase } from '../../server/backends/embedded/database.ts';
import { inProcessFunction } from '../../server/backends/in-process.ts';
import { createPostgresBackend } from '../../server/backends/postgres.ts';
import type { Query } from '../../server/records/owner.ts';
import { testSettings } from '../../server/testing/settings.ts';
import { silentLog } from '../../server/testing/silent-log.ts';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { createUpstream, type Upstream } from '../../server/upstream.ts';
import type { AcceptedSignup } from '../../shared/signup/ports.ts';
import { awayFromTheHour } from '../../shared/testing/hour.ts';
import { type Cluster, createCluster, withSql } from '../support/postgres.ts';
import { keys, startSupabase } from '../support/supabase.ts';
import { goodBody } from './scenarios.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

const secrets = { SIGNUP_PROXY_SECRET: 'midnight-proxy-secret', SIGNUP_LIMIT_PER_ADDRESS_DAY: '2' };

/** A function with its proxy’s secret, and the database behind it. */
interface Place extends Pick<Backend, 'function' | 'proxySecret'> {
  query: Query;
  close(): Promise<void>;
}

const queryAt =
  (url: string): Query =>
  (statement, parameters = []) =>
    withSql(url, async (sql) => [...(await sql.unsafe(statement, parameters as never[]))]);

async function startOnPglite(): Promise<Place> {
  const folder = createTemporaryFolder();
  const database = await openDatabase(folder.path, () => {});
  const secret = async () => 'midnight-hash-secret';
  const close = async () => {
    await database.close();
    folder.remove();
  };
  const inProcess = inProcessFunction(testSettings(secrets), database, secret, silentLog);
  return { ...inProcess, query: database.query, close };
}

async function startOnPostgres(cluster: Cluster): Promise<Place> {
  const url = await cluster.createDatabase('plain');
  const settings = testSettings({
    ...secrets,
    DATABASE_URL: url,
    IP_HASH_SECRET: 'midnight-hash-secret',
  });
  const backend = createPostgresBackend(settings, url, silentLog);
  await backend.open();
  return { ...backend, query: queryAt(url) };
}

async function startOnSupabase(cluster: Cluster): Promise<Place> {
  const { url, databaseUrl, close } = await startSupabase(cluster, secrets);
  const proxySecret = secrets.SIGNUP_PROXY_SECRET;
  return {
    function: { url, key: keys.publishable },
    proxySecret,
    query: queryAt(databaseUrl),
    close,
  };
}

const kept = (email: string): AcceptedSignup => ({
  email,
  source: 'nav',
  botCheck: 'unavailable',
  userAgent: 'kept',
  formFillTimeMs: 4000,
  limitPerAddressDay: 2,
});

let cluster: Cluster;

beforeAll(async () => {
  cluster = await createCluster();
});

afterAll(() => cluster.remove());

describe.each([
  ['PGlite', startOnPglite],
  ['PostgreSQL', startOnPostgres],
  ['Supabase', startOnSupabase],
] as const)('a kept sign-up that is sent again after midnight, on %s', (_name, start) => {
  let place: Place;
  let upstream: Upstream;

  beforeAll(async () => {
    place = await start(cluster);
    upstream = createUpstream({
      load: async () => place,
      timeoutMs: 60_000,
      log: silentLog,
      metrics: null,
      outbox: () => null,
    });
  });

  afterAll(() => place?.close());

  // The real midnight is the end of an hour, too.
  beforeEach(() => awayFromTheHour());

  /** A day goes by: all that the database knows of the address lies a day further back. */
  const passMidnight = (email: string) =>
    place.query(
      `update deckwright.signups set seen_on = seen_on - 1, created_at = created_at - interval '1 day',
         last_seen_at = last_seen_at - interval '1 day'
       where email = $1::text`,
      [email],
    );
  const rowOf = async (email: string) =>
    (
      await place.query(
        'select to_jsonb(known) as row from deckwright.signups known where email = $1::text',
        [email],
      )
    )[0]?.row;
  const visit = async (email: string) => {
    const signup = { ...goodBody(email), turnstileToken: null };
    expect(await upstream.send(signup, { visitor: '192.0.2.1', id: 'test' })).toMatchObject({
      ok: true,
    });
  };

  test('is written down once, although its acknowledgement was lost before', async () => {
    const signup = kept('lost@midnight.example');
    expect(await upstream.sendKept(signup)).toMatchObject({ ok: true });
    await passMidnight(signup.email);
    const before = await rowOf(signup.email);
    expect(before).toMatchObject({ times: 1, times_that_day: 1, bot_check: 'unavailable' });
    expect(await upstream.sendKept(signup)).toMatchObject({ ok: true });
    expect(await rowOf(signup.email)).toEqual(before);
  });

  test('takes nothing from the new day’s limit of its address', async () => {
    const { email } = kept('back@midnight.example');
    await visit(email);
    await passMidnight(email);
    await upstream.sendKept(kept(email));
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
    expect(await upstream.sendKept(kept(email))).toMatchObject({ ok: true });
    expect(await rowOf(email)).toEqual(before);
  });

  test('counts no visitor, whose hour was counted when it was kept', async () => {
    const attempts = () =>
      place.query('select sum(attempts)::integer as attempts from deckwright.visitor_attempts');
    const before = await attempts();
    await upstream.sendKept(kept('visitor@midnight.example'));
    expect(await attempts()).toEqual(before);
  });
});
