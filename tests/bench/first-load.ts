import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { launchBrowser } from '../support/browser.ts';
import { start } from '../support/running-server.ts';
import { serverEntry } from './built.ts';
import { settled } from './pages.ts';

interface Transfer {
  type: string;
  /** Bytes on the wire, headers included. */
  bytes: number;
  /** Milliseconds since the navigation began. */
  endedAt: number;
}

/** Listens to the network as the browser's own tools do. */
async function watchNetwork(session: CDPSession): Promise<Transfer[]> {
  const transfers: Transfer[] = [];
  const types = new Map<string, string>();
  let begun = 0;
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, type = 'Other', timestamp }) => {
    begun ||= timestamp;
    types.set(requestId, type);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    transfers.push({
      type: types.get(requestId) ?? 'Other',
      bytes: encodedDataLength,
      endedAt: (timestamp - begun) * 1000,
    });
  });
  return transfers;
}

const sum = (transfers: Transfer[]): number => transfers.reduce((all, one) => all + one.bytes, 0);
const ofType = (transfers: Transfer[], type: string): number =>
  sum(transfers.filter((one) => one.type === type));

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
    const session = await page.context().newCDPSession(page);
    const transfers = await watchNetwork(session);
    await page.goto(ours.url, { waitUntil: 'load' });
    const painted = await firstPaint(page);
    const boot = await page.locator('script[src]').count();
    const early = transfers.filter((one) => one.type !== 'Script');
    const scripts = transfers.filter((one) => one.type === 'Script').slice(0, boot);
    const fonts = ofType(transfers, 'Font');
    const untouched = { withoutFonts: sum(early) + sum(scripts) - fonts, fonts };
    const beforePaint = sum(scripts.filter((one) => one.endedAt < painted));
    await signUp(page);
    return { untouched, beforePaint, script: ofType(transfers, 'Script') };
  } finally {
    await browser.close();
    await ours.stop();
  }
}
