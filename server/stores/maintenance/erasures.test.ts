import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { openSignups } from '../sqlite/open.ts';
import { addressColumns, eraseAddress, erasedBy, readErasures } from './erasures.ts';

test('an erasure covers every column of the file whose name says that it holds an address', () => {
  const database = openSignups(temporaryFolder(), { create: true });
  const found = database
    .prepare(
      `select tables.name || '.' || columns.name as name
       from sqlite_schema as tables, pragma_table_info(tables.name) as columns
       where tables.type = 'table' and columns.name in ('email', 'replaces', 'address')`,
    )
    .all();
  const covered = addressColumns(database).map(({ table, column }) => `${table}.${column}`);
  database.close();
  expect(covered.sort()).toEqual(found.map(({ name }) => String(name)).sort());
});

test('an erasure holds for a row that is dated later, because the clock was set back since', () => {
  const database = openSignups(temporaryFolder(), { create: true });
  const row = {
    email: 'ada@company.com',
    created_at: new Date(Date.now() + 3_600_000).toISOString(),
  };
  database
    .prepare(
      `insert into signups (email, source, bot_check, created_at, last_seen_at, seen_on)
       values (?1, 'hero', 'passed', ?2, ?2, date(?2))`,
    )
    .run(row.email, row.created_at);
  eraseAddress(database, row.email);
  const erasures = [...readErasures(database)];
  database.close();
  expect(erasedBy(erasures)(row.email, row.created_at)).toBe(true);
});
