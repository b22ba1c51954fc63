import { openingFields } from '../../client/early-access/opening.ts';
import { alive, dialogOf, expect, open, type Page, test } from './fixtures.ts';

/**
 * Slows the network down to Lighthouse's mobile profile: a round trip of 150 ms, 1.6 Mbit/s. On loopback everything would
 * arrive before the first paint.
 * @param times divides the bandwidth further.
 * @param rate slows the CPU down by this factor.
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

/** Returns what the browser has fetched so far: path, compressed bytes, and whether it arrived before the first paint. */
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

/**
 * Returns the compressed bytes of the landing page at an origin of the usual length. The page names its origin, so that
 * its compressed size changes by up to 100 bytes with the port of a test server.
 */
async function bytesOfHome(page: Page, site: string): Promise<number> {
  const headers = (await page.request.get(site)).headers();
  expect(headers['content-encoding']).toBe('br');
  return Number(headers['content-length']);
}
const ending = (all: Fetched, name: string) => all.filter((one) => one.name.endsWith(name));

/** Returns the characters of a page’s styles, and those of each section with its nested markup. */
function sizesOf(html: string): string {
  const [styles = ''] = html.match(/<style.*?<\/style>/s) ?? [];
  const sections = html.split(/(?=<section)/).slice(1);
  const ofSection = (section: string) =>
    `${/aria-labelledby="([^"]*)"/.exec(section)?.[1]}: ${section.length}`;
  return [`styles: ${styles.length}`, ...sections.map(ofSection)].join(', ');
}

/** Returns what the message of a failure says: what the first load consists of, and what to do. */
const remedyFor = (html: string): string =>
  `The first load is the HTML of the landing page with all styles. Characters before compression: ${sizesOf(html)}. Compare them with those of the last build (dist/pages/home.html). Shorten the part that grew, or raise the budget here and in docs/decisions/0012.`;

test('a visitor fetches at most 36 kB of HTML and CSS, 60 kB of fonts and 140 kB of script, and no file twice', {
  tag: '@chromium',
}, async ({ page, start }) => {
  await alive(page);
  await page.waitForLoadState('networkidle');
  const all = await fetched(page);
  const names = all.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  const boot = all.filter(({ name }) => name.startsWith('/assets/boot-'));
  expect(boot).toHaveLength(1);
  const scripts = weigh(ending(all, '.js'));
  const fonts = ending(all, '.woff2');
  expect(fonts).toHaveLength(2);
  expect(weigh(fonts)).toBeLessThanOrEqual(60_000);
  const html = all.filter(({ name }) => name === '/');
  expect(html).toHaveLength(1);
  const others = weigh(all) - weigh(html) - weigh(fonts) - scripts;
  const site = await start({ SITE_ORIGIN: 'https://deckwright.example' });
  // The server makes the best compression in the background.
  const first = async () => (await bytesOfHome(page, site)) + others;
  const message = remedyFor(await (await page.request.get(site)).text());
  await expect.poll(first, { message }).toBeLessThanOrEqual(36_000);
  await open(page);
  const { dialog, email, submit, done } = dialogOf(page);
  await email.fill('ada@company.com');
  // As if the dialog had been open for long enough.
  await dialog.locator(`[name=${openingFields.openedAt}]`).evaluate((input: HTMLInputElement) => {
    input.value = '-5000';
  });
  await submit.click();
  await expect(done).toBeVisible();
  expect(weigh(ending(await fetched(page), '.js'))).toBeLessThanOrEqual(140_000);
});

test('only the small first script arrives before the first paint on a slow connection', {
  tag: ['@chromium', '@release'],
}, async ({ page }) => {
  await slowDown(page, 1);
  await alive(page);
  const early = (await fetched(page)).filter(({ isBeforePaint }) => isBeforePaint);
  const scripts = ending(early, '.js').filter(({ name }) => !name.startsWith('/assets/boot-'));
  expect(scripts).toEqual([]);
  expect(weigh(ending(early, '.js'))).toBeLessThanOrEqual(2_500);
});

/** Records the scroll position of the first frame. */
const noteFirstFrame = (page: Page) =>
  page.addInitScript(() => {
    requestAnimationFrame(() => document.documentElement.setAttribute('data-first', `${scrollY}`));
  });

test('the first frame of an address with an anchor shows the section on a slow connection', {
  tag: ['@chromium', '@release'],
}, async ({ page }) => {
  await slowDown(page, 5);
  await noteFirstFrame(page);
  await page.goto('/#founders');
  const top = await page.evaluate(() => scrollY);
  expect(top).toBeGreaterThan(0);
  await expect(page.locator('html')).toHaveAttribute('data-first', String(top));
});

test('the first frame of a reload has the scroll position of before on a slow phone', {
  tag: ['@chromium', '@release'],
}, async ({ page }) => {
  await slowDown(page, 1, 4);
  await noteFirstFrame(page);
  await page.goto('/');
  await page.evaluate(() => scrollTo({ top: 2_000, behavior: 'instant' }));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-first', '2000');
});
