import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { columns, filledFolder, run, runJson } from './testing/filled-folder.ts';

/** Runs SQL on the file of a data folder, while no command has it open. */
function change(folder: string, statements: string): void {
  const database = new DatabaseSync(join(folder, 'signups.db'));
  database.exec(statements);
  database.close();
}

const newcomer = (email: string) => `insert into signups (${columns}) values
  ('${email}', 'nav', 'passed', 3000, '2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z', '2026-03-01', 1)`;

const emails = async (folder: string) =>
  (await runJson('export', folder)).map((row: { email: string }) => row.email);

test('move --from brings back the sign-ups that a restore set aside, and no erased address', async () => {
  const DATA_DIR = filledFolder();
  const backup = join(temporaryFolder(), 'all.db');
  await run(`backup ${backup}`, DATA_DIR);
  change(DATA_DIR, `${newcomer('dan@example.com')}; ${newcomer('eve@example.com')}`);
  const { kept } = await runJson(`restore ${backup}`, DATA_DIR);
  expect(await emails(DATA_DIR)).toEqual(['ann@example.com', '=cmd@example.com']);
  // The test moves the set-aside file away first, so that the erasure does not change that file.
  const away = join(temporaryFolder(), basename(kept));
  copyFileSync(kept, away);
  change(DATA_DIR, newcomer('eve@example.com'));
  await run('erase eve@example.com --yes', DATA_DIR);
  const moved = await runJson(`move --from ${away}`, DATA_DIR);
  expect(moved).toEqual({ copied: 1, known: 2, erased: 1, mails: 0, removed: 0, total: 3 });
  expect(await emails(DATA_DIR)).toEqual([
    'ann@example.com',
    '=cmd@example.com',
    'dan@example.com',
  ]);
});

test('move keeps the earlier first time, the later last time and the larger count when both files have an address', async () => {
  const [one, other] = [filledFolder(), filledFolder()];
  change(
    other,
    `update signups set created_at = '2026-02-01T00:00:00.000Z', times = 1, source = 'nav',
     last_seen_at = '2026-02-09T00:00:00.000Z' where email = 'ann@example.com'`,
  );
  const line = `move --to ${join(other, 'signups.db')}`;
  for (const _time of ['first', 'again']) {
    expect(await runJson(line, one)).toMatchObject({ copied: 0, known: 2 });
    const [ann] = await runJson('export', other);
    expect(ann).toMatchObject({
      source: 'nav',
      times: 2,
      createdAt: '2026-02-01T00:00:00.000Z',
      lastSeenAt: '2026-02-09T00:00:00.000Z',
    });
  }
  expect((await runJson('count', other)).funnel).toEqual((await runJson('count', one)).funnel);
});

test('move says how many sign-ups and mails it copied, knew and left out, and how many the target has', async () => {
  const [one, other] = [filledFolder(), filledFolder()];
  change(one, newcomer('dan@example.com'));
  change(
    one,
    `insert into deliveries (kind, email, address_hash, created_at, due_at)
     values ('confirm', 'dan@example.com', 'hash', '2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z')`,
  );
  await run('erase ann@example.com --yes', other);
  const { out } = await run(`move --to ${join(other, 'signups.db')}`, one);
  expect(out).toBe(
    '✓ 1 sign-up copied, 1 mail copied, 1 known there already, 1 erased, and left out. All were verified; the target has 2. Nothing was removed here.\n',
  );
});

test('move shows on a terminal how many sign-ups it has moved, and removes that line at the end', async () => {
  const target = join(filledFolder(), 'signups.db');
  const { err } = await run(`move --to ${target}`, filledFolder(), { isTTY: true });
  const lines = err.split('\r\u001b[K');
  expect(lines).toContain('moving: 2 of 2');
  expect(lines.at(-1)).toBe('');
});

test('an erasure in the source holds in the target', async () => {
  const [one, other] = [filledFolder(), filledFolder()];
  await run('erase ann@example.com --yes', one);
  await run(`move --to ${join(other, 'signups.db')}`, one);
  expect(await emails(other)).toEqual(['=cmd@example.com']);
});

test('move into an empty target says only how many sign-ups it copied', async () => {
  const { out } = await run(`move --to ${join(temporaryFolder(), 'signups.db')}`);
  expect(out).toBe(
    '✓ 2 sign-ups copied. All were verified; the target has 2. Nothing was removed here.\n',
  );
});

test('move makes a target that is missing', async () => {
  const folder = join(temporaryFolder(), 'data');
  expect(await runJson(`move --to ${join(folder, 'signups.db')}`)).toMatchObject({ copied: 2 });
  expect(await emails(folder)).toHaveLength(2);
});

test.each<[string, (folder: string) => string, code: number, says: string]>([
  [
    'a target of another name',
    (folder) => `--to ${join(folder, 'mine.db')}`,
    2,
    'is no signups.db',
  ],
  [
    'the source as the target',
    (folder) => `--to ${join(folder, 'signups.db')}`,
    2,
    'is source and target',
  ],
  ['no target', () => '', 2, 'the target (--to or MOVE_TO)'],
  [
    'a source that is missing',
    (folder) => `--from ${join(folder, 'none.db')}`,
    1,
    'none.db: no such file',
  ],
  [
    'a source that is no database',
    (folder) => {
      const file = join(folder, 'text', 'a.db');
      mkdirSync(dirname(file));
      writeFileSync(file, 'no database, but long enough to be read as one'.repeat(20));
      return `--from ${file}`;
    },
    1,
    'is damaged',
  ],
])('move refuses %s', async (_what, options, code, says) => {
  const folder = filledFolder();
  const line = `move ${options(folder)}`.trim();
  expect(await run(line, folder)).toMatchObject({ code, err: expect.stringContaining(says) });
  expect(existsSync(join(folder, 'mine.db'))).toBe(false);
});
