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
      name: new URL(name).pathname.replace(/^.*\//, '').replace(/-[\w-]{8}(?=\.)/, ''),
      isAfterPaint: startTime > (paint?.startTime ?? 0),
    }));
  });
}

const before = (fetched: readonly Fetched[]) =>
  fetched.filter(({ isAfterPaint }) => !isAfterPaint).map(({ name }) => name);

for (const path of ['/', '/privacy']) {
  test(`on a phone nothing but the boot script shares the line with the first paint of ${path}`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const fetched = await fetchedBy(page, site + path);
    expect(before(fetched).filter((name) => !name.endsWith('.svg'))).toEqual(['index.js']);
    expect(fetched.map(({ name }) => name)).toContain('instrument-sans-latin-wght-normal.woff2');
  });
}

test('a large screen asks for its fonts at once', async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(before(await fetchedBy(page, `${site}/`))).toEqual(
    expect.arrayContaining([
      'stix-two-text-latin-wght-normal.woff2',
      'instrument-sans-latin-wght-normal.woff2',
      'later.css',
    ]),
  );
});

for (const width of [390, 1440]) {
  test(`nothing is fetched twice at ${width} wide, and all that follows the paint is there`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const names = (await fetchedBy(page, `${site}/`)).map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(names).toContain('later.css');
    await expect(page.locator('link[rel=manifest]')).toHaveCount(1);
  });
}

test('where the browser reports no first paint, styles and React come all the same', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto(`${site}/#contact`);
  await expect(page.getByRole('tab', { name: 'Draft' })).toBeAttached();
  await expect(page.locator('html')).toHaveClass('js');
});
