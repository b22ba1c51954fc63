import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type BrowserPage, type Launch, launch } from './browser.ts';
import type { Device } from './devices.ts';

export interface Look {
  device: Device;
  dark: boolean;
}

async function emulate(page: BrowserPage, { device, dark }: Look, still: boolean): Promise<void> {
  const features = [
    { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
    ...(still ? [{ name: 'prefers-reduced-motion', value: 'reduce' }] : []),
  ];
  await page.send('Emulation.setEmulatedMedia', { features });
  if (!device.mobile && !still) return;
  const { width, height, mobile } = device;
  await page.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    mobile,
    deviceScaleFactor: still ? 1 : 0,
  });
  if (mobile) await page.send('Emulation.setTouchEmulationEnabled', { enabled: true });
}

/** Makes the inside of the window, not its frame, the size of the device. */
async function fitWindow(page: BrowserPage, { width, height }: Device): Promise<void> {
  const { windowId } = await page.send('Browser.getWindowForTarget');
  // Before a document is there, there is nothing to evaluate in.
  const documentThere = new Promise<void>((done) =>
    page.tools.on('Runtime.executionContextCreated', () => done()),
  );
  await page.send('Runtime.enable');
  await documentThere;
  const { result } = await page.send('Runtime.evaluate', {
    expression: '[outerWidth - innerWidth, outerHeight - innerHeight]',
    returnByValue: true,
  });
  const [frameWidth = 0, frameHeight = 0] = (result as { value: number[] }).value;
  await page.tools.send('Browser.setWindowBounds', {
    windowId,
    bounds: { width: width + frameWidth, height: height + frameHeight },
  });
}

/** Opens the site in a window of its own. */
export async function openWindow(
  options: Omit<Launch, 'headless' | 'device'>,
  look: Look,
): Promise<BrowserPage> {
  const page = await launch({ ...options, device: look.device, headless: false });
  try {
    await fitWindow(page, look.device);
    await emulate(page, look, false);
    return page;
  } catch (error) {
    await page.close();
    throw error;
  }
}

/** What has to have happened before a picture is a picture of the page. */
const settled = `Promise.all([document.fonts.ready, new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(done)))]).then(() => true)`;

/** Writes a PNG of what the device shows first. */
export async function takeShot(
  options: Omit<Launch, 'headless' | 'device'>,
  look: Look,
  file: string,
): Promise<string> {
  const page = await launch({ ...options, device: look.device, headless: true });
  try {
    await emulate(page, look, true);
    await page.send('Page.enable');
    const loaded = new Promise<void>((done) => page.tools.on('Page.loadEventFired', () => done()));
    await page.send('Page.navigate', { url: options.url });
    await loaded;
    await page.send('Runtime.evaluate', { expression: settled, awaitPromise: true });
    const { data } = await page.send('Page.captureScreenshot', { format: 'png' });
    const path = resolve(file);
    await writeFile(path, Buffer.from(String(data), 'base64'));
    return path;
  } finally {
    await page.close();
  }
}
