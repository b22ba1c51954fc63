import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeToken } from '../../shared/entry/link.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { readErasureLog } from '../stores/erasure-log.ts';
import { hashToken } from '../stores/hashes.ts';
import { openSignups } from '../stores/sqlite/open.ts';
import { testSettings } from '../testing/settings.ts';
import { silentLog } from '../testing/silent-log.ts';
import { createBackend } from './create.ts';

const email = 'ada@removed.example';

/** Starts a backend with one entry and a link to the entry. */
async function startWithEntry(BACKUP_DIR: string, log = silentLog) {
  const DATA_DIR = temporaryFolder();
  const mail = { MAIL_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hello@removed.example' };
  const settings = testSettings({ DATA_DIR, BACKUP_DIR, ...mail });
  const backend = await createBackend({ settings, log, metrics: null });
  await backend.open();
  const token = makeToken();
  const other = openSignups(DATA_DIR, { create: false });
  const time = '2026-11-01T00:00:00.000Z';
  other.exec(`insert into signups (email, source, bot_check, created_at, last_seen_at, seen_on)
      values ('${email}', 'hero', 'passed', '${time}', '${time}', '2026-11-01');
    insert into links values ('${hashToken(token)}', '${email}', 'confirm', '${time}')`);
  return { DATA_DIR, backend, token, other };
}

const filesWithAddress = (folder: string): string[] =>
  readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(email));

test('after an own removal no file of the data folder holds the address while the server runs, and BACKUP_DIR has the evidence', async () => {
  const BACKUP_DIR = temporaryFolder();
  const { DATA_DIR, backend, token, other } = await startWithEntry(BACKUP_DIR);
  expect(filesWithAddress(DATA_DIR)).not.toEqual([]);
  const outcome = await backend.entry?.({ token, action: 'remove' }, 'test');
  expect(outcome).toMatchObject({ end: 'removed' });
  expect(filesWithAddress(DATA_DIR)).toEqual([]);
  const erasures = await Array.fromAsync(readErasureLog(BACKUP_DIR));
  expect(erasures).toEqual([outcome?.end === 'removed' && outcome.erasure]);
  other.close();
  await backend.close();
});

test('an own removal succeeds although BACKUP_DIR cannot be written, and the log names the file', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const error = vi.fn();
  const log = Object.assign(Object.create(silentLog), { error });
  const { backend, token, other } = await startWithEntry(join(file, 'backups'), log);
  error.mockClear();
  expect(await backend.entry?.({ token, action: 'remove' }, 'test')).toMatchObject({
    end: 'removed',
  });
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ path: join(file, 'backups', 'erasures.jsonl') }),
    'BACKUP_DIR cannot be written: a restore would not know of an erasure',
  );
  other.close();
  await backend.close();
});
