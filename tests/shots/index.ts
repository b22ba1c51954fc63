import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright';
import { browserFlags, findBrowser } from '../support/browser.ts';
import { startPages } from '../support/built-server.ts';
import { type State, states } from './states.ts';

/**
 * Photographs the built site, to be looked at beside the design: `npm run shots [-- part of a name …]`.
 * Writes `shots/<state>-<width>-<theme>.png`, and what is printed as a PDF.
 */

const folder = join(import.meta.dirname, '../../shots');
const wanted = process.argv.slice(2);
const isWanted = (name: string) =>
  wanted.length === 0 || wanted.some((part) => name.includes(part));

/** Width and height of the window, in pixels. */
const windows = '320x640 390x844 820x1180 1024x900 1366x657 1440x900 2560x1440'
  .split(' ')
  .map((size) => size.split('x').map(Number) as [width: number, height: number]);

/** Stands in for Turnstile’s script, which a machine without a network would wait for in vain. */
const botCheck = (passes: boolean) => `
  window.turnstile = {
    render(_, options) { if (${passes}) options.callback('token'); return 'widget'; },
    reset() {}, remove() {},
  };
`;

async function shoot(
  browser: Browser,
  site: string,
  file: string,
  state: State,
  options: BrowserContextOptions,
): Promise<void> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.addInitScript(botCheck(state.passes ?? false));
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  await page.goto(site + state.path);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await state.act?.(page);
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, `${file}.png`), fullPage: state.whole ?? false });
  await context.close();
}

async function print(browser: Browser, site: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(site);
  await page.waitForLoadState('networkidle');
  await page.pdf({ path: join(folder, 'print.pdf'), preferCSSPageSize: true });
  await page.close();
}

const server = await startPages({
  TURNSTILE_SITE_KEY: 'a-site-key',
  TURNSTILE_SECRET_KEY: 'a-secret-key',
});
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
for (const [name, state] of Object.entries(states)) {
  const shown = windows.filter(([width]) => state.widths?.includes(width) ?? true);
  for (const [width, height] of shown) {
    for (const theme of ['light', 'dark', 'forced'] as const) {
      const file = `${name}-${width}-${theme}`;
      if (!isWanted(file)) continue;
      await shoot(browser, server.url, file, state, {
        viewport: { width, height },
        colorScheme: theme === 'dark' ? 'dark' : 'light',
        forcedColors: theme === 'forced' ? 'active' : 'none',
      });
    }
  }
}
if (isWanted('print')) await print(browser, server.url);
await browser.close();
await server.stop();
console.log(`Shots are in ${folder}`);
