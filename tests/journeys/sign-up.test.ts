import type { Route } from 'playwright/test';
import { toastDefaults } from '../../client/early-access/toast-defaults.ts';
import { signupErrors, signupTexts } from '../../shared/signup/outcomes.ts';
import {
  alive,
  answerSignups,
  dialogOf,
  expect,
  expectErrors,
  expectSent,
  holdBack,
  open,
  opener,
  openings,
  painted,
  send,
  test,
  wait,
} from './fixtures.ts';

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

for (const source of ['nav', 'hero', 'cta'] as const) {
  test(`a prospect signs up by the button at ${source}, and is back there`, async ({ page }) => {
    const { dialog, email, submit, done, toast } = dialogOf(page);
    const before = await openings(page, source);
    await open(page, source);
    await expect.poll(() => openings(page, source)).toBe(before + 1);
    await expect(email).toBeFocused();
    await expect(email).toHaveAttribute('enterkeyhint', 'send');
    await expect(submit).toBeDisabled();
    const request = page.waitForRequest('**/api/signup');
    await send(page, ' Ada@Company.com ');
    await expectSent(request, { email: 'ada@company.com', source });
    await expect(dialog.getByRole('heading', { name: "You're on the list!" })).toBeVisible();
    await expect(dialog.getByText('ada@company.com')).toBeVisible();
    await expect(toast).toContainText(signupTexts.successTitle + signupTexts.success);
    await expect(done).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(opener(page, source)).toBeFocused();
  });
}

test('what the browser fills in has our colours', { tag: '@chromium' }, async ({ page }) => {
  await open(page);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const selector = 'dialog [type=email]';
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['autofill'] });
  // The browser's own ground cannot be changed, but covered.
  await expect(dialogOf(page).email).toHaveCSS('box-shadow', /0px 0px 0px 64px inset/);
});

test('a failure makes no wide dialog grow, and its toast can be read and pressed', async ({
  page,
}) => {
  const { dialog, email, submit, alert, toast } = dialogOf(page);
  const { message } = signupErrors.too_fast;
  await alive(page);
  // Pressed at once, however slow the machine is, on a page that is older than any form.
  await page.clock.pauseAt(Date.now() + 60_000);
  await open(page);
  const height = () => dialog.evaluate((element: HTMLElement) => element.offsetHeight);
  const before = await height();
  await email.fill('ada@company.com');
  await submit.click();
  await page.clock.resume();
  await expect(alert).toHaveText(message);
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(message);
  expect(await height()).toBe(before);
  const inDialog = dialog.getByRole('listitem').filter({ hasText: message });
  await expect(inDialog).toHaveText(signupTexts.errorTitle + message);
  for (let times = 0; times < 2; times += 1) await page.keyboard.press('Shift+Tab');
  await expect(toast).toBeFocused();
  await expect(toast).toHaveCSS('outline-style', 'solid');
  await toast.hover();
  await page.clock.runFor(2 * toastDefaults.durationMs);
  await toast.click();
  await expect(email).toHaveValue('ada@company.com');
  // All outside of an open dialog is inert: the toast goes with its reader.
  await page.keyboard.press('Escape');
  await expect(toast).toBeVisible();
  await expect(inDialog).toHaveCount(0);
  await open(page);
  await expect(alert).toBeEmpty();
  await expect(email).toHaveValue('');
});

// In Firefox Playwright's second `fill` of a field appends to the first.
test('an entry is sent once where it is valid, and its late failure leaves the next one alone', {
  tag: '@chromium',
}, async ({ page }) => {
  expectErrors(page, /Failed to load resource/);
  const { email, submit, alert, toast } = dialogOf(page);
  const sent: Route[] = [];
  await page.route('**/api/signup', (route) => void sent.push(route));
  await open(page);
  await send(page, 'ada@company');
  await expect(submit).toBeEnabled();
  await send(page);
  await expect(submit).toHaveText('Joining...');
  await email.press('Enter');
  await page.keyboard.press('Escape');
  await open(page);
  await send(page);
  await expect(submit).toHaveText('Joining...');
  await expect.poll(() => sent).toHaveLength(2);
  await sent[0]?.fulfill({ status: 500, json: { error: { message: 'It failed.' } } });
  await expect(toast).toContainText('It failed.');
  await expect(alert).toBeEmpty();
  await expect(submit).toHaveText('Joining...');
});

