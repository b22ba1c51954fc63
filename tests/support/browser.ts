import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fromRoot } from '../../server/project/files.ts';
import { findProgram, isExecutable } from './programs.ts';

/** Flags that a headless Chromium needs in a container, and that keep it from calling home. */
export const browserFlags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Letters as wide as on a screen of many pixels, whatever the machine’s own setting is.
  '--font-render-hinting=none',
];

/** The fonts of its machine are the same everywhere, too. */
process.env.FONTCONFIG_FILE = fromRoot('tests/support/fonts.conf');

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The one that npm brings: Chromium’s headless shell. It unpacks itself once, with its libraries and its fonts. */
async function unpacked(): Promise<string> {
  // Where it unpacks: a folder of this installation, which `npm ci` clears.
  const folder = fromRoot('node_modules/.cache/chromium');
  mkdirSync(folder, { recursive: true });
  const before = process.env.TMPDIR ?? tmpdir();
  process.env.TMPDIR = folder;
  // Read at import: without it the package leaves out those libraries.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  try {
    return await packaged.executablePath();
  } finally {
    process.env.TMPDIR = before;
  }
}

/**
 * Where a Chromium is: `CHROMIUM_PATH`, the one that npm brings for Linux, the same on every machine, or an installed
 * one. Throws with what is missing and what to do.
 */
export async function findBrowser(): Promise<string> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) {
    if (isExecutable(CHROMIUM_PATH)) return CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH names ${CHROMIUM_PATH}, which cannot be run.`);
  }
  let cause: unknown;
  if (process.platform === 'linux' && process.arch === 'x64') {
    try {
      return await unpacked();
    } catch (error) {
      // E.g. in a folder that may not be written: an installed one does.
      cause = error;
    }
  }
  const found = findProgram(...names);
  if (found) return found;
  throw new Error(
    'The browser tests found no Chromium: install one (apt-get install chromium), or name one in CHROMIUM_PATH.',
    { cause },
  );
}
