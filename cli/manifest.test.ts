import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ManifestEntry } from '../shared/manifest.ts';
import { pages } from '../shared/pages.ts';
import { drive, temporaryFolder } from './testing/drive.ts';

const env = { SITE_ORIGIN: 'https://deckwright.test' };
const read = async (): Promise<ManifestEntry[]> =>
  JSON.parse((await drive(['manifest', '--json'], env)).out);

test('the JSON has a row for every page, in the shape that scripts rely on', async () => {
  const entries = await read();
  expect(entries.map(({ path }) => path)).toEqual(pages.map(({ path }) => path));
  expect(Object.keys(entries[0] ?? {})).toEqual([
    'path',
    'status',
    'title',
    'description',
    'keywords',
    'canonical',
    'robots',
    'image',
    'structuredData',
  ]);
  expect(entries[0]?.canonical).toBe('https://deckwright.test/');
});

test('the table has a line a page', async () => {
  const { code, out } = await drive(['manifest'], env);
  expect(code).toBe(0);
  expect(out.trim().split('\n')).toHaveLength(pages.length + 1);
  expect(out).toMatch(/^\/upload +200 +index, follow +Upload Your Files/m);
});

test('--check passes on our own pages', async () => {
  const { code, out } = await drive(['manifest', '--check'], env);
  expect(out).toContain('every head keeps the rules');
  expect(code).toBe(0);
});

test('--live says so when no server answers', async () => {
  const { code, err } = await drive(['manifest', '--check', '--live'], { ...env, PORT: '1' });
  expect(code).toBe(1);
  expect(err).toContain('no server answers at http://127.0.0.1:1');
});

describe('--diff', () => {
  const saved = join(temporaryFolder(), 'manifest.json');

  test('finds nothing when nothing changed', async () => {
    writeFileSync(saved, JSON.stringify(await read()));
    const { code, out } = await drive(['manifest', '--diff', saved], env);
    expect({ code, out }).toEqual({ code: 0, out: 'No difference.\n' });
  });

  test('shows a changed title and a page that came', async () => {
    const [home, ...others] = await read();
    const before = [
      { ...home, title: 'Before' },
      ...others.filter(({ path }) => path !== '/terms'),
    ];
    writeFileSync(saved, JSON.stringify(before));
    const { code, out } = await drive(['manifest', '--diff', saved, '--json'], env);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual([
      { path: '/', field: 'title', before: 'Before', after: home?.title },
      { path: '/terms', field: null, before: null, after: expect.stringContaining('Terms') },
    ]);
  });

  test('says so when the file is no manifest', async () => {
    writeFileSync(saved, '{}');
    const { code, err } = await drive(['manifest', '--diff', saved], env);
    expect(code).toBe(1);
    expect(err).toContain('is no manifest');
  });
});
