import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type LaunchOptions } from 'playwright';
import { findBrowser as findInstalled } from '../../cli/commands/preview/find-browser.ts';
import { fromRoot } from '../../server/stores/installed-files.ts';

/** Flags beside Playwright’s own: Chromium needs the first in a container, and the next ones stop its own requests. */
export const browserFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  // Gives letters the width that they have on a screen of high density, independent of the machine’s setting.
  '--font-render-hinting=none',
];

/** Gives Chromium the same fonts on every machine. */
process.env.FONTCONFIG_FILE = fromRoot('tests/support/fonts.conf');
/** In the locale of a user without settings Chromium offers a file whose name has a dash as `download`. */
process.env.LC_ALL = 'C.UTF-8';

/** Returns variables for the package. It unpacks its files into `TMPDIR`, and only on a machine that it takes for Lambda. */
const packageSettings = (folder: string) => ({
  TMPDIR: folder,
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
});

/**
 * Unpacks Chromium’s headless shell from npm, its libraries and its fonts into a folder. The folder appears in one step,
 * because the package takes every file that is there for a complete one, also after an unpacking that was killed.
 */
async function unpackInto(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  const script = `(await import('@sparticuz/chromium')).default.executablePath()`;
  const env = { ...process.env, ...packageSettings(unfinished) };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
  try {
    renameSync(unfinished, folder);
  } catch {
    // Another process has unpacked the same files.
    rmSync(unfinished, { recursive: true });
  }
}

/** Returns Chromium’s headless shell from npm. It is unpacked once for this installation, into a folder that `npm ci` clears. */
async function unpacked(): Promise<LaunchOptions> {
  const folder = fromRoot('node_modules/.cache/chromium');
  if (!existsSync(folder)) await unpackInto(folder);
  const { TMPDIR } = process.env;
  // The package reads these variables at import.
  Object.assign(process.env, packageSettings(folder));
  const { default: packaged } = await import('@sparticuz/chromium');
  try {
    return { executablePath: await packaged.executablePath() };
  } finally {
    // A variable that is set to undefined has the text `undefined`.
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

/** Returns the Chromium from npm on Linux x64, and an installed browser elsewhere or if `CHROMIUM_PATH` is set. */
export async function findBrowser(): Promise<LaunchOptions> {
  const installed = findInstalled(process.env, chromium);
  const isPackaged = process.platform === 'linux' && process.arch === 'x64';
  if (process.env.CHROMIUM_PATH || !isPackaged) return installed;
  // Unpacking fails, for example, in a folder that the user may not write.
  return unpacked().catch(() => installed);
}
