import { mkdirSync } from 'node:fs';
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

/** Returns Chromium’s headless shell from npm. The package unpacks the shell, its libraries and its fonts once. */
async function unpacked(): Promise<LaunchOptions> {
  // The package unpacks into a folder of this installation, which `npm ci` clears.
  const folder = fromRoot('node_modules/.cache/chromium');
  mkdirSync(folder, { recursive: true });
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  // The package reads this variable at import, and unpacks the libraries only if the variable is set.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x';
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
