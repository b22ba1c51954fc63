import { openingFields } from '../../client/early-access/opening.ts';
import { alive, dialogOf, expect, expectSent, open, type Page, test } from './fixtures.ts';

/** Signs up in an open dialog, as if it had been open for long enough. Playwright's clock would hide the first address. */
async function signUp(page: Page): Promise<void> {
  const { dialog, email, submit, done } = dialogOf(page);
  await email.fill('ada@company.com');
  await dialog.locator(`[name=${openingFields.openedAt}]`).evaluate((input: HTMLInputElement) => {
    input.value = '-5000';
  });
  await submit.click();
  await expect(done).toBeVisible();
}

test('a sign-up carries the campaign of the first page, also from another page of the site', async ({
  page,
}) => {
  await alive(page, '/upload?utm_source=Newsletter&utm_campaign=Launch');
  await page.getByRole('link', { name: 'Get Early Access' }).click();
  await expect(page).toHaveURL('/');
  const request = page.waitForRequest('**/api/signup');
  await signUp(page);
  await expectSent(request, { campaign: 'newsletter/launch' });
  expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(['', 0]);
});

test('a sign-up carries no campaign if the browser asks not to share data', {
  tag: '@chromium',
}, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
  });
  await alive(page, '/?utm_source=newsletter');
  await open(page);
  const request = page.waitForRequest('**/api/signup');
  await signUp(page);
  expect((await request).postDataJSON().campaign).toBeNull();
});
