import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { openSignups } from '../../server/stores/sqlite/open.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { ready, start, startNode } from '../support/built-server.ts';
import { adminUrl, query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';

const total = 1_000_000;
const mostMiB = 150;
const firstLineWithinMs = 1_000;

/** Sign-ups of about 700 days. The order of the addresses is not the order of time. */
const fillSqlite = `
  with recursive numbers (number) as (
    select 1 union all select number + 1 from numbers where number < ${total}
  )
  insert into signups
    (email, source, bot_check, user_agent, form_fill_time_ms, created_at, last_seen_at, times, seen_on)
  select 'prospect-' || (number * 7919 % 1000003) || '@million.example',
    case number % 4 when 0 then 'nav' when 1 then 'hero' when 2 then 'cta' else 'modal' end,
    case number % 2 when 0 then 'passed' else 'skipped' end, 'agent ' || number, 2000 + number % 9000,
    strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-01', '-' || number || ' minutes'),
    strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-02', '-' || number || ' seconds'),
    1 + number % 7, date('2026-11-02')
  from numbers order by 1`;

const fillPostgres = `
  insert into deckwright.signups
    (email, source, bot_check, user_agent, form_fill_time_ms, created_at, last_seen_at, times, seen_on)
  select 'prospect-' || (number * 7919 % 1000003) || '@million.example',
    (array['nav', 'hero', 'cta', 'modal'])[1 + number % 4], (array['passed', 'skipped'])[1 + number % 2],
    'agent ' || number, 2000 + number % 9000, timestamptz '2026-11-01Z' - number * interval '1 minute',
    timestamptz '2026-11-02Z' - number * interval '1 second', 1 + number % 7, date '2026-11-02'
  from generate_series(1, ${total}::bigint) as numbers (number)`;

const erasedEmail = (number: number) => `prospect-${(number * 7919) % 1_000_003}@million.example`;

/** Makes a process print the most memory that it had, in KiB, when it ends. */
const reporter =
  "data:text/javascript,process.on('exit',()=>process._rawDebug('maxRSS '+process.resourceUsage().maxRSS))";

/** Runs a built command to its end. */
async function run(words: string, environment: Record<string, string>) {
  const begun = performance.now();
  const all = ['--import', reporter, 'dist/cli/index.js', ...words.split(' ')];
  const { child, ended, said } = startNode(all, environment);
  let firstLineMs: number | null = null;
  let bytes = 0;
  // The test does not store the text of a million rows.
  child.stdout.removeAllListeners('data');
  child.stdout.on('data', (chunk: Buffer) => {
    firstLineMs ??= performance.now() - begun;
    bytes += chunk.length;
  });
  const { code } = await ended;
  const mib = Number(/maxRSS (\d+)/.exec(said.err)?.[1]) / 1024;
  expect([words, code, said.err]).toEqual([words, 0, expect.stringContaining('maxRSS')]);
  return { ms: performance.now() - begun, firstLineMs, mib, bytes };
}

/** Signs up every 20 ms until the work ends, and for at least two seconds. @returns the 99th percentile in milliseconds. */
async function p99While(url: string, work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const took: number[] = [];
  const least = setTimeout(2_000);
  const over = Promise.allSettled([work, least]).then(() => {
    isOver = true;
  });
  while (!isOver) {
    const begun = performance.now();
    expect(await signUp(url, goodSignup())).toBe(200);
    took.push(performance.now() - begun);
    await setTimeout(20);
  }
  await over;
  return took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.99) - 1] ?? Number.NaN;
}

const rows: object[] = [];
afterAll(() => console.table(rows));

const folder = temporaryFolder();
const DATA_DIR = join(folder, 'data');
const backups = join(folder, 'backups');
const secret = { IP_HASH_SECRET: 'million-hash-secret' };

async function fillFolder(): Promise<Record<string, string>> {
  mkdirSync(backups);
  const database = openSignups(DATA_DIR, { create: true });
  database.exec(fillSqlite);
  database.close();
  return { DATA_DIR };
}

async function fillDatabase(): Promise<Record<string, string>> {
  const DATABASE_URL = await newDatabase('million');
  const environment = { DATABASE_URL, ...secret };
  const server = await start(environment);
  await ready(server);
  await server.stop();
  await query(adminUrl(inject('postgresPort'), 'million'), fillPostgres);
  await query(adminUrl(inject('postgresPort'), 'million'), 'vacuum analyze deckwright.signups');
  return environment;
}

const everywhere = [
  'count',
  `list --limit ${total}`,
  `list --limit ${total} --json`,
  'export',
  'export --json',
  'export --lines',
  `invite --wave beta-1 --first 10000 --for listmonk --to ${join(folder, 'invited.csv')}`,
];

describe.each([
  {
    database: 'SQLite',
    fill: fillFolder,
    commands: [
      ...everywhere,
      'outbox',
      `backup --to ${backups} --keep 2`,
      `backup --list ${backups}`,
      `move --to ${join(folder, 'moved', 'signups.db')}`,
      `erase ${erasedEmail(1)} --yes`,
    ],
    stopped: [`restore --latest ${backups}`],
  },
  {
    database: 'PostgreSQL',
    fill: fillDatabase,
    commands: [
      ...everywhere,
      `move --to ${join(folder, 'from-postgres', 'signups.db')}`,
      `erase ${erasedEmail(1)} --yes`,
    ],
    stopped: [],
  },
])('a million sign-ups on $database', ({ database, fill, commands, stopped }) => {
  test('every command stays small, lists begin at once, and the server goes on', async () => {
    const environment = await fill();
    const server = await start(environment);
    await ready(server);
    const check = async (command: string, work: ReturnType<typeof run>, quiet: number | null) => {
      const p99 = quiet === null ? null : await p99While(server.url, work);
      const { ms, firstLineMs, mib, bytes } = await work;
      rows.push({
        database,
        command: command.replaceAll(folder, ''),
        ms: Math.round(ms),
        'first line ms': Math.round(firstLineMs ?? 0),
        MiB: Math.round(mib),
        'MB written': Math.round(bytes / 1e6),
        'p99 quiet ms': Math.round(quiet ?? 0),
        'p99 meanwhile ms': Math.round(p99 ?? 0),
      });
      expect.soft(mib, command).toBeLessThanOrEqual(mostMiB);
      if (/^(list|export)/.test(command)) {
        expect.soft(firstLineMs, command).toBeLessThan(firstLineWithinMs);
      }
      if (quiet !== null && p99 !== null) expect.soft(p99, command).toBeLessThan(2 * quiet);
    };
    for (const command of commands) {
      const quiet = await p99While(server.url, Promise.resolve());
      await check(command, run(`signups ${command}`, environment), quiet);
    }
    server.child.kill('SIGTERM');
    if (server.child.exitCode === null) await once(server.child, 'close');
    for (const command of stopped) {
      await check(command, run(`signups ${command}`, environment), null);
    }
  });
});
