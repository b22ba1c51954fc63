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
];

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The package’s build for servers; it unpacks itself, with the libraries that it needs, once. */
async function unpacked(): Promise<string> {
  // Read at import: without it the package leaves out those libraries.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

/**
 * Where a Chromium is: `CHROMIUM_PATH`, an installed one, or the one that npm brings.
 * Throws with what is missing and what to do.
 */
export async function findBrowser(): Promise<string> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) {
    if (isExecutable(CHROMIUM_PATH)) return CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH names ${CHROMIUM_PATH}, which cannot be run.`);
  }
  const found = findProgram(...names);
  if (found) return found;
  try {
    return await unpacked();
  } catch (error) {
    throw new Error(
      'The browser tests found no Chromium: install one (apt-get install chromium), or name one in CHROMIUM_PATH.',
      { cause: error },
    );
  }
}
