import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser } from './support/browser.ts';

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deckwright-shot-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('preview --shot draws what a phone shows first', async () => {
  const file = join(folder, 'phone.png');
  const { stdout } = await run(
    process.execPath,
    [
      'cli/index.ts',
      'preview',
      '--json',
      '--device',
      'phone',
      '--dark',
      '--no-sandbox',
      '--shot',
      file,
    ],
    { env: { ...process.env, CHROMIUM_PATH: await findBrowser() } },
  );
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, shownIn: 'picture', file });
  const picture = await readFile(file);
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([390, 844]);
  // A blank picture compresses to next to nothing.
  expect(picture.byteLength).toBeGreaterThan(15_000);
});
