import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProcess } from '../../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { createWorkFolder, findWorkFiles, sweepWorkFolders } from './work-folder.ts';

/** Starts another process that works in a folder until it is killed. */
async function startWorker(folder: string) {
  const script = join(temporaryFolder(), 'worker.ts');
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs';
     import { createWorkFolder } from ${JSON.stringify(join(import.meta.dirname, 'work-folder.ts'))};
     const { path } = createWorkFolder(${JSON.stringify(folder)});
     writeFileSync(path + '/copy.db', 'ann@example.com');
     console.log('works in ' + path);
     setInterval(() => {}, 1000);`,
  );
  const worker = startProcess(script);
  const path = await worker.hears(/works in (.+)\n/);
  return { path, kill: () => worker.child.kill('SIGKILL') && worker.ended };
}

test('a sweep leaves the files of a living process alone, and removes them after the process was killed', async () => {
  const folder = temporaryFolder();
  const { path, kill } = await startWorker(folder);
  expect(sweepWorkFolders(folder)).toEqual({ abandoned: [], inUse: [path] });
  expect(readdirSync(path)).toContain('copy.db');
  await kill();
  expect(findWorkFiles(folder)).toEqual({ abandoned: [path], inUse: [] });
  expect(readdirSync(path)).toContain('copy.db');
  expect(sweepWorkFolders(folder)).toEqual({ abandoned: [path], inUse: [] });
  expect(readdirSync(folder)).toEqual([]);
});

test('a sweep leaves the files of this process alone until it removes them', () => {
  const folder = temporaryFolder();
  const work = createWorkFolder(folder);
  expect(sweepWorkFolders(folder).inUse).toEqual([work.path]);
  work.remove();
  expect(readdirSync(folder)).toEqual([]);
});

test('a sweep removes a folder whose process was killed before it had the lock', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.deckwright-work-1'));
  sweepWorkFolders(folder);
  expect(readdirSync(folder)).toEqual([]);
});

test('a work folder that cannot be locked, as on a full disk, is not left behind', () => {
  // SQLite opens no file whose path is this long.
  const folder = join(temporaryFolder(), 'x'.repeat(240), 'y'.repeat(240));
  mkdirSync(folder, { recursive: true });
  expect(() => createWorkFolder(folder)).toThrow();
  expect(readdirSync(folder)).toEqual([]);
});
