import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { findBrowser } from '../support/browser.ts';

test('preview --shot draws what a phone shows first', async () => {
  const file = join(temporaryFolder(), 'phone.png');
  const words = ['--json', '--device', 'phone', '--dark', '--no-sandbox', '--shot', file];
  const { executablePath } = await findBrowser();
  const env = { ...process.env, CHROMIUM_PATH: executablePath };
  const preview = ['cli/index.ts', 'preview', ...words];
  const { stdout } = await promisify(execFile)(process.execPath, preview, { env });
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, shownIn: 'picture', file });
  const picture = readFileSync(file);
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([390, 844]);
  // A blank picture compresses to very few bytes.
  expect(picture.byteLength).toBeGreaterThan(15_000);
});