test('three toasts are seen at once and apart, for their time and width', async ({ page }) => {
  const { dialog, submit, toast } = dialogOf(page);
  await open(page);
  // Marked for password managers, which leave it empty.
  const honeypot = dialog.locator('[name=website][data-1p-ignore][data-lpignore=true]');
  await honeypot.evaluate((input: HTMLInputElement) => {
    input.value = 'x';
  });
  await send(page);
  await expect(toast).toContainText(signupErrors.honeypot.message);
  for (let times = 0; times < toastDefaults.visible; times += 1) await submit.click();
  const seen = page.locator('[data-sonner-toast][data-visible=true]');
  await expect(seen).toHaveCount(toastDefaults.visible);
  await page.clock.runFor(1000);
  expect((await seen.first().boundingBox())?.width).toBe(toastDefaults.widthPx);
  const room = async () => {
    const boxes = await seen.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    boxes.sort((a, b) => a.top - b.top);
    return Math.min(...boxes.slice(1).map(({ top }, at) => top - (boxes[at]?.bottom ?? 0)));
  };
  // They glide to their places.
  await expect.poll(room).toBeGreaterThan(0);
  await page.clock.runFor(toastDefaults.durationMs + 1000);
  await expect(toast).toHaveCount(0);
});

test('on a small screen a toast covers nothing of the dialog', async ({ page }) => {
  const { dialog, email, done, submit, toast } = dialogOf(page);
  const close = dialog.getByRole('button', { name: 'Close' });
  await answerSignups(page, 200, {});
  for (const size of ['390x844', '844x390', '320x640', '640x512']) {
    const [width = 0, height = 0] = size.split('x').map(Number);
    await page.setViewportSize({ width, height });
    await alive(page);
    await open(page);
    await expect.poll(async () => Math.round((await dialog.boundingBox())?.y ?? 0)).toBe(12);
    await email.fill('ada@company.com');
    await submit.click();
    for (const button of [submit, close]) await button.click({ trial: true });
    await wait(page);
    await submit.click();
    await expect(toast.first()).toContainText(signupTexts.successTitle);
    for (const button of [done, close]) await button.click({ trial: true });
    expect((await toast.first().boundingBox())?.x).toBe((await dialog.boundingBox())?.x);
  }
});

test('on a low wide screen the newer toast stands alone, as two would cover a button', async ({
  page,
}) => {
  expectErrors(page, /Failed to load resource/);
  const { submit, toast } = dialogOf(page);
  await page.setViewportSize({ width: 1366, height: 657 });
  await answerSignups(page, 500, {});
  await open(page);
  await send(page);
  await expect(toast).toHaveCount(1);
  await answerSignups(page, 200, {});
  await submit.click();
  await expect(toast).toHaveCount(2);
  // Not waited for: in time the older one goes.
  expect(await toast.filter({ visible: true }).count()).toBe(1);
});

test('the address that was entered is shown whole, however long it is', async ({ page }) => {
  const { dialog, done } = dialogOf(page);
  const address = `${'long.name.'.repeat(6)}a@${'subdomain-'.repeat(5)}a.example`;
  await answerSignups(page, 200, {});
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page);
  await send(page, address);
  await done.waitFor();
  await expect(dialog.getByText(address)).toBeVisible();
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
    0,
  );
});

test('the dialog keeps the focus and the page in place, and gives both back', async ({ page }) => {
  const { dialog, email } = dialogOf(page);
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 5),
  ]) {
    await open(page);
    await expect(email).toBeFocused();
    await page.mouse.wheel(0, 500);
    await page.keyboard.press('Shift+Tab');
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await close();
    await expect(dialog).toBeHidden();
    await expect(opener(page)).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
});

