import { chmodSync, existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { createSignups } from './create.ts';
import { createSqliteFile } from './file.ts';
import { openSignups, signupsPath } from './open.ts';

afterEach(() => vi.restoreAllMocks());

const inodeOf = (path: string) => statSync(path).ino;

test('of two servers that create the file at once, one creates it and the other uses that file', () => {
  const path = signupsPath(temporaryFolder());
  let first: { isCreated: boolean; inode: number } | undefined;
  const close = DatabaseSync.prototype.close;
  // The other server starts when this one has built its file and not yet linked it.
  vi.spyOn(DatabaseSync.prototype, 'close').mockImplementationOnce(function (this: DatabaseSync) {
    first = { isCreated: createSignups(path), inode: inodeOf(path) };
    close.call(this);
  });
  expect(createSignups(path)).toBe(false);
  expect(first).toEqual({ isCreated: true, inode: inodeOf(path) });
});

test('a creation that fails leaves no file behind', () => {
  const folder = temporaryFolder();
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  const prepare = DatabaseSync.prototype.prepare;
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    statement,
  ) {
    if (statement.startsWith('insert into internals')) throw full;
    return prepare.call(this, statement);
  });
  expect(() => createSignups(signupsPath(folder))).toThrow('disk is full');
  expect(readdirSync(folder)).toEqual([]);
});

test('a new file is reported once with its absolute path, and its time survives a restart', async () => {
  const folder = join(temporaryFolder(), 'data');
  const path = signupsPath(folder);
  const log = { warn: vi.fn(), error: vi.fn() };
  const file = createSqliteFile(folder, log);
  expect(file.madeAt()).toBe(null);
  file.open();
  await file.close();
  const again = createSqliteFile(folder, log);
  again.open();
  expect(log.warn.mock.calls).toEqual([
    [{ path }, expect.stringMatching(`^${path} is new and empty`)],
  ]);
  expect(again.madeAt()).toEqual(file.madeAt());
  expect(Date.now() - Number(again.madeAt())).toBeLessThan(60_000);
  await again.close();
});

test('a file or folder that other users may open is reported at the start with the command that mends it', async () => {
  const folder = temporaryFolder();
  const path = signupsPath(folder);
  createSignups(path);
  chmodSync(path, 0o644);
  chmodSync(folder, 0o777);
  const log = { warn: vi.fn(), error: vi.fn() };
  const file = createSqliteFile(folder, log);
  file.open();
  const said = log.warn.mock.calls.map(([, message]) => message);
  expect(said).toContain(
    `other users may write to ${folder} (mode 777): mend it with \`chmod 700 ${folder}\``,
  );
  expect(said).toContain(
    `other users may open ${path} (mode 644): mend it with \`chmod 600 ${path}\``,
  );
  await file.close();
  expect(existsSync(path)).toBe(true);
});

test.each([
  ['a file', (path: string) => writeFileSync(path, '')],
  ['a link to nothing', (path: string) => symlinkSync(`${path}-missing`, path)],
])('%s in place of the data folder, or above it, is an error with a remedy', (_, make) => {
  const obstacle = join(temporaryFolder(), 'data');
  make(obstacle);
  for (const folder of [obstacle, join(obstacle, 'below')]) {
    expect(() => openSignups(folder, { create: true })).toThrow(
      expect.objectContaining({
        code: 'not_writable',
        problem: `${folder} cannot be made: a file, or a link to nothing, is in its way`,
        remedy: 'Set DATA_DIR to a folder, or to one that can be made.',
      }),
    );
  }
});
