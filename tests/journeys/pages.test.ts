import axe, { type AxeResults } from 'axe-core';
import type { ConsoleMessage } from 'playwright/test';
import { pageOfEachKind } from '../support/page-of-each-kind.ts';
import {
  alive,
  answerSignups,
  dialogOf,
  expect,
  expectErrors,
  navigate,
  open,
  type Page,
  painted,
  send,
  test,
} from './fixtures.ts';

/** The narrowest width of each layout, where a page is most likely to be too wide, and the widest screen. */
const widths = [320, 360, 480, 600, 768, 1024, 1280, 1344, 2560];

// Addresses are case-sensitive, in the router of the browser too.
const missing = /^404: there is no page at \/Upload/;
const isMissing = (message: ConsoleMessage) => missing.test(message.text());

type Look = [colorScheme: 'light' | 'dark', width: number];

/** Returns the violations that axe finds in a part of the page in a colour scheme and at a width: rule and elements. */
async function violations(page: Page, part: string, [colorScheme, width]: Look) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 900 });
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run('${part}', { resultTypes: ['violations'] })`,
  );
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

for (const { id, path } of pageOfEachKind) {
  test(`the page ${id} hydrates without a console message, never scrolls sideways, and axe finds nothing`, {
    tag: path === '/' ? '@chromium' : [],
  }, async ({ page }) => {
    // The 404 page logs the missing path.
    const written = path === null ? page.waitForEvent('console', isMissing) : null;
    expectErrors(page, /status of 404/, missing);
    await alive(page, path ?? '/Upload');
    await written;
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await over(), `sideways at ${width}`).toBeLessThanOrEqual(0);
    }
    expect(await violations(page, 'html', ['light', 1440])).toEqual([]);
    expect(await violations(page, 'html', ['dark', 390])).toEqual([]);
    // Text of twice the size, as a user may set it (WCAG 1.4.4).
    await page.setViewportSize({ width: 320, height: 900 });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect(await over(), 'sideways with large text').toBeLessThanOrEqual(0);
  });
}

test('axe finds nothing in the dialog or the menu', { tag: '@chromium' }, async ({ page }) => {
  expectErrors(page, /status of 500/);
  const { submit, error, done } = dialogOf(page);
  await page.clock.install();
  await alive(page);
  await open(page);
  // The page behind the dialog has its own test, and axe would take seconds for it.
  await page.locator('main').evaluate((main) => main.replaceChildren());
  expect(await violations(page, 'dialog', ['light', 1280])).toEqual([]);
  await answerSignups(page, 500, { error: { message: 'No.' } });
  await send(page);
  await expect(error).toHaveText('No.');
  expect(await violations(page, 'dialog', ['dark', 1280])).toEqual([]);
  await page.unroute('**/api/signup');
  await submit.click();
  await expect(done).toBeVisible();
  expect(await violations(page, 'dialog', ['light', 1280])).toEqual([]);
  await done.click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await violations(page, 'header', ['dark', 390])).toEqual([]);
});

test('a navigation to /contact leads to the contact section', async ({ page }) => {
  await alive(page, '/privacy');
  await navigate(page, '/contact');
  await expect(page).toHaveURL('/#contact');
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeInViewport();
});

test('an address that only the router would match stays the 404 page', async ({ page }) => {
  expectErrors(page, /status of 404/);
  await page.goto('/contact//', { waitUntil: 'networkidle' });
  await painted(page);
  await expect(page).toHaveURL('/contact//');
  await expect(page.locator('h1')).toHaveText('Oops! Page not found');
});
