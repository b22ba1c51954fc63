import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright';
import { launchBrowser } from '../support/browser.ts';
import { start } from '../support/running-server.ts';
import { type State, states } from './states.ts';

/**
 * Photographs the built site, to be looked at beside the design: `npm run shots [-- part of a name …]`.
 * Writes `shots/<state>-<width>-<theme>.png`, and what is printed as a PDF.
 */

const entry = join(import.meta.dirname, '../../dist/server/index.js');
const folder = join(import.meta.dirname, '../../shots');
const wanted = process.argv.slice(2);
const isWanted = (name: string) =>
  wanted.length === 0 || wanted.some((part) => name.includes(part));

const heights: Record<number, number> = {
  320: 640,
  390: 844,
  820: 1180,
  1024: 900,
  1366: 657,
  1440: 900,
  2560: 1440,
};

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

const data = mkdtempSync(join(tmpdir(), 'deckwright-shots-'));
const server = await start(entry, {
  PORT: '0',
  NODE_ENV: 'test',
  DATA_DIR: data,
  TURNSTILE_SITE_KEY: 'a-site-key',
  TURNSTILE_SECRET_KEY: 'a-secret-key',
});
mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
for (const [name, state] of Object.entries(states)) {
  const looks = (state.widths ?? Object.keys(heights).map(Number)).flatMap((width) =>
    (['light', 'dark', 'forced'] as const).map((theme) => ({ width, theme })),
  );
  for (const { width, theme } of looks) {
    const file = `${name}-${width}-${theme}`;
    if (!isWanted(file)) continue;
    await shoot(browser, server.url, file, state, {
      viewport: { width, height: heights[width] ?? 900 },
      colorScheme: theme === 'dark' ? 'dark' : 'light',
      forcedColors: theme === 'forced' ? 'active' : 'none',
    });
  }
}
if (isWanted('print')) await print(browser, server.url);
await browser.close();
await server.stop();
rmSync(data, { recursive: true, force: true });
console.log(`Shots are in ${folder}`);
