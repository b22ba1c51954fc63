import { site } from '../../shared/site.ts';
import { expect, type Page, test } from './fixtures.ts';

const parts = (page: Page) => ({
  toggle: page.getByRole('button', { name: 'Menu' }),
  menu: page.locator('#menu'),
});

test.use({ viewport: { width: 390, height: 844 } });

test('the menu opens by its toggle and closes by toggle, Escape, link and button', async ({
  page,
}) => {
  await page.goto('/');
  const { toggle, menu } = parts(page);
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  const closings = [
    () => toggle.click(),
    () => page.keyboard.press('Escape'),
    () => menu.getByRole('link', { name: 'Founders' }).click(),
    () => menu.getByRole('button', { name: 'Get Early Access' }).click(),
  ];
  for (const close of closings) {
    await toggle.click();
    await expect(menu).toBeVisible();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await close();
    await expect(menu).toBeHidden();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  }
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(toggle).toBeFocused();
});

test('the menu closes when the focus leaves it and when the visitor goes back', {
  tag: '@chromium',
}, async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => location.assign('#founders'));
  const { toggle, menu } = parts(page);
  await toggle.click();
  await menu.getByRole('link').last().focus();
  await page.keyboard.press('Shift+Tab');
  await expect(menu).toBeVisible();
  await page.locator('[data-source=hero]').focus();
  await expect(menu).toBeHidden();
  await toggle.click();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toBeHidden();
});

test('the bar has a sign-up button and the name at a width of 320', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  const button = page.getByRole('banner').getByRole('button', { name: 'Get Early Access' });
  await expect(button).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('banner').getByRole('link', { name: site.name })).toBeVisible();
});
