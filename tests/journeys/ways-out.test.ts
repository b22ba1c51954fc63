import { alive, dialogOf, expect, open, test } from './fixtures.ts';

test('marking letters past the edge of the dialog does not close it', async ({ page, site }) => {
  const { dialog, email } = dialogOf(page);
  await page.goto(site);
  await open(page);
  await email.fill('ada@company.com');
  const field = await email.boundingBox();
  if (!field) throw new Error('The field is nowhere.');
  await page.mouse.move(field.x + 100, field.y + 20);
  await page.mouse.down();
  await page.mouse.move(5, field.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect(email).toHaveValue('ada@company.com');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
});

test('going back closes the dialog, which stands on the page that is left', async ({
  page,
  site,
}) => {
  await alive(page, `${site}/privacy`);
  await page.getByRole('link', { name: 'Back to Home' }).first().click();
  await open(page);
  await page.goBack();
  await expect(page).toHaveURL(`${site}/privacy`);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('main h1')).toBeFocused();
});

test('the menu gives the focus back, and closes when the focus leaves it or the reader goes back', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site);
  await page.evaluate(() => location.assign('#founders'));
  const toggle = page.getByRole('button', { name: 'Menu' });
  const menu = page.locator('#menu');
  await toggle.click();
  await menu.getByRole('button', { name: 'Get Early Access' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(toggle).toBeFocused();
  await toggle.click();
  await menu.getByRole('link').last().focus();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(menu).toBeHidden();
  await expect(page.locator('.hero').getByRole('button').first()).toBeFocused();
  await toggle.click();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toBeHidden();
});

test('the buttons answer the keyboard, and lead nowhere', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await alive(page, site);
  const toggle = page.getByRole('button', { name: 'Menu' });
  await toggle.press(' ');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await toggle.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await page.locator('.hero').getByRole('button', { name: 'Get Early Access' }).press(' ');
  await expect(dialogOf(page).email).toBeFocused();
  await expect(dialogOf(page).email).toHaveValue('');
  await expect(page).toHaveURL(`${site}/`);
});
