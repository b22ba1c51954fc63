import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { openSignups } from '../sqlite/open.ts';
import { addressColumns } from './erasures.ts';

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
