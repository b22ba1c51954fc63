import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { templateFor, writeTemplate } from './template.ts';

test('what the build makes opens as an empty database, and only where there is no data yet', async () => {
  const build = createTemporaryFolder();
  const data = createTemporaryFolder();
  await writeTemplate(build.path);
  const loadDataDir = await templateFor(data.path, build.path);
  expect(loadDataDir).toBeInstanceOf(Blob);
  const database = await PGlite.create(data.path, loadDataDir ? { loadDataDir } : {});
  const { rows } = await database.query('select count(*)::integer as tables from pg_tables');
  expect(rows).toEqual([{ tables: expect.any(Number) }]);
  await database.close();
  expect(await templateFor(data.path, build.path)).toBeUndefined();
  build.remove();
  data.remove();
}, 120_000);

test('without a template, or in a folder with anything in it, nothing is unpacked', async () => {
  const folder = createTemporaryFolder();
  expect(await templateFor(join(folder.path, 'new'), folder.path)).toBeUndefined();
  writeFileSync(join(folder.path, 'PG_VERSION'), '18');
  expect(await templateFor(folder.path, folder.path)).toBeUndefined();
  folder.remove();
});
