import { signupErrors, signupTexts, toastDefaults } from '../../shared/signup/contract.ts';
import { answerSignups, dialogOf, expect, open, test, wait } from './fixtures.ts';

test.beforeEach(async ({ page, site }) => {
  await page.clock.install();
  await page.goto(site);
});

test('a prospect signs up, is told so, and finds a fresh form the next time', async ({ page }) => {
  const { dialog, email, submit, done, toast } = dialogOf(page);
  await open(page);
  await email.fill(' Ada@Company.com ');
  await wait(page);
  await submit.click();
  await expect(dialog.getByRole('heading', { name: "You're on the list!" })).toBeVisible();
  await expect(dialog.getByText("What's next?")).toBeVisible();
  await expect(done).toBeFocused();
  await expect(toast).toContainText(signupTexts.successTitle);
  await expect(toast).toContainText(signupTexts.success);
  await done.click();
  await expect(dialog).toBeHidden();
  await open(page);
  await expect(email).toHaveValue('');
  await expect(submit).toBeDisabled();
});

for (const source of ['nav', 'hero', 'cta'] as const) {
  test(`the button at ${source} says where the sign-up came from`, async ({ page }) => {
    const { email, submit, done } = dialogOf(page);
    const sent = await answerSignups(page, {});
    await open(page, source);
    await email.fill('Ada@Company.com');
    await wait(page, 4000);
    await submit.click();
    await expect(done).toBeVisible();
    expect(sent).toHaveLength(1);
    const [{ formFillTime, userAgent, ...rest } = {}] = sent;
    expect(rest).toEqual({ email: 'ada@company.com', source, turnstileToken: null });
    expect(formFillTime).toBeGreaterThanOrEqual(4000);
    expect(userAgent).toBe(await page.evaluate(() => navigator.userAgent));
  });
}

test('the button waits for an address, and an invalid one sends and says nothing', async ({
  page,
}) => {
  const { email, submit, alert } = dialogOf(page);
  const sent = await answerSignups(page, {});
  await open(page);
  await expect(email).toBeFocused();
  await expect(submit).toBeDisabled();
  for (const address of ['ada', 'ada@company', 'ada@company.c']) {
    await email.fill(address);
    await expect(submit).toBeEnabled();
    await wait(page);
    await submit.click();
    await expect(alert).toBeEmpty();
  }
  await email.fill('   ');
  await expect(submit).toBeDisabled();
  expect(sent).toEqual([]);
});

test('a form that is sent too fast stays open and says why', async ({ page }) => {
  const { email, submit, alert, toast } = dialogOf(page);
  const sent = await answerSignups(page, {});
  await open(page);
  await page.clock.pauseAt(Date.now() + 60_000).catch(() => {});
  await page.evaluate(() => {
    const dialog = document.querySelector('dialog');
    if (dialog) dialog.dataset.openedAt = String(performance.now());
  });
  await email.fill('ada@company.com');
  await submit.click();
  await expect(alert).toHaveText(signupErrors.too_fast.message);
  await page.clock.runFor(500);
  await expect(toast).toContainText(`${signupTexts.errorTitle}${signupErrors.too_fast.message}`);
  await expect(email).toHaveValue('ada@company.com');
  await expect(email).toHaveAccessibleDescription(signupErrors.too_fast.message);
  expect(sent).toEqual([]);
});

test('a filled honeypot is refused, and the field never leaves the page', async ({ page }) => {
  const { email, submit, alert } = dialogOf(page);
  const sent = await answerSignups(page, {});
  await open(page);
  const honeypot = page.locator('dialog input[name=website]');
  await expect(honeypot).not.toBeInViewport();
  await email.fill('ada@company.com');
  await honeypot.evaluate((input: HTMLInputElement) => {
    input.value = 'https://spam.example';
  });
  await wait(page);
  await submit.click();
  await expect(alert).toHaveText(signupErrors.honeypot.message);
  expect(sent).toEqual([]);
});

test('while it is sent the button says so and cannot be pressed again', async ({ page }) => {
  const { dialog, email, submit, done } = dialogOf(page);
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let requests = 0;
  await page.route('**/api/signup', async (route) => {
    requests += 1;
    await released;
    await route.fulfill({ json: {} });
  });
  await open(page);
  await email.fill('ada@company.com');
  await wait(page);
  await submit.click();
  await expect(submit).toHaveText('Joining...');
  await expect(submit).toBeDisabled();
  await expect(dialog.getByRole('status').filter({ hasText: 'Joining...' })).toBeAttached();
  await email.press('Enter');
  release();
  await expect(done).toBeVisible();
  expect(requests).toBe(1);
});

