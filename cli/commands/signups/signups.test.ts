import { hash } from 'node:crypto';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { openSignups, signupsPath } from '../../../server/stores/sqlite/open.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { runCommand } from '../../testing/run-command.ts';
import {
  change,
  columns,
  expectFailure,
  filledFolder,
  run,
  runJson,
} from './testing/filled-folder.ts';

const readers = [
  'count',
  'list',
  'export',
  'outbox',
  `backup ${join(tmpdir(), 'deckwright-never-written.db')}`,
  'erase ann@example.com --yes',
];

test.each(readers)('%s without data names the folder, and creates nothing', async (command) => {
  const DATA_DIR = join(temporaryFolder(), 'data');
  await expectFailure(command, `no sign-up data in ${DATA_DIR}`, DATA_DIR);
  expect(existsSync(DATA_DIR)).toBe(false);
});

const supabase = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'k' };
const nobody = { DATABASE_URL: 'postgres://127.0.0.1:9/site', IP_HASH_SECRET: 'x'.repeat(16) };
test.each([
  ['count on Supabase asks for DATABASE_URL', supabase, 'Set DATABASE_URL'],
  ['count on a PostgreSQL that does not answer says what to check', nobody, 'Check host and port'],
])('%s', async (_name, environment, remedy) => {
  const failure = { code: 1, err: expect.stringContaining(remedy) };
  expect(await runCommand('signups count', environment)).toMatchObject(failure);
});

// Only root can give a folder away.
const isRoot = process.getuid?.() === 0;

test.runIf(isRoot).each(readers)(
  '%s is refused another user’s file, with the cure (needs root)',
  async (command) => {
    const DATA_DIR = filledFolder();
    const file = signupsPath(DATA_DIR);
    chownSync(file, 12_345, 12_345);
    const before = readdirSync(DATA_DIR);
    const says = `${file} belongs to user 12345, and this is user 0\n  Run it as that user.`;
    await expectFailure(command, says, DATA_DIR);
    expect(readdirSync(DATA_DIR)).toEqual(before);
  },
);

test.runIf(isRoot)(
  'count reads the file of this user in a folder of another user, such as a volume of Kubernetes (needs root)',
  async () => {
    const DATA_DIR = filledFolder();
    chownSync(DATA_DIR, 12_345, 12_345);
    expect(await runJson('count', DATA_DIR)).toMatchObject({ total: 2 });
  },
);

test('count prints the total, a bar for each part, and the daily counts', async () => {
  const { out } = await run('count');
  expect(out).toMatch(/^2 sign-ups\n/);
  expect(out).toMatch(/By source\n {2}\w+ +1 +█+\n/);
  expect(out).toMatch(/7 pages read\n {2}source +opened +sent +accepted\n/);
  expect(out).toMatch(/ {2}hero +3 +0 +0\n/);
  expect(await runJson('count')).toEqual({
    total: 2,
    bySource: { cta: 1, hero: 1 },
    byDay: { '2026-02-03': 1, '2026-02-04': 1 },
    byBotCheck: { passed: 1, skipped: 1 },
    confirmed: 0,
    mails: { waiting: 0, sent: 0, refused: 0 },
    byCampaign: {},
    invited: 0,
    funnel: { '2026-02-03': { page_read: { '/': 7 }, dialog_opened: { cta: 2, hero: 3 } } },
  });
});

test('count prints no line of mails, of invitations or of campaigns when there are none', async () => {
  const { out } = await run('count');
  expect(out).toBe(`2 sign-ups

By source
  cta   1  ${'█'.repeat(40)}
  hero  1  ${'█'.repeat(40)}

By bot check
  passed   1  ${'█'.repeat(40)}
  skipped  1  ${'█'.repeat(40)}

By day (UTC)
  2026-02-03  1  ${'█'.repeat(40)}
  2026-02-04  1  ${'█'.repeat(40)}

From a page to the list, last 1 day
  7 pages read
  source  opened  sent  accepted
  nav          0     0         0
  hero         3     0         0
  cta          2     0         0
  modal        0     0         0
`);
});

test.each([
  [
    'one mail was sent and one waits',
    "('2026-02-03T00:00:00.000Z', null), (null, null)",
    '1 mail sent, 1 waiting, 0 refused',
  ],
  [
    'one mail was refused',
    "(null, '2026-02-03T00:00:00.000Z')",
    '0 mails sent, 0 waiting, 1 refused',
  ],
])('count prints the mails when %s', async (_what, times, says) => {
  const DATA_DIR = filledFolder();
  const database = openSignups(DATA_DIR, { create: false });
  database.exec(`insert into deliveries (kind, email, address_hash, created_at, due_at, sent_at, refused_at)
    select 'confirm', 'ann@example.com', 'hash', '2026-02-03T00:00:00.000Z', '2026-02-03T00:00:00.000Z',
      column1, column2 from (values ${times})`);
  database.close();
  expect((await run('count', DATA_DIR)).out).toContain(`\n0 confirmed; ${says}\n`);
});

