import { writeFile } from 'node:fs/promises';
import type { BrowserType, Page } from 'playwright';
import type { Variables } from '../../../server/config.ts';
import { Failure, fileFailure, messageOf } from '../../failure.ts';
import type { Device } from './devices.ts';
import { findBrowser } from './find-browser.ts';

export interface Look {
  url: string;
  device: Device;
  dark: boolean;
  sandbox: boolean;
  headless: boolean;
}

export interface Window {
  page: Page;
  close(): Promise<void>;
}

/** Loads Playwright’s Chromium. Resolves with null where it is not installed, as in the image. */
export const loadChromium = (
  load: () => Promise<{ chromium: BrowserType }> = () => import('playwright'),
): Promise<BrowserType | null> =>
  load().then(
    ({ chromium }) => chromium,
    () => null,
  );

/**
 * Opens the site in a browser whose one window it is.
 * Throws a Failure when the browser does not start. Does not try again without the sandbox.
 * @param profile folder of an empty profile: no history, no extensions, no logins.
 */
export async function openWindow(
  chromium: BrowserType,
  profile: string,
  environment: Variables,
  { url, device, dark, sandbox, headless }: Look,
): Promise<Window> {
  const { width, height, touch } = device;
  try {
    const context = await chromium.launchPersistentContext(profile, {
      ...findBrowser(environment, chromium),
      headless,
      chromiumSandbox: sandbox,
      // The preview handles signals itself, because it also ends the server and removes the folder.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      // Without this, Chromium shows a banner about automation, and an empty tab in place of the app’s window. A headless shell has no such window.
      ignoreDefaultArgs: headless ? [] : ['--enable-automation', 'about:blank'],
      args: [
        `--window-size=${width},${height}`,
        ...(headless ? [] : [`--app=${url}`]),
        // A phone draws its scroll bars over the page.
        ...(touch ? ['--hide-scrollbars'] : []),
        // Leaves out the banner about the missing sandbox.
        ...(sandbox ? [] : ['--test-type']),
      ],
      colorScheme: dark ? 'dark' : 'light',
      // When the user resizes the window, the page has the new size.
      viewport: headless ? { width, height } : null,
      // `isMobile` is not set: with it, Playwright would open a second page in place of the app’s window.
      hasTouch: touch,
      ...(headless ? { reducedMotion: 'reduce' } : {}),
    });
    const page = context.pages()[0] ?? (await context.waitForEvent('page'));
    // The browser may have ended already.
    return { page, close: () => context.close().catch(() => {}) };
  } catch (error) {
    const [reason = ''] = messageOf(error).split('\n');
    throw new Failure(
      'browser_start',
      `the browser did not start: ${reason}`,
      'Name a Chrome, Chromium or Edge in CHROMIUM_PATH. Root and many containers cannot use its sandbox: add --no-sandbox.',
    );
  }
}

/** Writes a PNG of the first screen of the device. */
export async function takeShot({ page }: Window, url: string, file: string): Promise<void> {
  await page.goto(url);
  await page.evaluate('document.fonts.ready.then(() => true)');
  const picture = await page.screenshot();
  await writeFile(file, picture).catch((error: unknown) => {
    throw fileFailure(error, file, 'Name a file where this user may write.');
  });
}
