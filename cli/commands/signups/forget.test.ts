import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { erasureLogPath, readErasureLog } from '../../../server/stores/erasure-log.ts';
import { openSignups, signupsPath } from '../../../server/stores/sqlite/open.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { run, runJson } from './testing/filled-folder.ts';

/** The number of old people: more than one batch. */
const old = 1_204;

/** Creates a data folder with these old people, every fourth of them invited, and two people of the last day. */
function agedFolder(): string {
  const folder = temporaryFolder();
  const database = openSignups(folder, { create: true });
  database.exec(`
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${old})
    insert into signups
      (email, source, bot_check, form_fill_time_ms, created_at, last_seen_at, seen_on, wave, invited_at)
    select 'old-' || number || '@aged.example', 'hero', 'passed', 3000,
      '2026-02-0' || (1 + number % 3) || 'T00:00:00.000Z', '2026-02-09T00:00:00.000Z', '2026-02-09',
      iif(number % 4 = 0, 'beta', null), iif(number % 4 = 0, '2026-02-09T00:00:00.000Z', null)
    from numbers;
    insert into signups (email, source, bot_check, created_at, last_seen_at, seen_on) values
      ('first@aged.example', 'hero', 'passed', '2026-02-10T00:00:00.000Z', '2026-02-10T00:00:00.000Z', '2026-02-10'),
      ('second@aged.example', 'hero', 'passed', '2026-02-10T12:00:00.000Z', '2026-02-10T12:00:00.000Z', '2026-02-10');
    insert into deliveries (kind, email, address_hash, created_at, due_at)
    select 'confirm', value || '@aged.example', value, '2026-02-02T00:00:00.000Z', '2026-02-02T00:00:00.000Z'
    from json_each('["old-1", "gone", "first"]');
    insert into signup_outbox (email, signup, stored_at) values ('gone@aged.example', '{}', '2026-02-01T00:00:00.000Z')`);
  database.close();
  return folder;
}

/** Reads the file of a folder, as another process sees it. */
function query(folder: string, statement: string) {
  const database = new DatabaseSync(signupsPath(folder), { readOnly: true });
  const rows = database.prepare(statement).all();
  database.close();
  return rows;
}

const countIn = (folder: string, table: string): number =>
  Number(query(folder, `select count(*) as rows from ${table}`)[0]?.rows);

test('forget erases everybody from before a day with evidence for each, and the same command again erases nobody', async () => {
  const folder = agedFolder();
  const command = 'forget --before 2026-02-10';
  expect(await runJson(`${command} --dry-run`, folder)).toMatchObject({
    signups: old,
    others: null,
  });
  expect(countIn(folder, 'signups')).toBe(old + 2);
  expect(await runJson(`${command} --yes`, folder)).toEqual({
    before: '2026-02-10',
    notInvited: false,
    dryRun: false,
    signups: old,
    others: 1,
  });
  expect(query(folder, 'select email from signups order by 1')).toEqual([
    { email: 'first@aged.example' },
    { email: 'second@aged.example' },
  ]);
  expect(query(folder, 'select email from deliveries')).toEqual([{ email: 'first@aged.example' }]);
  expect(countIn(folder, 'signup_outbox')).toBe(0);
  expect(countIn(folder, 'erasures')).toBe(old + 1);
  expect((await run(`${command} --yes`, folder)).out).toContain('There is no sign-up from before');
  expect(countIn(folder, 'erasures')).toBe(old + 1);
});

test('after a forget that was killed before it wrote into BACKUP_DIR, the same command writes each erasure there', async () => {
  const [folder, BACKUP_DIR] = [agedFolder(), temporaryFolder()];
  const log = erasureLogPath(BACKUP_DIR);
  const forget = () => runJson('forget --before 2026-02-10 --yes', folder, 0, { BACKUP_DIR });
  await forget();
  const [since = ''] = readFileSync(log, 'utf8').split('\n').filter(Boolean);
  writeFileSync(log, `${since}\n`);
  expect(await forget()).toMatchObject({ signups: 0, others: 0 });
  const recorded = await Array.fromAsync(readErasureLog(BACKUP_DIR));
  expect(recorded.map(({ addressHash }) => addressHash).toSorted()).toEqual(
    query(folder, 'select address_hash from erasures order by 1').map((row) => row.address_hash),
  );
});

test('forget --not-invited leaves the people of a wave', async () => {
  const folder = agedFolder();
  const { signups } = await runJson('forget --before 2026-02-10 --not-invited --yes', folder);
  expect(signups).toBe(old * 0.75);
  expect(await runJson('count', folder)).toMatchObject({ total: old / 4 + 2, invited: old / 4 });
});