test('count says how many have confirmed, and how many mails were sent, wait or were refused', async () => {
  const DATA_DIR = filledFolder();
  const database = openSignups(DATA_DIR, { create: false });
  database.exec(`update signups set confirmed_at = created_at where email like 'ann@%';
    insert into deliveries (kind, email, address_hash, created_at, due_at, sent_at, refused_at)
    select column1, 'ann@example.com', 'hash', '2026-02-03T00:00:00.000Z', '2026-02-03T00:00:00.000Z', column2, column3 from (values
      ('confirm', '2026-02-03T00:00:00.000Z', null), ('reminder', null, '2026-02-03T00:00:00.000Z'), ('confirm', null, '2026-02-03T00:00:00.000Z'),
      ('entry', null, null), ('signup.created', '2026-02-03T00:00:00.000Z', null))`);
  database.close();
  expect(await runJson('count', DATA_DIR)).toMatchObject({
    confirmed: 1,
    mails: { waiting: 1, sent: 1, refused: 2 },
  });
  const { out } = await run('count', DATA_DIR);
  expect(out).toContain('1 confirmed; 1 mail sent, 1 waiting, 2 refused\n');
});

test('count prints the newest 30 days of the daily counts', async () => {
  const DATA_DIR = filledFolder();
  const database = openSignups(DATA_DIR, { create: false });
  database.exec('delete from daily_counts');
  const insert = database.prepare(
    "insert into daily_counts (day, name, label, count) values (?, 'page_read', '/', ?)",
  );
  // 100 pages on each of two older days, and one on each of the newest 30.
  for (let day = 1; day <= 32; day += 1) {
    const date = new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10);
    insert.run(date, day <= 2 ? 100 : 1);
  }
  database.close();
  const { out } = await run('count', DATA_DIR);
  expect(out).toMatch(/last 30 days\n {2}30 pages read\n/);
});

test('count charts the sign-ups of the newest 30 days, and says how many days are left out', async () => {
  const DATA_DIR = filledFolder();
  const database = openSignups(DATA_DIR, { create: false });
  database.exec('delete from signups; delete from daily_counts');
  const insert = database.prepare(`insert into signups (${columns})
    values (?1 || '@example.com', 'hero', 'passed', 3000, ?1 || 'T00:00:00.000Z', ?1 || 'T00:00:00.000Z', ?1, 1)`);
  for (let day = 1; day <= 32; day += 1) {
    insert.run(new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10));
  }
  database.close();
  const { out } = await run('count', DATA_DIR);
  const days = Array.from(out.matchAll(/^ {2}(2026-\d\d-\d\d) +1 +█+$/gm), ([, day]) => day);
  expect([days.length, days[0], days.at(-1)]).toEqual([30, '2026-01-03', '2026-02-01']);
  expect(out).toContain('\n  and 2 days before; --json has them');
});

test('count prints a row for each of 20 campaigns, says how many campaigns are left out, and how many people are invited', async () => {
  const DATA_DIR = filledFolder();
  const database = openSignups(DATA_DIR, { create: false });
  database.exec(`delete from signups; delete from daily_counts;
    with recursive numbers (number) as (select 10 union all select number + 1 from numbers where number < 31)
    insert into signups (${columns}, campaign, wave, invited_at)
    select number || '@example.com', 'hero', 'passed', 3000, '2026-02-03T04:05:06.000Z',
      '2026-02-03T04:05:06.000Z', '2026-02-03', 1, 'news-' || number,
      iif(number = 10, 'beta', null), iif(number = 10, '2026-02-09T00:00:00.000Z', null) from numbers`);
  database.close();
  const { out } = await run('count', DATA_DIR);
  expect(out).toMatch(/^22 sign-ups\n1 invited, 21 not yet invited\n\nBy source\n/);
  expect(out).not.toContain('From a page');
  const [, table = ''] = out.split('\n\nBy campaign\n');
  const [head, first, ...rest] = table.trimEnd().split('\n');
  expect(head).toBe('  campaign  sent  on the list  confirmed  invited');
  expect(first).toBe('  news-10      0            1          0        1');
  expect(rest).toHaveLength(20);
  expect(rest.at(-1)).toBe('  and 2 campaigns more; --json has them');
});

