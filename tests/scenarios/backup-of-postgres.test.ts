import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../cli/testing/run-command.ts';
import { migrateDatabase } from '../../server/stores/postgres/migrate.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

const rows = `select email, source, times, deckwright.iso(created_at) as created_at, campaign
  from deckwright.signups order by email`;

test('a backup of PostgreSQL restores into a new PostgreSQL and into SQLite, without the people whom BACKUP_DIR names, and no mail goes out again', async () => {
  const [from, to, BACKUP_DIR] = [
    await newDatabase('backed_up'),
    await newDatabase('restored_into'),
    temporaryFolder(),
  ];
  const signups = async (line: string, environment: Record<string, string>, code = 0) => {
    const found = await runCommand(`signups ${line} --json`, { BACKUP_DIR, ...environment });
    expect([line, found.code, found.err]).toEqual([line, code, '']);
    return JSON.parse(found.out);
  };
  await migrateDatabase(from);
  await query(
    from,
    `insert into deckwright.signups (email, source, bot_check, times, campaign)
     select format('p%s@backed.example', number), 'hero', 'passed', number, 'news/launch'
     from generate_series(1, 1200) as number`,
  );
  await query(
    from,
    `insert into deckwright.links (token_hash, email, kind) values ('link', 'p2@backed.example', 'confirm')`,
  );
  await query(
    from,
    `insert into deckwright.deliveries (kind, email, address_hash) values ('confirm', 'p2@backed.example', 'hash')`,
  );
  const backup = await signups(`backup --to ${BACKUP_DIR}`, { DATABASE_URL: from });
  expect(backup.signups).toBe(1_200);
  const restore = `restore --latest ${BACKUP_DIR}`;
  // Nothing has recorded the erasures since the backup.
  const refused = await signups(restore, { DATABASE_URL: to }, 1);
  expect(refused.error.code).toBe('erasures_unknown');
  expect(await query(to, 'select count(*)::integer as people from deckwright.signups')).toEqual([
    { people: 0 },
  ]);
  // The backup still holds the address.
  await signups('erase p1@backed.example --yes', { DATABASE_URL: from }, 1);
  // A second erasure of a person stands in BACKUP_DIR beside the first.
  await signups('erase p1@backed.example --yes', { DATABASE_URL: from }, 1);
  expect(await signups(`${restore} --accept`, { DATABASE_URL: to })).toMatchObject({
    signups: 1_199,
    erased: 1,
    gap: expect.anything(),
  });
  expect(await query(to, rows)).toEqual(await query(from, rows));
  expect(await query(to, 'select token_hash from deckwright.links')).toEqual([
    { token_hash: 'link' },
  ]);
  const waiting =
    'select count(*)::integer as mails from deckwright.deliveries where refused_at is null';
  expect(await query(to, waiting)).toEqual([{ mails: 0 }]);
  // A repeated restore adds nothing.
  expect(await signups(`${restore} --accept`, { DATABASE_URL: to })).toMatchObject({
    signups: 1_199,
  });
  const DATA_DIR = join(temporaryFolder(), 'data');
  expect(await signups(`${restore} --accept`, { DATA_DIR })).toMatchObject({ signups: 1_199 });
});

test('a backup of PostgreSQL comes back into its own database, which knows the erasures since', async () => {
  const DATABASE_URL = await newDatabase('own_backup');
  await migrateDatabase(DATABASE_URL);
  await query(
    DATABASE_URL,
    `insert into deckwright.signups (email, source, bot_check)
     select format('p%s@backed.example', number), 'hero', 'passed' from generate_series(1, 3) as number`,
  );
  const backup = join(temporaryFolder(), 'a.db');
  const signups = (line: string) => runCommand(`signups ${line} --json`, { DATABASE_URL });
  expect(await signups(`backup ${backup}`)).toMatchObject({ code: 0 });
  expect(await signups('erase p1@backed.example --yes')).toMatchObject({ code: 0 });
  const { code, out } = await signups(`restore ${backup}`);
  expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ signups: 2, gap: null })]);
});
