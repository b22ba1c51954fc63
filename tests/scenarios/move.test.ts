import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { perform } from '../../server/records/perform.ts';
import { openStandalone, type Standalone } from '../../server/records/standalone.ts';
import { testSettings } from '../../server/testing/settings.ts';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import type { RecordsRequest } from '../../shared/records.ts';
import { type Cluster, createCluster, withSql } from '../support/postgres.ts';
import { createProjectDatabase } from '../support/supabase.ts';

const total = 10_000;

const fill = `
  insert into deckwright.signups
    (email, source, bot_check, user_agent, form_fill_time_ms, created_at, last_seen_at, times)
  select 'prospect-' || number || '@move.example', (array['nav', 'hero', 'cta', 'modal'])[1 + number % 4],
    (array['passed', 'skipped'])[1 + number % 2], 'agent ' || number, 2000 + number,
    now() - number * interval '1 minute', now() - number * interval '1 second', 1 + number % 7
  from generate_series(1, ${total}) as number`;

/** Every column of every row, in one short text that is the same in every time zone and collation. */
const fingerprint = `
  select count(*)::integer as rows, md5(string_agg((to_jsonb(signup) || jsonb_build_object(
    'created_at', extract(epoch from created_at), 'last_seen_at', extract(epoch from last_seen_at)
  ))::text, ',' order by email collate "C")) as content
  from deckwright.signups as signup`;

const folder = createTemporaryFolder();
const restored = createTemporaryFolder();
let source: Standalone;
let cluster: Cluster;

const open = (path: string): Promise<Standalone> =>
  openStandalone(testSettings({ DATA_DIR: path }));

/** The last answer to a request: what `done` carries. */
async function ask(request: RecordsRequest, { owner }: Standalone = source): Promise<unknown> {
  let last: unknown;
  for await (const answer of perform(request, owner)) last = answer;
  return last;
}

beforeAll(async () => {
  [cluster, source] = await Promise.all([createCluster(), open(folder.path)]);
  await source.owner.query(fill);
}, 120_000);

afterAll(async () => {
  await source?.close();
  await cluster?.remove();
  folder.remove();
  restored.remove();
});

describe.each([
  ['PostgreSQL', () => cluster.createDatabase('target')],
  ['Supabase’s database', () => createProjectDatabase(cluster)],
])('%s', (_name, createTarget) => {
  let to: string;

  const target = (statement: string) => withSql(to, (sql) => sql.unsafe(statement));

  beforeAll(async () => {
    to = await createTarget();
  });

  test('gets every sign-up, each column of it, counted and verified', async () => {
    const done = { moved: total, verified: total, total };
    expect(await ask({ method: 'move', to })).toEqual({ done });
    expect([...(await target(fingerprint))]).toEqual(await source.owner.query(fingerprint));
  }, 120_000);

  test('takes it again, and keeps what has arrived there meanwhile', async () => {
    await target(`update deckwright.signups set times = 99 where email like 'prospect-1@%'`);
    await target(`insert into deckwright.signups (email, source, bot_check, form_fill_time_ms)
      values ('new@move.example', 'nav', 'passed', 2500)`);
    const done = { moved: total, verified: total, total: total + 1 };
    expect(await ask({ method: 'move', to })).toEqual({ done });
    expect([...(await target(`select email from deckwright.signups where times = 99`))]).toEqual([
      { email: 'prospect-1@move.example' },
    ]);
  }, 120_000);
});

test('a backup holds every sign-up, and is restored by unpacking it', async () => {
  const file = join(folder.path, 'backup.tar.gz');
  expect(await ask({ method: 'backup', file })).toMatchObject({ done: { atLeast: total } });
  const data = join(restored.path, 'pglite');
  mkdirSync(data, { mode: 0o700 });
  execFileSync('tar', ['-xzf', file, '-C', data]);
  const copy = await open(restored.path);
  const found = await copy.owner.query(fingerprint);
  await copy.close();
  expect(found).toEqual(await source.owner.query(fingerprint));
}, 120_000);

test('what is erased here after a move is erased there by the next', async () => {
  const to = await cluster.createDatabase('erased');
  await ask({ method: 'move', to });
  expect(await ask({ method: 'erase', email: 'prospect-2@move.example' })).toEqual({
    done: { erased: 1 },
  });
  await ask({ method: 'move', to });
  expect([...(await withSql(to, (sql) => sql.unsafe(fingerprint)))]).toEqual(
    await source.owner.query(fingerprint),
  );
}, 120_000);

test('PostgreSQL is moved on as well, by a role that may do no more than own its database', async () => {
  await withSql(cluster.adminUrl, async (sql) => {
    await sql.unsafe(`create role plain login password 'plain'`);
    await sql.unsafe('create database plain owner plain');
  });
  const from = `postgres://plain:plain@127.0.0.1:${cluster.port}/plain`;
  const to = await cluster.createDatabase('onward');
  await ask({ method: 'move', to: from });
  const plain = await openStandalone(
    testSettings({ DATABASE_URL: from, IP_HASH_SECRET: 'hash-secret-of-the-move' }),
  );
  await ask({ method: 'move', to }, plain);
  await plain.close();
  expect([...(await withSql(to, (sql) => sql.unsafe(fingerprint)))]).toEqual(
    await source.owner.query(fingerprint),
  );
}, 120_000);
