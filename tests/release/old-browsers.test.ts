import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import puppeteer from 'puppeteer-core';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { startReady } from '../support/built-server.ts';

/**
 * Packages with a Chromium that is older than the floor (`browserslist` in package.json), and the archive of the libraries
 * that each brings along.
 */
const oldBrowsers = [
  ['chromium-116', 'aws'],
  ['chromium-121', 'al2023'],
] as const;

/** Unpacks the Chromium of a package with its libraries. @returns the folder. */
function unpack(name: string, libraries: string): string {
  const packed = join(createRequire(import.meta.url).resolve(`${name}/package.json`), '../bin');
  const folder = temporaryFolder();
  const inflate = (file: string) => brotliDecompressSync(readFileSync(join(packed, file)));
  writeFileSync(join(folder, 'chromium'), inflate('chromium.br'), { mode: 0o755 });
  const archive = join(folder, 'libraries.tar');
  writeFileSync(archive, inflate(`${libraries}.tar.br`));
  execFileSync('tar', ['xf', archive, '-C', folder]);
  return folder;
}

test.each(oldBrowsers)(
  'in %s a prospect signs up by the form of the page, and no script fails',
  async (name, libraries) => {
    const { url } = await startReady(temporaryFolder(), { NODE_ENV: 'test' });
    const folder = unpack(name, libraries);
    const browser = await puppeteer.launch({
      executablePath: join(folder, 'chromium'),
      headless: 'shell',
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
      env: { ...process.env, LD_LIBRARY_PATH: `${folder}/lib:${folder}/${libraries}/lib` },
    });
    try {
      const page = await browser.newPage();
      const failures: unknown[] = [];
      page.on('pageerror', (failure: unknown) => failures.push(failure));
      await page.goto(url, { waitUntil: 'networkidle0' });
      const button = await page.$('main [data-source=hero]');
      await button?.click();
      expect(await page.evaluate('document.activeElement.id')).toBe('early-access-email');
      await page.keyboard.type(`${name}@company.com`);
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      expect(new URL(page.url()).pathname).toBe('/early-access/joined');
      expect(failures).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);
