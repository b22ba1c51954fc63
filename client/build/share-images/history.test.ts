import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pages } from '../../../shared/pages.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { lastModified, sourcesOf } from './history.ts';

const today = new Date('2026-07-08T09:10:11Z');
const root = temporaryFolder();

const when = { GIT_AUTHOR_DATE: '2025-01-02T12:00', GIT_COMMITTER_DATE: '2025-01-02T12:00' };
const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: root, stdio: 'ignore', env: { ...process.env, ...when } });

test('a page without a history changed when it was built', () => {
  expect(new Set(Object.values(lastModified(pages, root, today)))).toEqual(new Set(['2026-07-08']));
});

test('a page changed when its source last did', () => {
  mkdirSync(join(root, 'client/pages'), { recursive: true });
  writeFileSync(join(root, 'client/pages/upload.tsx'), '');
  git('init');
  git('add', '.');
  git('-c', 'user.name=Test', '-c', 'user.email=test@deckwright.example', 'commit', '-m', 'Upload');
  expect(lastModified(pages, root, today)).toMatchObject({
    upload: '2025-01-02',
    privacy: '2026-07-08',
  });
});

test('every page that may be indexed has a source', () => {
  for (const page of pages.filter(({ robots }) => robots === 'index, follow')) {
    expect(sourcesOf(page.id).filter((path) => !existsSync(path))).toEqual([]);
  }
});
