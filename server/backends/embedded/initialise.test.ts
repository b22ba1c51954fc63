import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { initialise } from './initialise.ts';

let folder: ReturnType<typeof createTemporaryFolder>;
let data: string;

beforeEach(() => {
  folder = createTemporaryFolder();
  data = join(folder.path, 'pglite');
});

afterEach(() => folder.remove());

function makeWhole(): void {
  mkdirSync(join(data, 'global'), { recursive: true });
  writeFileSync(join(data, 'PG_VERSION'), '17');
  writeFileSync(join(data, 'global', 'pg_control'), 'rows');
}

describe('a first start', () => {
  test('makes the folder, and marks it until it is finished', async () => {
    const { finish, setAside } = await initialise(folder.path);
    expect(setAside).toBeNull();
    expect(existsSync(join(folder.path, 'pglite.initialising'))).toBe(true);
    await finish();
    expect(readdirSync(folder.path)).toEqual(['pglite']);
  });
});

describe('a folder whose first start was killed', () => {
  test('is set aside under a name that says so, with all that was in it', async () => {
    await initialise(folder.path);
    makeWhole();
    const { setAside } = await initialise(folder.path);
    expect(setAside).toMatch(/pglite\.half-initialised-\d{4}-\d\d-\d\dT/);
    expect(readFileSync(join(setAside ?? '', 'global', 'pg_control'), 'utf8')).toBe('rows');
    expect(readdirSync(data)).toEqual([]);
  });

  test('is known without the marker too, by what is missing', async () => {
    mkdirSync(data);
    writeFileSync(join(data, 'PG_VERSION'), '17');
    expect((await initialise(folder.path)).setAside).toMatch(/half-initialised/);
  });
});

test('a whole folder is left as it is', async () => {
  makeWhole();
  const { setAside, finish } = await initialise(folder.path);
  await finish();
  expect(setAside).toBeNull();
  expect(readdirSync(folder.path)).toEqual(['pglite']);
  expect(readFileSync(join(data, 'global', 'pg_control'), 'utf8')).toBe('rows');
});
