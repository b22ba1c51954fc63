import { expect, test } from './fixtures.ts';

test.beforeEach(async ({ page, site, expected }) => {
  expected.push(/Failed to load resource/);
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site);
});

test('where the boot script does not come, a prospect still signs up', async ({ page }) => {
  const form = page.locator('.plain-form');
  await expect(form).toBeHidden();
  await page.locator('.hero').getByRole('button', { name: 'Get Early Access' }).click();
  await expect(form).toBeInViewport();
  const shown = page.getByRole('button', { name: 'Get Early Access' });
  await expect(page.locator('.closing').locator(shown)).toHaveCount(1);
  await form.getByLabel('Email').fill('unlucky@company.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: "You're on the list!" })).toBeVisible();
});

test('where the boot script does not come, the menu’s toggle leads to every link', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'Menu' }).click();
  const footer = page.locator('#footer');
  await expect(footer.getByRole('link', { name: 'Founders' })).toBeInViewport();
});