test('count draws bars in proportion to the numbers, and a bar of one block for a small number', async () => {
  const DATA_DIR = filledFolder();
  const database = openSignups(DATA_DIR, { create: false });
  database.exec('begin; delete from signups');
  const insert = database.prepare(`insert into signups (${columns})
    values (?1 || '@example.com', ?2, 'passed', 3000, '2026-02-03T00:00:00.000Z',
      '2026-02-03T00:00:00.000Z', '2026-02-03', 1)`);
  const numbers = { nav: 1, hero: 50, cta: 100 };
  for (const [source, people] of Object.entries(numbers)) {
    for (let number = 0; number < people; number += 1) insert.run(`${source}${number}`, source);
  }
  database.exec('commit');
  database.close();
  const { out } = await run('count', DATA_DIR, { width: 80 });
  const bars = Array.from(out.matchAll(/^ {2}(nav|hero|cta) +\d+ +(█+)$/gm), ([, name, bar]) => [
    name,
    bar?.length,
  ]);
  expect(bars).toEqual([
    ['cta', 40],
    ['hero', 20],
    ['nav', 1],
  ]);
  const { out: narrow } = await run('count', DATA_DIR, { width: 30 });
  const charted = narrow.split('\n').filter((line) => line.endsWith('█'));
  expect(Math.max(...charted.map(({ length }) => length))).toBe(30);
});