test('the close button shows its name in a while, and not once it is left', async ({ page }) => {
  const close = dialogOf(page).dialog.getByRole('button', { name: 'Close' });
  const tooltip = page.getByRole('tooltip', { includeHidden: true });
  await open(page);
  await expect(close).toHaveAccessibleDescription('');
  await expect(tooltip).toBeHidden();
  await close.hover();
  await expect(tooltip).toHaveCSS('transition-delay', '0.7s');
  await expect(tooltip).toHaveCSS('opacity', '1');
  await page.keyboard.press('Shift+Tab');
  await expect(close).toBeFocused();
  await page.keyboard.press('Tab');
  await page.mouse.move(5, 5);
  await expect(tooltip).toBeHidden();
  await expect(tooltip).toHaveCSS('transition-delay', '0.3s');
});

test('going back closes the dialog, which stands on the page that is left', async ({ page }) => {
  await page.goto('/privacy');
  await page.getByRole('link', { name: 'Back to Home' }).first().click();
  await open(page);
  await page.goBack();
  await expect(page).toHaveURL('/privacy');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a press and the letters before React are not lost', async ({ page }) => {
  const release = await holdBack(page, '**/assets/site-*.js');
  // Over a slow line the first script comes before the dialog.
  const booted = page.waitForResponse('**/assets/boot-*.js');
  await page.route('/late.js', async (route) => {
    await booted.then(() => painted(page));
    await route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace('<div id="root">', '<script src="/late.js"></script>$&');
    await route.fulfill({ response, body });
  });
  await page.goto('/');
  await open(page, 'cta');
  const { email, submit, done } = dialogOf(page);
  await page.keyboard.type('ada@comp');
  release();
  await expect(email.and(page.locator(':focus'))).toHaveValue('ada@comp');
  await expect(email.locator('xpath=ancestor::form')).toHaveJSProperty('noValidate', true);
  await page.keyboard.type('any.com');
  await wait(page);
  const request = page.waitForRequest('**/api/signup');
  await submit.press('Enter');
  await expect(done).toBeVisible();
  await expectSent(request, { email: 'ada@company.com', source: 'cta' });
});

for (const [what, files, said] of [
  ['React', 'site-*', 'source=cta'],
  ['any script of ours', '*', 'website=&email=patient'],
]) {
  test(`where ${what} does not come, the browser opens the dialog and sends its form`, {
    tag: '@chromium',
  }, async ({ page }) => {
    await page.route(`**/assets/${files}.js`, () => {});
    await page.goto('/', { waitUntil: 'commit' });
    await open(page, 'cta');
    await expect(dialogOf(page).email).toBeFocused();
    await page.keyboard.type('patient@company.com');
    const sent = page.waitForRequest('**/api/signup');
    await page.keyboard.press('Enter');
    expect((await sent).postData()).toContain(said);
    await expect(page).toHaveURL('/early-access/joined');
    await expect(page.getByText(signupTexts.success)).toBeVisible();
  });
}

test.describe('without JavaScript', { tag: '@chromium' }, () => {
  test.use({ javaScriptEnabled: false });
  for (const width of [1280, 390]) {
    test(`at ${width} wide the button leads to a form in view`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/');
      const email = page.locator('form').filter({ visible: true }).getByLabel('Email');
      await page.getByRole('link', { name: 'Get Early Access' }).nth(1).click();
      await expect(email).toBeFocused();
      const title = page.getByRole('heading', { name: 'Be among the first' });
      await expect(title).toBeInViewport({ ratio: 1 });
      expect((await title.boundingBox())?.y).toBeGreaterThan(72);
      await email.fill('plain@company');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/early-access/invalid-email');
      await expect(page.getByRole('alert')).toHaveText(signupErrors.invalid_email.message);
      await email.fill(`plain-${width}@company.com`);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/early-access/joined');
    });
  }
});
