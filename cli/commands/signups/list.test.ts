import { expect, test } from 'vitest';
import { openSignups } from '../../../server/stores/sqlite/open.ts';
import { columns, filledFolder, run, runJson } from './testing/filled-folder.ts';

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
