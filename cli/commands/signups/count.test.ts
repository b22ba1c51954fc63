import { expect, test } from 'vitest';
import { openSignups } from '../../../server/stores/sqlite/open.ts';
import { columns, filledFolder, run, runJson } from './testing/filled-folder.ts';

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
