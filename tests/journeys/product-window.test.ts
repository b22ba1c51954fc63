import { expect, type Page, test } from 'playwright/test';
import { startPages } from '../support/built-server.ts';
import type { Running } from '../support/running-server.ts';

let server: Running;

test.beforeAll(async () => {
  server = await startPages();
});
test.afterAll(() => server.stop());

const reading = (page: Page) => page.getByText('Reading SOW.pdf');
const rewriting = (page: Page) => page.getByText('Rewrite the title');
const delivering = (page: Page) => page.getByText('Download PPTX');

/** Where the window and all that surrounds it stand; nothing of it may move between steps. */
const layout = (page: Page) =>
  page.evaluate(() =>
    ['.window', '.step', '.panes', 'figcaption', '.exhibit-window'].flatMap((selector) =>
      [...document.querySelectorAll(selector)].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [selector, x, y + scrollY, width, height].join(' ');
      }),
    ),
  );

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the steps are radio inputs that show their pane and caption', async ({ page }) => {
    await page.goto(server.url);
    await expect(page.getByRole('radio', { name: 'Draft' })).toBeChecked();
    await page.getByRole('radio', { name: 'Edit' }).check({ force: true });
    await expect(rewriting(page)).toBeVisible();
    await expect(page.getByText('Reword titles and reorder the story')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(delivering(page)).toBeVisible();
    await expect(rewriting(page)).toBeHidden();
  });
});

test('script turns the steps into tabs and keeps the choice and the focus', async ({ page }) => {
  let letScriptPass = () => {};
  const gate = new Promise<void>((resolve) => {
    letScriptPass = resolve;
  });
  await page.route('**/assets/client-*.js', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(server.url, { waitUntil: 'commit' });
  await page.getByRole('radio', { name: 'Edit' }).focus();
  await page.keyboard.press('Space');
  const before = await layout(page);
  const body = await page.locator('.window-body').innerHTML();

  letScriptPass();
  const edit = page.getByRole('tab', { name: 'Edit' });
  await expect(edit).toHaveAttribute('aria-selected', 'true');
  await expect(edit).toBeFocused();
  await expect(rewriting(page)).toBeVisible();
  expect(await layout(page)).toEqual(before);
  expect(await page.locator('.window-body').innerHTML()).toBe(body);
});

test('arrow keys, Home, End and clicks move between the tabs, and nothing shifts', async ({
  page,
}) => {
  await page.goto(server.url);
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab('Draft').focus();
  const before = await layout(page);
  await page.keyboard.press('ArrowLeft');
  await expect(tab('Upload')).toBeFocused();
  await expect(reading(page)).toBeVisible();
  expect(await layout(page)).toEqual(before);
  await page.keyboard.press('ArrowLeft');
  await expect(tab('Deliver')).toBeFocused();
  await expect(delivering(page)).toBeVisible();
  expect(await layout(page)).toEqual(before);
  await tab('Edit').click();
  await expect(page.getByRole('tabpanel')).toHaveText(/^Edit\./);
  const tops = page
    .locator('[data-caption]')
    .evaluateAll((captions) => captions.map((caption) => caption.getBoundingClientRect().top));
  expect(new Set(await tops).size).toBe(1);
  expect(await layout(page)).toEqual(before);
});

test('the body comes back after navigation inside the client', async ({ page }) => {
  await page.goto(server.url);
  await expect(page.getByRole('tab', { name: 'Draft' })).toBeVisible();
  const document = await page.evaluateHandle(() => window.document);
  await page.locator('footer').getByRole('link', { name: 'Careers' }).click();
  await page.getByRole('link', { name: 'Back to Home' }).first().click();
  await expect(page.getByText('Answer first')).toBeVisible();
  expect(await page.evaluate((before) => before === window.document, document)).toBe(true);
});

test('under reduced motion nothing in the window moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(server.url);
  await page.getByRole('tab', { name: 'Draft' }).click();
  expect(
    await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(
            ({ effect }) =>
              effect instanceof KeyframeEffect && effect.target?.closest('.exhibit-window'),
          ).length,
    ),
  ).toBe(0);
});
