import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { precompress } from './precompress.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deckwright-precompress-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('writes a brotli form beside a text file, in folders too, and it decompresses to it', async () => {
  mkdirSync(join(folder, 'assets'));
  const file = join(folder, 'assets', 'app.js');
  const text = 'export const answer = 42;\n'.repeat(100);
  writeFileSync(file, text);
  await precompress(folder);
  expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe(text);
});

it('leaves alone what is compressed already, and what would only grow', async () => {
  writeFileSync(join(folder, 'font.woff2'), 'x'.repeat(1000));
  writeFileSync(join(folder, 'tiny.js'), 'x');
  await precompress(folder);
  expect(existsSync(join(folder, 'font.woff2.br'))).toBe(false);
  expect(existsSync(join(folder, 'tiny.js.br'))).toBe(false);
});
