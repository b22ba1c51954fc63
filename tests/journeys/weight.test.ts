import { openingFields } from '../../client/early-access/names.ts';
import { alive, dialogOf, expect, open, type Page, test } from './fixtures.ts';

/**
 * As Lighthouse has it for mobile: 150 ms there and back, 1.6 Mbit/s. On loopback all is there before any paint.
 * @param times how much slower than that the network is.
 * @param rate how much slower than it is the processor becomes.
 */
async function slowDown(page: Page, times: number, rate = 1): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000 / times,
    uploadThroughput: 93_750,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** What the browser itself noted of everything that it fetched so far; bytes as they came over the wire. */
const fetched = (page: Page) =>
  page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const entries = ['navigation', 'resource'].flatMap((type) =>
      performance.getEntriesByType(type),
    );
    return (entries as PerformanceResourceTiming[]).map((entry) => ({
      name: new URL(entry.name).pathname,
      bytes: entry.encodedBodySize,
      isBeforePaint: entry.responseEnd < (paint?.startTime ?? Infinity),
    }));
  });

type Fetched = Awaited<ReturnType<typeof fetched>>;
const weigh = (all: Fetched): number => all.reduce((sum, { bytes }) => sum + bytes, 0);
const ending = (all: Fetched, name: string) => all.filter((one) => one.name.endsWith(name));

test('a visitor fetches little: 34 kB, 60 kB of two fonts, then 130 kB of script, and no file twice', {
  tag: '@chromium',
}, async ({ page }) => {
  // The server compresses its pages a moment after its start.
  await expect
    .poll(async () => (await page.request.get('/')).headers()['content-encoding'])
    .toBe('br');
  await alive(page);
  await page.waitForLoadState('networkidle');
  const all = await fetched(page);
  const names = all.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  const boot = all.filter(({ name }) => name.startsWith('/assets/boot-'));
  expect(boot).toHaveLength(1);
  const scripts = weigh(ending(all, '.js')) - weigh(boot);
  const fonts = ending(all, '.woff2');
  expect(fonts).toHaveLength(2);
  expect(weigh(fonts)).toBeLessThanOrEqual(60_000);
  expect(weigh(all) - weigh(fonts) - scripts).toBeLessThanOrEqual(34_000);
  await open(page);
  const { dialog, email, submit, done } = dialogOf(page);
  await email.fill('ada@company.com');
  // As if it had been open for long enough.
  await dialog.locator(`[name=${openingFields.openedAt}]`).evaluate((input: HTMLInputElement) => {
    input.value = '-5000';
  });
  await submit.click();
  await expect(done).toBeVisible();
  expect(weigh(ending(await fetched(page), '.js'))).toBeLessThanOrEqual(130_000);
});

test('no script but the small first one is there before the first paint on a slow connection', {
  tag: '@chromium',
}, async ({ page }) => {
  await slowDown(page, 1);
  await alive(page);
  const early = (await fetched(page)).filter(({ isBeforePaint }) => isBeforePaint);
  const scripts = ending(early, '.js').filter(({ name }) => !name.startsWith('/assets/boot-'));
  expect(scripts).toEqual([]);
  expect(weigh(ending(early, '.js'))).toBeLessThanOrEqual(2_000);
});

/** Notes in the page how far its first frame is scrolled. */
const noteFirstFrame = (page: Page) =>
  page.addInitScript(() => {
    requestAnimationFrame(() => document.documentElement.setAttribute('data-first', `${scrollY}`));
  });

test('whoever comes to an anchor on a slow connection sees nothing else first', {
  tag: '@chromium',
}, async ({ page }) => {
  await slowDown(page, 5);
  await noteFirstFrame(page);
  await page.goto('/#founders');
  const top = await page.evaluate(() => scrollY);
  expect(top).toBeGreaterThan(0);
  await expect(page.locator('html')).toHaveAttribute('data-first', String(top));
});

test('whoever reloads the page further down on a slow phone sees nothing else first', {
  tag: '@chromium',
}, async ({ page }) => {
  await slowDown(page, 1, 4);
  await noteFirstFrame(page);
  await page.goto('/');
  await page.evaluate(() => scrollTo({ top: 2_000, behavior: 'instant' }));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-first', '2000');
});
