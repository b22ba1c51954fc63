import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createWorkFolder } from '../../../server/stores/sqlite/work-folder.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { filledFolder, run, runJson } from './testing/filled-folder.ts';

const line = 'erase ann@example.com --yes';

test('erase names each file in DATA_DIR and BACKUP_DIR that holds the address, until none is left', async () => {
  const [DATA_DIR, BACKUP_DIR] = [filledFolder(), temporaryFolder()];
  const wave = join(DATA_DIR, 'waves', 'beta-1.csv');
  mkdirSync(join(DATA_DIR, 'waves'));
  writeFileSync(wave, `email,name\r\nbob@example.com,\r\n"Ann@example.com",Ann\r\n`);
  writeFileSync(
    join(DATA_DIR, 'other.csv'),
    'email\r\njoann@example.com\r\nann@example.community\r\n',
  );
  const dump = join(BACKUP_DIR, 'old.dump.gz');
  writeFileSync(dump, gzipSync('whatever'));
  const { file: backup } = await runJson(`backup --to ${BACKUP_DIR}`, DATA_DIR);
  await run('erase nobody@example.com --yes', DATA_DIR, {}, { BACKUP_DIR });
  const found = await runJson(line, DATA_DIR, 1, { BACKUP_DIR });
  expect(found.erased).toBe(3);
  expect(found.files).toEqual(
    expect.arrayContaining([
      { file: wave, isCertain: true },
      { file: backup, isCertain: true },
      { file: dump, isCertain: false },
    ]),
  );
  expect(found.files).toHaveLength(3);
  for (const file of [wave, backup, dump]) {
    const { code, out } = await run(line, DATA_DIR, {}, { BACKUP_DIR });
    expect([code, out]).toEqual([1, expect.stringContaining(file)]);
    rmSync(file);
  }
  expect(await run(line, DATA_DIR, {}, { BACKUP_DIR })).toMatchObject({
    code: 0,
    out: '✓ Nothing is left of ann@example.com.\n',
  });
});

test('erase names a rehearsal, a file that restore kept, and a file that a living command works on', async () => {
  const DATA_DIR = filledFolder();
  const backup = join(temporaryFolder(), 'a.db');
  await run(`backup ${backup}`, DATA_DIR);
  const rehearsal = join(DATA_DIR, 'rehearsal');
  await run(`restore ${backup} --accept`, rehearsal);
  const { kept } = await runJson(`restore ${backup}`, DATA_DIR);
  const killed = join(DATA_DIR, '.deckwright-work-killed');
  mkdirSync(killed);
  writeFileSync(join(killed, 'copy.csv'), 'ann@example.com');
  const living = createWorkFolder(DATA_DIR);
  writeFileSync(join(living.path, 'copy.csv'), 'ann@example.com');
  const { files } = await runJson(line, DATA_DIR, 1);
  const expected = [kept, join(rehearsal, 'signups.db'), join(living.path, 'copy.csv')];
  expect(files.map(({ file }: { file: string }) => file).toSorted()).toEqual(expected.toSorted());
  // The command removed what the killed command had left.
  expect(readdirSync(DATA_DIR)).not.toContain('.deckwright-work-killed');
  living.remove();
});

test('erase exits with 1 and names BACKUP_DIR when this user cannot list its files', async () => {
  const [DATA_DIR, BACKUP_DIR] = [filledFolder(), join(temporaryFolder(), 'loop')];
  symlinkSync(BACKUP_DIR, BACKUP_DIR);
  const { erased, files } = await runJson(line, DATA_DIR, 1, { BACKUP_DIR });
  expect([erased > 0, files]).toEqual([true, [{ file: BACKUP_DIR, isCertain: false }]]);
});
