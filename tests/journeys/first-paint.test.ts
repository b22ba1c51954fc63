import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

interface Fetched {
  name: string;
  isAfterPaint: boolean;
}

/** What the page fetched of ours once it is at rest, and whether it asked for it only after the first paint. */
async function fetchedBy(page: Page, address: string): Promise<Fetched[]> {
  await page.goto(address);
  await expect(page.locator('html.js')).toBeAttached();
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return performance.getEntriesByType('resource').map(({ name, startTime }) => ({
      name: new URL(name).pathname.replace(/^.*\//, ''),
      isAfterPaint: startTime > (paint?.startTime ?? 0),
    }));
  });
}

const before = (fetched: readonly Fetched[]) =>
  fetched
    .filter(({ isAfterPaint }) => !isAfterPaint)
    .map(({ name }) => name.replace(/-[\w-]{8}(?=\.)/, ''));

for (const path of ['/', '/privacy']) {
  test(`the first paint of ${path} waits for styles and fonts, and for no script but the small ones of the boot`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const fetched = before(await fetchedBy(page, site + path));
    expect(fetched.filter((name) => !name.endsWith('.svg')).sort()).toEqual([
      'ids.js',
      'index.css',
      'index.js',
      'instrument-sans-latin-wght-normal.woff2',
      'preload-helper.js',
      'reveal.js',
      'stix-two-text-latin-wght-normal.woff2',
    ]);
  });
}

for (const width of [390, 1440]) {
  test(`nothing is fetched twice at ${width} wide`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 900 });
    const names = (await fetchedBy(page, `${site}/`)).map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    await expect(page.locator('link[rel=manifest]')).toHaveCount(1);
  });
}
