import { toastDefaults } from '../../client/early-access/defaults.ts';
import { signupErrors, signupTexts } from '../../shared/signup/contract.ts';
import {
  alive,
  answerSignups,
  dialogOf,
  expect,
  expectSent,
  holdBack,
  open,
  opener,
  type Page,
  settled,
  test,
  wait,
} from './fixtures.ts';

/** Writes an address and sends it, later than a person could have. */
async function send(page: Page, address = 'ada@company.com'): Promise<void> {
  const { email, submit } = dialogOf(page);
  // Until React is here the browser would send the form itself.
  await settled(page);
  await email.fill(address);
  await wait(page);
  await submit.click();
}

/** What the page sends beside its requests, whose bodies Playwright cannot read. @returns how to read it. */
async function keepBeacons(page: Page): Promise<() => Promise<[string, string][]>> {
  const kept: [string, string][] = [];
  await page.exposeFunction('keepBeacon', (url: string, body: string) => kept.push([url, body]));
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    const { keepBeacon } = window as never as { keepBeacon(url: string, body: string): void };
    navigator.sendBeacon = (url, body) => {
      (body as Blob).text().then((text) => keepBeacon(String(url), text));
      return send(url, body);
    };
  });
  return async () => kept;
}

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

for (const source of ['nav', 'hero', 'cta'] as const) {
  test(`a prospect signs up by the button at ${source}, is told so, and is back where they were`, async ({
    page,
    site,
  }) => {
    const { dialog, email, submit, done, toast } = dialogOf(page);
    const beacons = await keepBeacons(page);
    await page.goto(site);
    await open(page, source);
    await expect.poll(beacons).toEqual([['/api/opened', JSON.stringify({ source })]]);
    await expect(email).toBeFocused();
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
    await open(page, source);
    await expect(email).toHaveValue('');
  });
}

test('a field that the browser filled in has the house’s colours', {
  tag: '@chromium',
}, async ({ page, site }) => {
  await page.goto(site);
  await open(page);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const selector = 'dialog [type=email]';
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['autofill'] });
  const paper = await page.locator('body').evaluate(() => {
    document.body.style.color = 'var(--color-paper)';
    return getComputedStyle(document.body).color;
  });
  // The browser's own ground cannot be changed, but covered.
  const shadow = await dialogOf(page).email.evaluate(
    (element) => getComputedStyle(element).boxShadow,
  );
  expect(shadow).toContain(`${paper} 0px 0px 0px 64px inset`);
});

test('a failure gives the field the focus, makes no wide dialog grow, and its toast can be pressed', async ({
  page,
  site,
  expected,
}) => {
  expected.push(/Failed to load resource/);
  const { dialog, email, alert, toast } = dialogOf(page);
  const { message } = signupErrors.too_fast;
  await answerSignups(page, { status: 400, body: { error: { code: 'too_fast', message } } });
  await page.goto(site);
  await open(page);
  const height = () => dialog.evaluate((element: HTMLElement) => element.offsetHeight);
  const before = await height();
  await send(page);
  await expect(alert).toHaveText(message);
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(message);
  expect(await height()).toBe(before);
  await expect(dialog.getByRole('listitem').filter({ hasText: message })).toBeVisible();
  await toast.hover();
  await page.clock.runFor(2 * toastDefaults.durationMs);
  await toast.click();
  await expect(dialog).toBeVisible();
  await expect(email).toHaveValue('ada@company.com');
});

