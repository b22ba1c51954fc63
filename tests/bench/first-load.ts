import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { launchBrowser } from '../support/browser.ts';
import { start } from '../support/running-server.ts';
import { serverEntry } from './built.ts';
import { settled } from './pages.ts';

interface Fetched {
  kind: 'page' | 'style' | 'script' | 'font' | 'other';
  /** Of the body as it came over the wire. */
  bytes: number;
  /** Milliseconds since the navigation began. */
  endedAt: number;
}

/** What the browser itself noted of everything that it fetched so far. */
const fetched = (page: Page): Promise<Fetched[]> =>
  page.evaluate(() => {
    const kinds: [RegExp, Fetched['kind']][] = [
      [/\.js$/, 'script'],
      [/\.css$/, 'style'],
      [/\.woff2$/, 'font'],
    ];
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    return entries.map(({ name, entryType, encodedBodySize, responseEnd }) => ({
      kind:
        entryType === 'navigation'
          ? 'page'
          : (kinds.find(([pattern]) => pattern.test(new URL(name).pathname))?.[1] ?? 'other'),
      bytes: encodedBodySize,
      endedAt: responseEnd,
    }));
  });

const sum = (all: Fetched[]): number => all.reduce((total, one) => total + one.bytes, 0);
const ofKind = (all: Fetched[], kind: Fetched['kind']): Fetched[] =>
  all.filter((one) => one.kind === kind);

const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const paint = list.getEntriesByName('first-paint')[0];
          if (paint) resolve(paint.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );

/** As Lighthouse has it for mobile: 150 ms there and back, 1.6 Mbit/s. On loopback all is there before any paint. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
};

/** Bytes of script that were there before the first paint on a slow connection. */
async function scriptBeforePaint(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', slow4g);
  await page.goto(url, { waitUntil: 'load' });
  const painted = await firstPaint(page);
  const scripts = ofKind(await fetched(page), 'script');
  await page.close();
  return sum(scripts.filter((one) => one.endedAt < painted));
}

async function signUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get Early Access' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('bench@company.com');
  await page.waitForTimeout(2100);
  await dialog.getByRole('button', { name: 'Get Early Access' }).click();
  await dialog.getByRole('button', { name: 'Got it' }).waitFor();
}

/** Bytes that Chromium fetches for `/`: before React is asked for, before the first paint, and for a sign-up. */
export async function measureFirstLoad(folder: string) {
  const ours = await start(serverEntry, { PORT: '0', DATA_DIR: join(folder, 'data-load') });
  const browser = await launchBrowser();
  try {
    await settled(ours.url);
    const page = await browser.newPage();
    // The page alone names its boot script; whatever that imports counts as asked for.
    const html = await (await page.goto(ours.url, { waitUntil: 'load' }))?.text();
    await page.waitForLoadState('networkidle');
    const first = await fetched(page);
    const named = html?.match(/<script[^>]+src=/g)?.length ?? 0;
    const scripts = ofKind(first, 'script');
    const fonts = sum(ofKind(first, 'font'));
    const rest = first.filter((one) => one.kind !== 'script');
    await signUp(page);
    return {
      untouched: { withoutFonts: sum(rest) - fonts + sum(scripts.slice(0, named)), fonts },
      beforePaint: await scriptBeforePaint(browser, ours.url),
      script: sum(ofKind(await fetched(page), 'script')),
    };
  } finally {
    await browser.close();
    await ours.stop();
  }
}
