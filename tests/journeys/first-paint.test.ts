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

for (const path of ['/', '/privacy']) {
  test(`${path} as it is sent names one stylesheet and one small script`, async ({
    request,
    site,
  }) => {
    const html = await (await request.get(site + path)).text();
    const scripts = Array.from(html.matchAll(/<script[^>]* src="([^"]*)"/g), ([, name]) => name);
    expect(scripts).toEqual([expect.stringMatching(/^\/assets\/index-/)]);
    expect(html.match(/<link[^>]*rel="stylesheet"/g)).toHaveLength(1);
    expect(html).not.toContain('modulepreload');
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
