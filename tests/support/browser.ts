import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { chromium, type LaunchOptions } from 'playwright';
import { findBrowser as findInstalled } from '../../cli/commands/preview/find-browser.ts';
import { fromRoot } from '../../server/stores/installed-files.ts';

/** Beside those of Playwright’s, what a Chromium needs in a container, and what keeps it from calling home. */
export const browserFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  // Letters as wide as on a screen of many pixels, whatever the machine’s own setting is.
  '--font-render-hinting=none',
];

/** The fonts of its machine are the same everywhere, too. */
process.env.FONTCONFIG_FILE = fromRoot('tests/support/fonts.conf');

/** The one that npm brings: Chromium’s headless shell. It unpacks itself once, with its libraries and its fonts. */
async function unpacked(): Promise<LaunchOptions> {
  // Where it unpacks: a folder of this installation, which `npm ci` clears.
  const folder = fromRoot('node_modules/.cache/chromium');
  mkdirSync(folder, { recursive: true });
  const before = process.env.TMPDIR ?? tmpdir();
  process.env.TMPDIR = folder;
  // Read at import: without it the package leaves out those libraries.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  try {
    return { executablePath: await packaged.executablePath() };
  } finally {
    process.env.TMPDIR = before;
  }
}

/** The one that npm brings for Linux, the same on every machine; else, or where `CHROMIUM_PATH` is set, an installed one. */
export async function findBrowser(): Promise<LaunchOptions> {
  const installed = findInstalled(process.env, chromium);
  const isPackaged = process.platform === 'linux' && process.arch === 'x64';
  if (process.env.CHROMIUM_PATH || !isPackaged) return installed;
  // E.g. in a folder that may not be written.
  return unpacked().catch(() => installed);
}