const failures = [
  [
    'the server’s own text',
    { status: 429, body: { error: { code: 'rate_limited', message: 'Later.' } } },
    'Later.',
  ],
  ['a failure without a text', { status: 500, body: { error: {} } }, signupTexts.noMessage],
  ['a failure that is no JSON', { status: 502, body: undefined }, signupTexts.noMessage],
  ['a request that does not arrive', { abort: true }, signupErrors.upstream_fetch.message],
] as const;
for (const [name, answer, text] of failures) {
  test(`${name} is shown in the form and in a toast, and the form stays open`, async ({
    page,
    expected,
  }) => {
    expected.push(/Failed to load resource/);
    const { email, submit, alert, toast } = dialogOf(page);
    await answerSignups(page, answer);
    await open(page);
    await email.fill('ada@company.com');
    await wait(page);
    await submit.click();
    await expect(alert).toHaveText(text);
    await expect(toast).toContainText(text);
    await expect(toast).toContainText(signupTexts.errorTitle);
    await expect(email).toHaveValue('ada@company.com');
    await expect(submit).toBeEnabled();
  });
}

test('the server’s message is the success toast’s text', async ({ page }) => {
  const { email, submit, toast } = dialogOf(page);
  await answerSignups(page, { body: { message: 'Welcome aboard.' } });
  await open(page);
  await email.fill('ada@company.com');
  await wait(page);
  await submit.click();
  await expect(toast).toContainText('Welcome aboard.');
});

test('three toasts are seen at once, each for its time and at its width', async ({ page }) => {
  const { email, submit, toast } = dialogOf(page);
  await answerSignups(page, { status: 500, body: { error: { message: 'No.' } } }).catch(() => {});
  await open(page);
  await page.locator('dialog input[name=website]').evaluate((input: HTMLInputElement) => {
    input.value = 'x';
  });
  await email.fill('ada@company.com');
  await wait(page);
  for (let times = 0; times < toastDefaults.visible + 1; times += 1) await submit.click();
  await expect(page.locator('[data-sonner-toast][data-visible=true]')).toHaveCount(
    toastDefaults.visible,
  );
  expect((await toast.first().boundingBox())?.width).toBe(toastDefaults.widthPx);
  await page.clock.runFor(toastDefaults.durationMs + 1000);
  await expect(toast).toHaveCount(0);
});

test('an error is gone when the dialog is opened again', async ({ page }) => {
  const { dialog, email, submit, alert } = dialogOf(page);
  await open(page);
  await page.locator('dialog input[name=website]').evaluate((input: HTMLInputElement) => {
    input.value = 'x';
  });
  await email.fill('ada@company.com');
  await wait(page);
  await submit.click();
  await expect(alert).not.toBeEmpty();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await open(page);
  await expect(alert).toBeEmpty();
  await expect(email).toHaveValue('');
  await expect(page.locator('dialog input[name=website]')).toHaveValue('');
});

test('the dialog keeps the focus inside, and gives it back', async ({ page }) => {
  const { dialog, email } = dialogOf(page);
  const opener = page.locator('.hero').getByRole('button', { name: 'Get Early Access' });
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 5),
  ]) {
    await open(page);
    await expect(email).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await close();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('the close button is named by a tooltip after a while, and at once after another', async ({
  page,
}) => {
  const { dialog } = dialogOf(page);
  await open(page);
  const tooltip = dialog.getByRole('tooltip');
  await page.clock.pauseAt(Date.now() + 120_000).catch(() => {});
  await dialog.getByRole('button', { name: 'Close' }).hover();
  await page.clock.runFor(699);
  await expect(tooltip).toBeHidden();
  await page.clock.runFor(1);
  await expect(tooltip).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(tooltip).toBeHidden();
  await page.clock.runFor(299);
  await dialog.getByRole('button', { name: 'Close' }).hover();
  await page.clock.runFor(1);
  await expect(tooltip).toBeVisible();
});

test('a failure of two lines gives the field the focus, and makes no wide dialog grow', async ({
  page,
  expected,
}) => {
  expected.push(/Failed to load resource/);
  const { dialog, email, submit, alert } = dialogOf(page);
  const message = signupErrors.too_fast.message;
  await answerSignups(page, { status: 400, body: { error: { code: 'too_fast', message } } });
  await open(page);
  await expect(email).toBeFocused();
  const height = () => dialog.evaluate((element: HTMLElement) => element.offsetHeight);
  const before = await height();
  await email.fill('ada@company.com');
  await wait(page);
  await submit.click();
  await expect(alert).toHaveText(message);
  await expect(email).toBeFocused();
  expect(await height()).toBe(before);
});