test('a restored backup and a move honour what forget erased', async () => {
  const [folder, backups] = [agedFolder(), temporaryFolder()];
  const { file } = await runJson(`backup --to ${backups}`, folder);
  await run('forget --before 2026-02-10 --not-invited --yes', folder);
  const target = temporaryFolder();
  copyFileSync(file, signupsPath(target));
  expect(await runJson(`move --to ${signupsPath(target)}`, folder)).toMatchObject({
    copied: 0,
    total: old / 4 + 2,
  });
  expect(await runJson(`move --from ${file} --to ${signupsPath(target)}`, folder)).toMatchObject({
    erased: old * 0.75,
    total: old / 4 + 2,
  });
  expect(await runJson(`restore ${file} --yes`, folder)).toMatchObject({ signups: old / 4 + 2 });
});

test('forget names each copy in the data folder, with exit 1', async () => {
  const folder = agedFolder();
  const { file } = await runJson(`backup --to ${temporaryFolder()}`, folder);
  const { kept } = await runJson(`restore ${file} --yes`, folder);
  const { code, out } = await run('forget --before 2026-02-10 --yes', folder);
  expect([code, out]).toEqual([1, expect.stringContaining(`✗ ${kept} may hold them, too.`)]);
});

test.each(['forget --yes', 'forget --before 2026-02-30 --yes', 'forget --before 2999-01-01 --yes'])(
  '%s is wrong usage',
  async (line) => {
    expect((await run(line, agedFolder())).code).toBe(2);
  },
);

test('forget asks on a terminal, and says how many people it would erase, is erasing and has erased', async () => {
  const folder = agedFolder();
  const command = 'forget --before 2026-02-10';
  const rehearsed = `✓ Would erase ${old} sign-ups from before 2026-02-10. Nothing was changed.\n`;
  expect((await run(`${command} --dry-run`, folder)).out).toBe(rehearsed);
  const refused = await run(command, folder, { answer: 'n', isTTY: true });
  expect(refused).toMatchObject({
    code: 2,
    out: '',
    err: `Erase ${old} sign-ups from before 2026-02-10 for good? [y/N] error: nothing was erased\n`,
  });
  const { out, err } = await run(command, folder, { answer: 'y', isTTY: true });
  expect(out).toBe(
    `✓ Erased ${old} sign-ups from before 2026-02-10, and 1 of old mails or of the outbox alone. Copies that lie elsewhere still hold them.\n`,
  );
  const lines = err.split('\r\u001b[K');
  expect(lines).toContain(`erasing: ${old} of ${old}`);
  expect(lines.at(-1)).toBe('');
  expect((await run(`${command} --dry-run`, folder)).out).toMatch(/^! Would erase 0 sign-ups/);
});

test('forget erases the mails of people who have no sign-up any more, and says so', async () => {
  const folder = agedFolder();
  const database = openSignups(folder, { create: false });
  database.exec(`delete from signups where email like 'old-%'; delete from signup_outbox;
    delete from deliveries where email like 'old-%'`);
  database.close();
  expect((await run('forget --before 2026-02-10 --yes', folder)).out).toBe(
    '✓ Erased 0 sign-ups from before 2026-02-10, and 1 of old mails or of the outbox alone. Copies that lie elsewhere still hold them.\n',
  );
});

test('forget takes tomorrow, which means everybody, and refuses a later day', async () => {
  const folder = agedFolder();
  const inDays = (days: number) =>
    new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const { out } = await run(`forget --before ${inDays(1)} --dry-run`, folder);
  expect(out).toContain(`Would erase ${old + 2} sign-ups`);
  expect((await run(`forget --before ${inDays(3)} --dry-run`, folder)).code).toBe(2);
});

test('forget without --yes erases nobody where no person can be asked', async () => {
  const folder = agedFolder();
  const { code, err } = await run('forget --before 2026-02-10', folder);
  expect([code, err]).toEqual([2, expect.stringContaining('say --yes')]);
  expect(countIn(folder, 'signups')).toBe(old + 2);
});

test('forget warns only once that it cannot write into BACKUP_DIR', async () => {
  const BACKUP_DIR = join(temporaryFolder(), 'file');
  writeFileSync(BACKUP_DIR, '');
  const settings = { BACKUP_DIR };
  const { code, err } = await run('forget --before 2026-02-10 --yes', agedFolder(), {}, settings);
  expect([code, err.match(/BACKUP_DIR cannot be written/g)?.length]).toEqual([0, 1]);
});
