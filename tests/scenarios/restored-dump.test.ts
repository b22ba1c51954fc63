import { expect, inject, test } from 'vitest';
import { openPostgresDatabase } from '../../server/stores/maintenance/postgres.ts';
import { hasNewHome } from '../../server/stores/postgres/home.ts';
import { migrateDatabase } from '../../server/stores/postgres/migrate.ts';
import { createPool } from '../../server/stores/postgres/pool.ts';
import { erase, move } from '../support/maintenance.ts';
import { adminUrl, query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

const signUp = (email: string) => `insert into deckwright.signups (email, source, bot_check)
  values ('${email}', 'nav', 'passed')`;
const mail = (
  email: string,
) => `insert into deckwright.deliveries (kind, email, address_hash, created_at, due_at)
  values ('confirm', '${email}', '${email}', '2026-11-01', '2026-11-01')`;

/** Returns whether a server that starts now finds the database in another place. */
const start = async (url: string) => {
  const pool = createPool(url);
  return hasNewHome(pool).finally(() => pool.end());
};

test('a role that may not ask PostgreSQL for the name of the server learns where its database lies', async () => {
  const url = await newDatabase('nameless_server');
  await migrateDatabase(url);
  const admin = adminUrl(inject('postgresPort'), 'nameless_server');
  // As on providers that forbid the functions of the server’s files.
  await query(admin, 'revoke execute on function pg_control_system() from public');
  expect([await start(url), await start(url)]).toEqual([false, false]);
});

test('a server that starts on a restored dump holds its mails for an hour, and a move from the earlier database erases and ends what the dump does not know', async () => {
  const [earlier, restored] = [
    await newDatabase('dump_earlier'),
    await newDatabase('dump_restored'),
  ];
  await migrateDatabase(earlier);
  expect([await start(earlier), await start(earlier)]).toEqual([false, false]);
  // What `pg_restore` of a dump leaves: the same rows in another database.
  await migrateDatabase(restored);
  const keys = await query(
    earlier,
    `select key, deckwright.iso(created_at) as made from deckwright.address_keys`,
  );
  await query(
    restored,
    `update deckwright.address_keys set key = '${keys[0]?.key}', created_at = '${keys[0]?.made}'`,
  );
  const [home] = await query(earlier, `select value from deckwright.internals where name = 'home'`);
  await query(restored, `insert into deckwright.internals values ('home', '${home?.value}')`);
  for (const url of [earlier, restored]) {
    for (const email of ['ada@dump.example', 'bob@dump.example']) {
      await query(url, signUp(email));
      await query(url, mail(email));
    }
  }
  const [source, target] = [openPostgresDatabase(earlier), openPostgresDatabase(restored)];
  await erase(source, 'ada@dump.example');
  await source.query(`update deckwright.deliveries set sent_at = now()`);
  const due =
    'select count(*)::integer as mails from deckwright.deliveries where sent_at is null and due_at <= now()';
  expect([await start(restored), await target.query(due)]).toEqual([true, [{ mails: 0 }]]);
  expect(await start(restored)).toBe(false);
  expect(await move(source, target)).toMatchObject({ removed: 1, total: 1 });
  expect(
    await target.query('select email, sent_at is not null as is_sent from deckwright.deliveries'),
  ).toEqual([{ email: 'bob@dump.example', is_sent: true }]);
  await source.close();
  await target.close();
});
