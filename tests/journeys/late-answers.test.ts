import { signupErrors, signupTexts } from '../../shared/signup/contract.ts';
import { dialogOf, expect, open, test, wait } from './fixtures.ts';

/** Longer than anything here is waited for. */
const foreverMs = 80_000;

test('a sign-up that is never answered is told, and can be sent again', async ({ page, site }) => {
  const { email, submit, alert } = dialogOf(page);
  await page.clock.install();
  await page.route('**/api/signup', () => {});
  await page.goto(site);
  await open(page);
  await email.fill('ada@company.com');
  await wait(page);
  await submit.click();
  await expect(submit).toHaveText('Joining...');
  await page.clock.fastForward(foreverMs);
  await expect(alert).toHaveText(signupErrors.upstream_fetch.message);
  await expect(submit).toBeEnabled();
});

for (const [name, isMissing] of [
  ['is gone', true],
  ['does not come', false],
] as const) {
  test(`where the dialog’s script ${name}, the browser itself sends its form`, async ({
    page,
    site,
    expected,
  }) => {
    expected.push(/Failed to load resource/);
    const { email, submit } = dialogOf(page);
    await page.clock.install();
    await page.route('**/assets/live-*.js', (route) =>
      isMissing ? route.fulfill({ status: 404 }) : undefined,
    );
    await page.goto(site);
    await open(page, 'cta');
    if (!isMissing) await expect(submit).toBeDisabled();
    await page.clock.fastForward(foreverMs);
    await expect(submit).toBeEnabled();
    await email.fill('patient@company.com');
    const sent = page.waitForRequest('**/api/signup');
    await email.press('Enter');
    expect((await sent).postData()).toContain('source=cta');
    await expect(page.getByText(signupTexts.success)).toBeVisible();
    await expect(page).toHaveURL(/\/early-access\/joined$/);
  });
}