test('three toasts are seen at once, apart from each other, each for its time and at its width', async ({
  page,
  site,
}) => {
  const { dialog, submit, toast } = dialogOf(page);
  await page.goto(site);
  await open(page);
  await dialog.locator('[name=website]').evaluate((input: HTMLInputElement) => {
    input.value = 'x';
  });
  await send(page);
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

test('on a small screen a toast covers nothing of the dialog, which keeps to the top', async ({
  page,
  site,
}) => {
  const { dialog, email, done, submit, toast } = dialogOf(page);
  const close = dialog.getByRole('button', { name: 'Close' });
  await answerSignups(page, {});
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [320, 640],
    [640, 512],
  ] as const) {
    await page.setViewportSize({ width, height });
    await alive(page, site);
    await open(page);
    await expect.poll(async () => Math.round((await dialog.boundingBox())?.y ?? 0)).toBe(12);
    await email.fill('ada@company.com');
    await submit.click();
    for (const button of [submit, close]) await button.click({ trial: true });
    await wait(page);
    await submit.click();
    await expect(toast.first()).toContainText(signupTexts.successTitle);
    for (const button of [done, close]) await button.click({ trial: true });
    const [around, inside] = await Promise.all(
      [dialog, toast.first()].map((one) => one.boundingBox()),
    );
    expect(inside?.x).toBe(around?.x);
  }
});

test('the dialog keeps the focus and the page in place, and gives both back', async ({
  page,
  site,
}) => {
  const { dialog, email } = dialogOf(page);
  await page.goto(site);
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

test('the close button shows its name in a while, at once if it just did, and not once it is left', async ({
  page,
  site,
}) => {
  const close = dialogOf(page).dialog.getByRole('button', { name: 'Close' });
  const tooltip = page.getByRole('tooltip', { includeHidden: true });
  await page.goto(site);
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

test('marking letters past the edge of the dialog does not close it', async ({ page, site }) => {
  const { email } = dialogOf(page);
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
});

test('going back closes the dialog, which stands on the page that is left', async ({
  page,
  site,
}) => {
  await page.goto(`${site}/privacy`);
  await page.getByRole('link', { name: 'Back to Home' }).first().click();
  await open(page);
  await page.goBack();
  await expect(page).toHaveURL(`${site}/privacy`);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a press and the letters before React are not lost', async ({ page, site }) => {
  const release = await holdBack(page, '**/assets/site-*.js');
  await page.goto(site);
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

test('where React does not come, the browser sends the form, and says where it came from', {
  tag: '@chromium',
}, async ({ page, site }) => {
  await page.route('**/assets/site-*.js', () => {});
  await page.goto(site);
  await open(page, 'cta');
  const { email } = dialogOf(page);
  await email.fill('patient@company.com');
  const sent = page.waitForRequest('**/api/signup');
  await email.press('Enter');
  expect((await sent).postData()).toContain('source=cta');
  await expect(page).toHaveURL(`${site}/early-access/joined`);
  await expect(page.getByText(signupTexts.success)).toBeVisible();
});

test('where no script of ours comes, the browser opens the dialog and sends its form', async ({
  page,
  site,
  expected,
}) => {
  expected.push(/Failed to load resource/);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(site);
  await open(page);
  await expect(dialogOf(page).email).toBeFocused();
  await page.keyboard.type('unlucky@company.com');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${site}/early-access/joined`);
});

test.describe('without JavaScript', { tag: '@chromium' }, () => {
  test.use({ javaScriptEnabled: false });
  for (const width of [1280, 390]) {
    test(`at ${width} wide the button leads to a form that is in view and focused`, async ({
      page,
      site,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(site);
      const form = page.locator('form').filter({ visible: true });
      await page.getByRole('link', { name: 'Get Early Access' }).nth(1).click();
      await expect(form.getByLabel('Email')).toBeFocused();
      const title = page.getByRole('heading', { name: 'Be among the first' });
      await expect(title).toBeInViewport({ ratio: 1 });
      expect((await title.boundingBox())?.y).toBeGreaterThan(72);
      await form.getByLabel('Email').fill('plain@company');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${site}/early-access/invalid-email`);
      await expect(page.getByRole('alert')).toHaveText(signupErrors.invalid_email.message);
      await form.getByLabel('Email').fill(`plain-${width}@company.com`);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${site}/early-access/joined`);
    });
  }
});