test('list prints the newest sign-ups first, at most as many as --limit says', async () => {
  const [newest, ...others] = await runJson('list');
  expect(newest).toMatchObject({ email: '=cmd@example.com' });
  const [createdAt, lastSeenAt] = ['2026-02-03T04:05:06.000Z', '2026-02-05T04:05:06.000Z'];
  const ann = { email: 'ann@example.com', source: 'hero', botCheck: 'passed' };
  expect(others).toMatchObject([{ ...ann, createdAt, lastSeenAt, times: 2 }]);
  expect(await runJson('list --limit 1')).toHaveLength(1);
  const { out } = await run('list', filledFolder(), { width: 80 });
  expect(out).toMatch(/^EMAIL +SOURCE.*\n=cmd@example\.com +cta /);
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

test('list has a column for each field that some person has, and a narrow window leaves out when a person was last seen', async () => {
  const folder = filledFolder();
  const linesAt = async (width: number) =>
    (await run('list', folder, { width })).out.trimEnd().split('\n');
  const [wide, narrow] = [await linesAt(100), await linesAt(70)];
  expect(wide).toEqual([
    'EMAIL             SOURCE  BOT CHECK  SIGNED UP (UTC)   LAST SEEN         TIMES',
    '=cmd@example.com  cta     skipped    2026-02-04 04:05  2026-02-04 04:05      1',
    'ann@example.com   hero    passed     2026-02-03 04:05  2026-02-05 04:05      2',
  ]);
  expect(narrow[0]).toBe('EMAIL             SOURCE  BOT CHECK  SIGNED UP (UTC)   TIMES');
  const database = openSignups(folder, { create: false });
  database.exec(`update signups set campaign = 'news', confirmed_at = '2026-02-06T07:08:09.000Z'
    where email like 'ann%'`);
  database.close();
  const [head, stranger, ann] = await linesAt(Number.POSITIVE_INFINITY);
  expect(head).toMatch(/ TIMES {2}CAMPAIGN {2}CONFIRMED AT$/);
  expect(stranger).toMatch(/ 1$/);
  expect(ann).toMatch(/ 2 {2}news {6}2026-02-06 07:08$/);
});

test('list lays out a table of more than a thousand people by the first thousand, and lists every person once', async () => {
  const folder = filledFolder();
  const database = openSignups(folder, { create: false });
  database.exec(`delete from signups;
    with recursive numbers (number) as (select 1000 union all select number + 1 from numbers where number < 2200)
    insert into signups (${columns})
    select number || '@example.com', 'hero', 'passed', 3000, '2026-02-03T04:05:06.000Z',
      '2026-02-03T04:05:06.000Z', '2026-02-03', 1 from numbers`);
  database.close();
  const { out } = await run('list --limit 1200', folder);
  const people = Array.from(out.matchAll(/^(\d+)@example\.com +hero/gm), ([, number]) => number);
  expect([out.match(/^EMAIL/gm)?.length, people.length, new Set(people).size]).toEqual([
    1, 1200, 1200,
  ]);
});

test('list says that no sign-up matches the filters, and says of an empty list that there are no sign-ups yet', async () => {
  const DATA_DIR = filledFolder();
  expect((await run('list --confirmed', DATA_DIR)).out).toBe('No sign-up matches.\n');
  const database = openSignups(DATA_DIR, { create: false });
  database.exec('delete from signups');
  database.close();
  expect((await run('list', DATA_DIR)).out).toBe('No sign-ups yet.\n');
});

test('list --confirmed prints only people who confirmed, and --since only newer sign-ups', async () => {
  const DATA_DIR = filledFolder();
  const database = openSignups(DATA_DIR, { create: false });
  database.exec(
    `update signups set confirmed_at = '2026-02-06T00:00:00.000Z' where email like 'ann%'`,
  );
  database.close();
  expect(await runJson('list --confirmed', DATA_DIR)).toMatchObject([{ email: 'ann@example.com' }]);
  const newer = await runJson('list --since 2026-02-04', DATA_DIR);
  expect(newer).toMatchObject([{ email: '=cmd@example.com' }]);
});

test('export writes CSV with a line of names, and no cell that a spreadsheet runs as a formula', async () => {
  const { code, err, out } = await run('export');
  expect(code).toBe(0);
  // The warning says that an address was changed, and how to export it unchanged.
  expect(err).toMatch(/^! 1 address got a ' before it, .*--for/s);
  const [names, ...rows] = out.split('\r\n');
  expect(names).toBe(Object.keys((await runJson('export'))[0]).join(','));
  // More columns may follow: a new field is exported at the end.
  expect(rows).toEqual([
    expect.stringMatching(
      /^ann@example\.com,hero,passed,2026-02-03T04:05:06\.000Z,2026-02-05T04:05:06\.000Z,2(,|$)/,
    ),
    expect.stringMatching(
      /^'=cmd@example\.com,cta,skipped,2026-02-04T04:05:06\.000Z,2026-02-04T04:05:06\.000Z,1(,|$)/,
    ),
    '',
  ]);
});

test('export warns of no formula when no address begins like one', async () => {
  const { out, err } = await run('export --source hero');
  expect([out, err]).toEqual([expect.stringContaining('\nann@example.com,'), '']);
});

test('export writes one array with --json, and one object on each line with --lines', async () => {
  const rows = await runJson('export');
  expect(rows).toHaveLength(2);
  const lines = (await run('export --lines')).out.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
});

test('export fails when the disk is full', async () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const out = new Writable({ write: (_chunk, _encoding, done) => done(full) });
  expect(await run('export', filledFolder(), { out })).toMatchObject({
    code: 1,
    err: expect.stringContaining('no space left'),
  });
});

test.each([
  ['n', 2, ''],
  ['not yet, y', 2, ''],
  ['yesterday', 2, ''],
  [' YES ', 0, expect.stringContaining('Erased ann@example.com')],
  ['y', 0, expect.stringContaining('Erased ann@example.com')],
])('an erasure asks on a terminal, and %s ends with %i', async (answer, code, out) => {
  const asked = run('erase ann@example.com', filledFolder(), { answer });
  const err = expect.stringContaining('Erase ann@example.com for good? [y/N] ');
  expect(await asked).toMatchObject({ code, out, err });
});

test('erase removes the sign-up and the rows of the outbox, and adds evidence also for an unknown address', async () => {
  const folder = filledFolder();
  expect(await runJson('erase Ann@example.com --yes', folder)).toEqual({ erased: 3 });
  expect(await runJson('outbox', folder)).toMatchObject({ refused: 0 });
  expect(await runJson('erase ann@example.com --yes', folder)).toEqual({ erased: 0 });
  await run('erase eve@example.com --yes', folder);
  const database = openSignups(folder, { create: false });
  const [key] = database.prepare('select key from address_keys').all();
  const evidence = database.prepare('select address_hash from erasures').all();
  database.close();
  const hashOf = (email: string) => hash('sha256', `${key?.key}:${email}`);
  expect(evidence.map(({ address_hash }) => address_hash).toSorted()).toEqual(
    [hashOf('ann@example.com'), hashOf('eve@example.com')].toSorted(),
  );
});

test('erase says whom it erased, and succeeds when it is repeated', async () => {
  const folder = filledFolder();
  const erased = '✓ Erased ann@example.com. Copies that lie elsewhere still hold it.\n';
  expect(await run('erase ann@example.com --yes', folder)).toMatchObject({ code: 0, out: erased });
  const none = '✓ Nothing is left of ann@example.com.\n';
  expect(await run('erase ann@example.com --yes', folder)).toMatchObject({ code: 0, out: none });
});

test('an outbox without sign-ups says that nothing waits and that nothing was refused', async () => {
  const folder = filledFolder();
  const erased = '✓ Erased bob@example.com from the outbox.\n';
  const nothing = '✓ The outbox has no sign-up of bob@example.com.\n';
  await run('outbox --erase ann@example.com', folder);
  expect((await run('outbox --erase bob@example.com', folder)).out).toBe(erased);
  expect((await run('outbox --erase bob@example.com', folder)).out).toBe(nothing);
  const [shown, retried] = [await run('outbox', folder), await run('outbox --retry', folder)];
  expect(shown).toMatchObject({ code: 0, out: 'Nothing waits to be sent.\n' });
  expect(retried).toMatchObject({ code: 0, out: '! Nothing was refused.\n' });
});

test('outbox shows waiting and refused sign-ups, and exits with 1 when one was refused', async () => {
  const { code, out } = await run('outbox');
  expect([code, out]).toEqual([
    1,
    `1 sign-up to be sent; the oldest came 2026-02-01 02:00 UTC.
! 2 sign-ups refused:
EMAIL            CODE              REFUSED (UTC)
ann@example.com  bot_check_failed  2026-02-02 01:00
ann@example.com  bot_check_failed  2026-02-02 00:00
After you have mended the cause, --retry sends them again. --erase ADDRESS erases the sign-ups of a person.
`,
  ]);
});

test('outbox --retry makes refused sign-ups wait again, each address once', async () => {
  const folder = filledFolder();
  const { code, out } = await run('outbox --retry', folder);
  expect([code, out]).toEqual([0, '✓ 2 refused sign-ups will be sent again by the server.\n']);
  const oldest = '2026-02-01T00:00:00.000Z';
  const oldestSeconds = expect.closeTo((Date.now() - Date.parse(oldest)) / 1000, -4);
  const state = { depth: 2, refused: 0, oldest, oldestSeconds };
  expect(await runJson('outbox', folder)).toMatchObject(state);
  const named = await run('outbox --retry Cyd@example.com', folder);
  expect(named).toMatchObject({ code: 1, out: '! Nothing of cyd@example.com was refused.\n' });
});

test('outbox --erase erases the rows of an address, and no sign-up', async () => {
  const folder = filledFolder();
  expect(await runJson('outbox --erase ann@example.com', folder)).toEqual({ erased: 2 });
  expect(await runJson('outbox --erase ann@example.com', folder)).toEqual({ erased: 0 });
  expect(await runJson('count', folder)).toMatchObject({ total: 2 });
});

test.each(['count', 'list', 'export', 'erase ada@example.com --yes'])(
  'signups %s on PostgreSQL runs without the settings that only the server uses',
  async (command) => {
    const environment = { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d', PORT: 'none' };
    const { err } = await runCommand(`signups ${command}`, environment);
    expect(err).toContain('ECONNREFUSED');
    expect(err).not.toContain('IP_HASH_SECRET');
  },
);

test.each([
  ['', ['ann@example.com'], '1 person left out, because they have not confirmed'],
  ['--unconfirmed', ['=cmd@example.com'], ''],
  ['--wave beta', ['=cmd@example.com'], ''],
])('export %s of a site that sends mails writes %j', async (options, expected, said) => {
  const folder = filledFolder();
  change(folder, `update signups set confirmed_at = created_at where email like 'ann@%'`);
  change(folder, `update signups set wave = 'beta' where email like '=cmd@%'`);
  const environment = { DATA_DIR: folder, MAIL_URL: 'smtp://127.0.0.1:9' };
  const { out, err } = await runCommand(`signups export --json ${options}`, environment);
  expect(JSON.parse(out).map(({ email }: { email: string }) => email)).toEqual(expected);
  expect(err).toContain(said);
});

test.each([
  ['--confirmed', ['ann@example.com']],
  ['--unconfirmed', ['=cmd@example.com']],
  ['--not-invited', ['ann@example.com', '=cmd@example.com']],
  ['--invited', []],
  ['--source cta', ['=cmd@example.com']],
  ['--bot-check passed --before 2026-02-04', ['ann@example.com']],
  ['--campaign none', []],
])('export %s writes those people only', async (options, expected) => {
  const folder = filledFolder();
  change(folder, `update signups set confirmed_at = created_at where email like 'ann@%'`);
  const rows = await runJson(`export ${options}`, folder);
  expect(rows.map(({ email }: { email: string }) => email)).toEqual(expected);
});
