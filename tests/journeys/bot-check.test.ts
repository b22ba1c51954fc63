import { signupErrors } from '../../shared/signup/outcomes.ts';
import {
  alive,
  dialogOf,
  expect,
  expectErrors,
  expectSent,
  open,
  type Page,
  test,
  wait,
} from './fixtures.ts';

const scriptUrl = 'https://challenges.cloudflare.com/turnstile/v0/api.js*';

/** A stand-in for Turnstile's script. The test passes its tokens by `pass`. */
const turnstile = `window.turnstile = {
  render(container, options) { window.check = options; return 'widget'; },
  reset() {},
  remove() {},
};`;

test.use({ baseURL: ({ guarded }, use) => use(guarded) });

async function pass(page: Page, token: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => 'check' in window)).toBe(true);
  await page.evaluate(`check.callback('${token}')`);
}

test('the page sends no request to a third party before the dialog is opened', async ({
  page,
  baseURL,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.route(scriptUrl, (route) => route.fulfill({ body: turnstile }));
  await alive(page);
  expect(asked.filter((url) => !url.startsWith(baseURL ?? ''))).toEqual([]);
  await open(page);
  await expect.poll(() => asked.some((url) => url.startsWith(scriptUrl.slice(0, -1)))).toBe(true);
});

test('a refused token shows an error, and the next attempt sends the next token', async ({
  page,
}) => {
  expectErrors(page, /status of 403/);
  await page.addInitScript(turnstile);
  await page.route(scriptUrl, (route) => route.fulfill({ body: '' }));
  await openStill(page);
  const { dialog, submit, error, done } = dialogOf(page);
  await wait(page);
  await expect(submit).toBeDisabled();
  await pass(page, 'bad');
  await expect(dialog.getByText('Check passed')).toBeVisible();
  await page.clock.resume();
  await submit.click();
  await expect(error).toHaveText(signupErrors.bot_check_failed.message);
  await expect(submit).toBeDisabled();
  await pass(page, `good-${Math.random()}`);
  const request = page.waitForRequest('**/api/signup');
  await submit.click();
  await expect(done).toBeVisible();
  await expectSent(request, { turnstileToken: expect.stringMatching(/^good-/) });
});

/** Opens the dialog with the page's clock standing still, so that no time passes before the test lets it. */
async function openStill(page: Page): Promise<void> {
  await page.clock.install();
  await alive(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await open(page);
  await dialogOf(page).email.fill('ada@company.com');
  await expect(dialogOf(page).dialog.getByText('Checking you are human')).toBeVisible();
}

for (const [what, isLoaded, ms] of [
  ['whose script does not arrive', false, 3000],
  ['that is silent after its script has run', true, 8000],
] as const) {
  test(`a check ${what} lets the visitor sign up after ${ms} ms, and the button does not move`, async ({
    page,
  }) => {
    if (isLoaded) await page.addInitScript(turnstile);
    await page.route(scriptUrl, () => {});
    await openStill(page);
    const { dialog, submit, done } = dialogOf(page);
    // The dialog moves while it opens.
    await dialog.evaluate((element) =>
      Promise.all(element.getAnimations().map(({ finished }) => finished)),
    );
    const before = await submit.boundingBox();
    await wait(page, ms);
    await expect(submit).toBeEnabled();
    await expect(dialog.getByText('Checking you are human')).toHaveCount(0);
    expect(await submit.boundingBox()).toEqual(before);
    await page.clock.resume();
    const request = page.waitForRequest('**/api/signup');
    await submit.click();
    await expect(done).toBeVisible();
    await expectSent(request, { turnstileToken: null });
  });
}

for (const [callback, seen, isSent, isDetail] of [
  ['error-callback', '', true, false],
  ['unsupported-callback', '', true, true],
  ['expired-callback', 'Checking you are human', false, false],
  ['timeout-callback', 'Checking you are human', false, true],
] as const) {
  test(`after ${callback} the visitor ${isSent ? 'may sign up' : 'sees that the check goes on'}`, {
    tag: isDetail ? '@release' : [],
  }, async ({ page }) => {
    await page.addInitScript(turnstile);
    await page.route(scriptUrl, () => {});
    await openStill(page);
    const { dialog, submit } = dialogOf(page);
    await pass(page, 'old');
    await expect(dialog.getByText('Check passed')).toBeVisible();
    await page.evaluate(`check['${callback}']()`);
    await expect(dialog.getByText('Check passed')).toHaveCount(0);
    if (seen) await expect(dialog.getByText(seen)).toBeVisible();
    await expect(submit).toBeEnabled({ enabled: isSent });
  });
}
