import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { change, expectFailure, filledFolder, run, runJson } from './testing/filled-folder.ts';

/** Creates a data folder, a folder of backups, and a backup with the two people of the data folder. */
async function backedUp() {
  const [DATA_DIR, BACKUP_DIR] = [filledFolder(), temporaryFolder()];
  const { file } = await runJson(`backup --to ${BACKUP_DIR}`, DATA_DIR);
  return { DATA_DIR, BACKUP_DIR, file: String(file) };
}

const emails = async (folder: string) =>
  (await runJson('export', folder)).map((row: { email: string }) => row.email);

test('restore leaves out a person who was erased since the backup, also when it is repeated', async () => {
  const { DATA_DIR, file } = await backedUp();
  await run('erase ann@example.com --yes', DATA_DIR);
  for (const _press of ['first', 'second']) {
    expect(await run(`restore ${file}`, DATA_DIR)).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 sign-up of people who were erased since the backup left out'),
    });
    expect(await emails(DATA_DIR)).toEqual(['=cmd@example.com']);
    expect(readFileSync(join(DATA_DIR, 'signups.db')).includes('ann@')).toBe(false);
  }
});

test('restore keeps a sign-up that is newer than the erasure of its address', async () => {
  const { DATA_DIR } = await backedUp();
  const date = (time: string) =>
    change(DATA_DIR, `update signups set created_at = '${time}' where email like 'ann@%'`);
  date('2999-01-01T00:00:00.000Z');
  const { file } = await runJson(`backup ${join(temporaryFolder(), 'a.db')}`, DATA_DIR);
  date('2026-02-03T04:05:06.000Z');
  await run('erase ann@example.com --yes', DATA_DIR);
  expect(await runJson(`restore ${file}`, DATA_DIR)).toMatchObject({ signups: 2, erased: 0 });
});

test('after the loss of the disk, restore leaves out the people whom the log in BACKUP_DIR names', async () => {
  const { DATA_DIR, BACKUP_DIR } = await backedUp();
  // The server creates the log at its start, which was before the backup.
  writeFileSync(join(BACKUP_DIR, 'erasures.jsonl'), '{"since":"2026-01-01T00:00:00.000Z"}\n');
  await run('erase ann@example.com --yes', DATA_DIR, {}, { BACKUP_DIR });
  const fresh = temporaryFolder();
  const found = await runJson(`restore --latest ${BACKUP_DIR}`, fresh);
  expect(found).toMatchObject({ signups: 1, erased: 1, gap: null });
  expect(await emails(fresh)).toEqual(['=cmd@example.com']);
});

test('after the loss of the disk, restore leaves out a person whose erasure could not be recorded until the next backup', async () => {
  const { DATA_DIR, BACKUP_DIR, file } = await backedUp();
  writeFileSync(join(BACKUP_DIR, 'erasures.jsonl'), '{"since":"2026-01-01T00:00:00.000Z"}\n');
  // The disk of the backups is not mounted during the erasure.
  await run('erase ann@example.com --yes', DATA_DIR);
  await run(`backup ${join(BACKUP_DIR, 'next.db')}`, DATA_DIR, {}, { BACKUP_DIR });
  const fresh = temporaryFolder();
  expect(await runJson(`restore ${file}`, fresh)).toMatchObject({ signups: 1, erased: 1 });
  expect(await emails(fresh)).toEqual(['=cmd@example.com']);
});

test('with a log of erasures that cannot be read, restore changes nothing, and backup writes its file and exits with 1', async () => {
  const { DATA_DIR, BACKUP_DIR, file } = await backedUp();
  const log = join(BACKUP_DIR, 'erasures.jsonl');
  mkdirSync(log);
  const says = `${log} cannot be read`;
  expect(await runJson(`restore ${file}`, DATA_DIR, 1)).toMatchObject({
    error: { code: 'not_readable', message: expect.stringContaining(says) },
  });
  const next = join(temporaryFolder(), 'next.db');
  expect(await runJson(`backup ${next}`, DATA_DIR, 1, { BACKUP_DIR })).toMatchObject({
    file: next,
    signups: 2,
    problems: [expect.stringContaining(says)],
  });
});

test('restore reads the other lines of a log that a crash cut off in the middle of a line', async () => {
  const { DATA_DIR, BACKUP_DIR } = await backedUp();
  writeFileSync(
    join(BACKUP_DIR, 'erasures.jsonl'),
    '{"since":"2026-01-01T00:00:00.000Z"}\n{"key":"ab',
  );
  await run('erase ann@example.com --yes', DATA_DIR, {}, { BACKUP_DIR });
  expect(await runJson(`restore --latest ${BACKUP_DIR}`, temporaryFolder())).toMatchObject({
    erased: 1,
  });
});

