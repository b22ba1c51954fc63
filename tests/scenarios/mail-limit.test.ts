import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { openTarget } from '../../server/stores/maintenance/open-target.ts';
import { requireBackup, restoreFile } from '../../server/stores/maintenance/restore.ts';
import { takeSnapshot } from '../../server/stores/maintenance/snapshot.ts';
import { openSqliteDatabase } from '../../server/stores/maintenance/sqlite.ts';
import { createPool } from '../../server/stores/postgres/pool.ts';
import { createPostgresStore } from '../../server/stores/postgres/store.ts';
import { createSqliteFile } from '../../server/stores/sqlite/file.ts';
import { createSqliteStore } from '../../server/stores/sqlite/store.ts';
import type { SignupStore } from '../../shared/signup/store.ts';
import { acceptedSignup } from '../../shared/signup/testing/sign-ups.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { erase, move } from '../support/maintenance.ts';
import { query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

const email = 'victim@example.com';
const markSent = `update deliveries set sent_at = '2026-11-26T10:00:00.000Z' where sent_at is null`;

/** Signs the address up in the file of a folder, and sends the mail. Returns the mails that were queued for it. */
async function signUp(folder: string): Promise<number> {
  const file = createSqliteFile(folder);
  file.open();
  await signUpIn(createSqliteStore(file));
  const queued = await file.commit(({ connection }) =>
    Number(connection.prepare(markSent).run().changes),
  );
  await file.close();
  return queued;
}

const signUpIn = (store: SignupStore) =>
  store.record(null, { ...acceptedSignup, email, asksConfirmation: true });

test('the limit of mails to an address does not begin again after an erasure, a restore, or a move to another database', async () => {
  const first = temporaryFolder();
  expect(await signUp(first)).toBe(1);
  const backup = join(temporaryFolder(), 'backup.db');
  const database = openSqliteDatabase(first);
  await takeSnapshot(database, backup);
  await database.close();
  expect([await signUp(first), await signUp(first), await signUp(first)]).toEqual([1, 1, 0]);

  // This process may still have the file open, and a restore refuses an open file.
  const folder = temporaryFolder();
  cpSync(first, folder, { recursive: true });
  const restored = { backup: requireBackup(backup), logFolders: [], accept: false };
  await restoreFile(folder, restored);
  expect(await signUp(folder)).toBe(0);

  const again = openSqliteDatabase(folder);
  await erase(again, email);
  await again.close();
  expect(await signUp(folder)).toBe(0);

  const url = await newDatabase('mail_limit');
  const [source, target] = [openSqliteDatabase(folder), await openTarget(url)];
  await move(source, target);
  await source.close();
  await target.close();
  const pool = createPool(url);
  await signUpIn(createPostgresStore(pool));
  await pool.end();
  const waiting = await query(url, 'select id from deckwright.deliveries where sent_at is null');
  expect(waiting).toEqual([]);
});