test.each([
  ['there is no file', (folder: string) => temporaryFolder() || folder],
  [
    'the file is damaged',
    (folder: string) => {
      writeFileSync(
        join(folder, 'signups.db'),
        'no database, but long enough to be read as one'.repeat(20),
      );
      return folder;
    },
  ],
  ['the file is a new one', () => filledFolder()],
])(
  'where %s, restore changes nothing without --accept, and a repeated restore says the same',
  async (_what, spoil) => {
    const { DATA_DIR, file } = await backedUp();
    await run('erase ann@example.com --yes', DATA_DIR);
    const folder = spoil(DATA_DIR);
    const before = readdirSync(folder);
    const says = 'nothing here knows whom you erased since';
    await expectFailure(`restore ${file}`, says, folder);
    expect(readdirSync(folder)).toEqual(before);
    for (const _press of ['first', 'second']) {
      expect(await run(`restore ${file} --accept`, folder)).toMatchObject({
        code: 0,
        out: expect.stringContaining('erase these people again'),
      });
      await expectFailure(`restore ${file}`, says, folder);
    }
    const later = await runJson(`backup ${join(temporaryFolder(), 'later.db')}`, folder);
    expect(await runJson(`restore ${later.file}`, folder)).toMatchObject({ gap: null });
  },
);

test('after a restore without evidence and a move, the target does not claim to know earlier erasures either', async () => {
  const { DATA_DIR, file } = await backedUp();
  await run('erase ann@example.com --yes', DATA_DIR);
  const [fresh, target] = [temporaryFolder(), temporaryFolder()];
  await run(`restore ${file} --accept`, fresh);
  await run(`move --to ${join(target, 'signups.db')}`, fresh);
  await expectFailure(`restore ${file}`, 'nothing here knows whom you erased since', target);
});

test('after a restore, a mail goes out only if the present file says that the mail still waits', async () => {
  const { DATA_DIR } = await backedUp();
  change(
    DATA_DIR,
    `insert into deliveries (kind, email, address_hash, created_at, due_at)
     select 'confirm', value || '@example.com', value, '2026-02-03T00:00:00.000Z', '2026-02-03T00:00:00.000Z'
     from json_each('["waiting", "sent", "refused", "swept"]')`,
  );
  const { file } = await runJson(`backup ${join(temporaryFolder(), 'a.db')}`, DATA_DIR);
  change(
    DATA_DIR,
    `update deliveries set sent_at = '2026-02-04T00:00:00.000Z' where address_hash = 'sent';
     update deliveries set refused_at = '2026-02-04T00:00:00.000Z', refusal = '550' where address_hash = 'refused';
     delete from deliveries where address_hash = 'swept'`,
  );
  const ends = (folder: string) =>
    change(folder, '', 'select address_hash as mail, sent_at, refusal from deliveries order by 1');
  const mayBeSent = 'restored from a backup: the mail may have gone out before';
  await run(`restore ${file}`, DATA_DIR);
  expect(ends(DATA_DIR)).toEqual([
    { mail: 'refused', sent_at: null, refusal: '550' },
    { mail: 'sent', sent_at: '2026-02-04T00:00:00.000Z', refusal: null },
    { mail: 'swept', sent_at: null, refusal: mayBeSent },
    { mail: 'waiting', sent_at: null, refusal: null },
  ]);
  const fresh = temporaryFolder();
  await run(`restore ${file} --accept`, fresh);
  expect(ends(fresh).map(({ refusal }) => refusal)).toEqual(Array(4).fill(mayBeSent));
});

test('links that were mailed before or after the backup, and the counts of mails, survive a restore', async () => {
  const { DATA_DIR } = await backedUp();
  const link = (name: string) => `insert into links (token_hash, email, kind, created_at)
    values ('${name}', 'ann@example.com', 'confirm', '2026-02-05T00:00:00.000Z')`;
  change(DATA_DIR, link('before'));
  const { file } = await runJson(`backup ${join(temporaryFolder(), 'a.db')}`, DATA_DIR);
  change(DATA_DIR, `${link('after')}; insert into mail_counts values ('hash', '2026-02-05', 2)`);
  await run(`restore ${file}`, DATA_DIR);
  expect(change(DATA_DIR, '', 'select token_hash from links order by 1')).toEqual([
    { token_hash: 'after' },
    { token_hash: 'before' },
  ]);
  expect(change(DATA_DIR, '', 'select sent from mail_counts')).toEqual([{ sent: 2 }]);
});
