import type { Locator, Route } from 'playwright/test';
import { defaultSource, sources } from '../../shared/signup/contract.ts';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import { earlyAccess, signupTexts } from '../../shared/signup/texts.ts';
import {
  alive,
  answerSignups,
  countingTest,
  dialogOf,
  expect,
  expectErrors,
  expectSent,
  forceAutofill,
  holdBack,
  noticeOf,
  open,
  opener,
  openings,
  type Page,
  painted,
  send,
  settled,
  test,
  wait,
} from './fixtures.ts';

/** Milliseconds that a toast is visible, and how many are visible at once. */
const [toastMs, mostToasts] = [4_000, 3];

/** Returns the lower edge of an element in pixels from the top of the window. */
async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return (box?.y ?? 0) + (box?.height ?? 0);
}

/** Fails sign-ups behind the open dialog: the visitor has closed the dialog after each and opened it again. */
async function failBehindDialog(page: Page, failures: number): Promise<void> {
  const { submit } = dialogOf(page);
  const sent: Route[] = [];
  await page.route('**/api/signup', (route) => void sent.push(route));
  for (let times = 1; times <= failures; times += 1) {
    await open(page);
    await send(page);
    await expect(submit).toHaveText('Joining...');
    await expect.poll(() => sent).toHaveLength(times);
    await page.keyboard.press('Escape');
  }
  await open(page);
  for (const route of sent) await route.fulfill({ status: 500, json: {} });
}

for (const journey of [test, countingTest]) {
  journey.beforeEach(async ({ page }) => {
    await page.clock.install();
  });
}

countingTest(
  'a prospect signs up by each button, and the focus returns to that button',
  async ({ page }) => {
    const { dialog, email, submit, done, toast } = dialogOf(page);
    for (const source of sources) {
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
      await expect(toast.first()).toContainText(signupTexts.successTitle + signupTexts.success);
      await expect(done).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(opener(page, source)).toBeFocused();
      // The toast disappears after its time.
      await wait(page, toastMs + 1000);
      await expect(toast).toHaveCount(0);
    }
  },
);

test('a field that the browser fills in keeps our colours', {
  tag: ['@chromium', '@release'],
}, async ({ page }) => {
  await open(page);
  await forceAutofill(page);
  // The browser's own background cannot be changed; a shadow covers it.
  await expect(dialogOf(page).email).toHaveCSS('box-shadow', /0px 0px 0px 64px inset/);
});

test('an error leaves the height of a wide dialog as it is, and its toast can be read and pressed', {
  tag: '@release',
}, async ({ page }) => {
  const { dialog, email, submit, error, toast } = dialogOf(page);
  const { message } = signupErrors.too_fast;
  await alive(page);
  // The clock stands still, so that the form counts as submitted too fast on a slow machine too.
  await page.clock.pauseAt(Date.now() + 60_000);
  await open(page);
  const height = () => dialog.evaluate((element: HTMLElement) => element.offsetHeight);
  const before = await height();
  await email.fill('ada@company.com');
  await submit.click();
  await page.clock.resume();
  await expect(error).toHaveText(message);
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(`${message} ${await noticeOf(page)}`);
  expect(await height()).toBe(before);
  const inDialog = dialog.getByRole('listitem').filter({ hasText: message });
  await expect(inDialog).toHaveText(signupTexts.errorTitle + message);
  for (let times = 0; times < 2; times += 1) await page.keyboard.press('Shift+Tab');
  await expect(toast).toBeFocused();
  await expect(toast).toHaveCSS('outline-style', 'solid');
  await toast.hover();
  await page.clock.runFor(2 * toastMs);
  await toast.click();
  await expect(email).toHaveValue('ada@company.com');
  // Everything outside of an open dialog is inert: the toast moves between dialog and page.
  await page.keyboard.press('Escape');
  await expect(toast).toBeVisible();
  await expect(inDialog).toHaveCount(0);
  await open(page);
  await expect(error).toHaveCount(0);
  await expect(email).toHaveValue('');
});

// In Firefox Playwright's second `fill` of a field appends to the first.
test('a valid entry is sent once, and its late failure does not change the next opening of the dialog', {
  tag: '@chromium',
}, async ({ page }) => {
  expectErrors(page, /Failed to load resource/);
  const { email, submit, error, toast } = dialogOf(page);
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
  await expect(error).toHaveCount(0);
  await expect(submit).toHaveText('Joining...');
});

test('a filled honeypot is refused once, and password managers are asked to leave the honeypot empty', async ({
  page,
}) => {
  const { dialog, done, error, submit } = dialogOf(page);
  await open(page);
  const honeypot = dialog.locator('[name=website][data-1p-ignore][data-lpignore=true]');
  await honeypot.evaluate((input: HTMLInputElement) => {
    input.value = 'x';
  });
  await send(page);
  await expect(error).toHaveText(signupErrors.honeypot.message);
  // A form filler may have filled in the honeypot for a person.
  await submit.click();
  await expect(done).toBeVisible();
});

for (const source of ['nav', 'hero'])
  test(`a double click on the ${source} button opens the dialog and leaves it open, and a click beside the dialog closes it`, {
    tag: '@chromium',
  }, async ({ page }) => {
    const { dialog } = dialogOf(page);
    await page.goto('/');
    await page.locator(`[data-source=${source}]`).filter({ visible: true }).first().dblclick();
    await expect(dialog).toBeVisible();
    await page.mouse.click(10, 10);
    await expect(dialog).toBeHidden();
  });

test('a double click and Enter send one request on a slow CPU', {
  tag: '@chromium',
}, async ({ page }) => {
  const { dialog, email, submit } = dialogOf(page);
  const sent: Route[] = [];
  await page.route('**/api/signup', (route) => void sent.push(route));
  await open(page);
  await settled(page);
  await email.fill('ada@company.com');
  await wait(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await submit.dblclick();
  await page.keyboard.press('Enter');
  await painted(page);
  // The bot check's token is spent after the first request.
  const { status, message } = signupErrors.bot_check_failed;
  const refused = { code: 'bot_check_failed', message };
  for (const route of sent.slice(1)) await route.fulfill({ status, json: { error: refused } });
  await sent[0]?.fulfill({ status: 200, json: {} });
  await expect(dialog.getByRole('heading', { name: "You're on the list!" })).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('an Enter key that is held sends the form and leaves the success view open', {
  tag: '@chromium',
}, async ({ page }) => {
  await open(page);
  const { email, done } = dialogOf(page);
  await settled(page);
  await email.fill('ada@company.com');
  await wait(page);
  await page.keyboard.down('Enter');
  await expect(done).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await painted(page);
  await expect(done).toBeFocused();
  await page.keyboard.up('Enter');
});

test('the browser itself says what is wrong with an address, and the field is marked as invalid', async ({
  page,
}) => {
  const { email, submit } = dialogOf(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await open(page);
  await settled(page);
  await wait(page);
  const isMarked = () => email.evaluate((input) => input.matches(':user-invalid'));
  const write = async (address: string) => {
    // In Firefox Playwright's second `fill` of a field appends to the first.
    await email.evaluate((input: HTMLInputElement) => input.select());
    await page.keyboard.press('Delete');
    await email.fill(address);
  };
  // The first is wrong for every browser, the second for our rule only: the suffix is missing.
  for (const address of ['ada.company.com', 'ada@company']) {
    await write(address);
    await submit.click();
    await expect.poll(isMarked).toBe(true);
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toBeFocused();
    const problem = await email.evaluate((input: HTMLInputElement) => input.validationMessage);
    expect(problem).not.toBe('');
    await expect(email).toHaveAccessibleDescription(`${problem} ${await noticeOf(page)}`);
  }
  await write('ada@company.com');
  await expect.poll(isMarked).toBe(false);
  await expect(email).not.toHaveAttribute('aria-invalid');
  await expect(email).toHaveAccessibleDescription(await noticeOf(page));
  expect(sent.filter((url) => url.endsWith('/api/signup'))).toEqual([]);
});

test('the first input after an error clears the error, and the next attempt clears its toast', async ({
  page,
}) => {
  expectErrors(page, /Failed to load resource/);
  const { email, submit, error, toast } = dialogOf(page);
  await answerSignups(page, 500, { error: { message: 'It failed.' } });
  await open(page);
  await send(page);
  await expect(error).toHaveText('It failed.');
  await email.press('End');
  await email.press('x');
  await expect(error).toHaveCount(0);
  await expect(email).toHaveAccessibleDescription(await noticeOf(page));
  await page.route('**/api/signup', () => {});
  await toast.hover();
  await submit.click();
  await expect(submit).toHaveText('Joining...');
  await expect(toast).toHaveCount(0);
});

test('a request that did not arrive leaves the address in the form and says what to do', async ({
  page,
}) => {
  expectErrors(page, /Failed to load resource/);
  const { email, error, toast } = dialogOf(page);
  await page.route('**/api/signup', (route) => route.abort());
  await open(page);
  await send(page);
  const text = 'We could not reach the server. Check your connection and press again.';
  await expect(error).toHaveText(text);
  await expect(toast).toContainText(text);
  await expect(email).toHaveValue('ada@company.com');
});

countingTest(
  'Get Early Access on /upload leads to / and opens the dialog there',
  async ({ page }) => {
    const before = await openings(page, defaultSource);
    await alive(page, '/upload');
    await page.getByRole('link', { name: 'Get Early Access' }).click();
    await expect(page).toHaveURL('/');
    const { dialog, email, done } = dialogOf(page);
    await expect(dialog).toBeVisible();
    await expect(email).toBeFocused();
    await expect.poll(() => openings(page, defaultSource)).toBe(before + 1);
    const request = page.waitForRequest('**/api/signup');
    await send(page);
    await expectSent(request, { source: defaultSource });
    await done.click();
    await expect(dialog).toBeHidden();
    // Going back and forward opens nothing.
    await page.goBack();
    await expect(page).toHaveURL('/upload');
    await page.goForward();
    await expect(page.locator('#hero-title')).toBeFocused();
    await expect(dialog).toBeHidden();
  },
);

test('three toasts are visible at once, apart from each other, for their time and width', {
  tag: '@release',
}, async ({ page }) => {
  expectErrors(page, /Failed to load resource/);
  const { toast } = dialogOf(page);
  await failBehindDialog(page, mostToasts + 1);
  const seen = page.locator('[data-sonner-toast][data-visible=true]');
  await expect(seen).toHaveCount(mostToasts);
  await page.clock.runFor(1000);
  expect((await seen.first().boundingBox())?.width).toBe(356);
  const room = async () => {
    const boxes = await seen.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    boxes.sort((a, b) => a.top - b.top);
    return Math.min(...boxes.slice(1).map(({ top }, at) => top - (boxes[at]?.bottom ?? 0)));
  };
  // The toasts move to their places.
  await expect.poll(room).toBeGreaterThan(0);
  await page.clock.runFor(toastMs + 1000);
  await expect(toast).toHaveCount(0);
});

test('a toast covers nothing of the dialog on a small screen', { tag: '@release' }, async ({
  page,
}) => {
  expectErrors(page, /Failed to load resource/);
  const { dialog, error, done, submit, toast } = dialogOf(page);
  const close = dialog.getByRole('button', { name: 'Close' });
  for (const size of ['844x390', '320x640']) {
    const [width = 0, height = 0] = size.split('x').map(Number);
    await page.setViewportSize({ width, height });
    await alive(page);
    await open(page);
    await expect.poll(async () => Math.round((await dialog.boundingBox())?.y ?? 0)).toBe(12);
    await answerSignups(page, 500, { error: { message: 'It failed.' } });
    await send(page);
    await expect(error).toHaveText('It failed.');
    for (const button of [submit, close]) await button.click({ trial: true });
    await answerSignups(page, 200, {});
    await submit.click();
    await expect(toast.first()).toContainText(signupTexts.successTitle);
    for (const button of [done, close]) await button.click({ trial: true });
    expect((await toast.first().boundingBox())?.x).toBe((await dialog.boundingBox())?.x);
  }
});

test('a toast without its styles takes no room in the dialog, because the network is gone', {
  tag: '@chromium',
}, async ({ page, context }) => {
  expectErrors(page, /ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await alive(page);
  await context.setOffline(true);
  await open(page);
  await send(page);
  const { dialog, error } = dialogOf(page);
  await expect(error).toContainText('We could not reach the server.');
  const toast = dialog.locator('[data-sonner-toast]');
  await expect(toast).toContainText('We could not reach the server.');
  expect(await toast.evaluate((node) => node.closest('.sr-only')?.clientHeight)).toBe(1);
});

test('only the newer of two toasts is visible on a low wide screen, and it does not cover the dialog', {
  tag: '@release',
}, async ({ page }) => {
  expectErrors(page, /Failed to load resource/);
  const { dialog, toast } = dialogOf(page);
  await page.setViewportSize({ width: 1366, height: 657 });
  await alive(page);
  await failBehindDialog(page, 2);
  await expect(toast).toHaveCount(2);
  // Reads all boxes at once, because the toasts disappear after their time.
  const [shown] = await toast.filter({ visible: true }).all();
  expect(await toast.filter({ visible: true }).count()).toBe(1);
  // The toast moves to its place.
  const isClear = async () =>
    ((await shown?.boundingBox())?.y ?? 0) >= (await bottomOf(dialog)) - 0.5;
  await expect.poll(isClear).toBe(true);
});

test('the success view shows the whole address, however long it is', async ({ page }) => {
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

test('the dialog keeps the focus inside and the page in place, and returns the focus when it closes', async ({
  page,
}) => {
  const { dialog, email } = dialogOf(page);
  const scrolled = () => page.evaluate(() => scrollY);
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 5),
  ]) {
    await open(page);
    await expect(email).toBeFocused();
    // In Firefox Playwright scrolls the page before it presses the button.
    const before = await scrolled();
    await page.mouse.wheel(0, 500);
    await page.keyboard.press('Shift+Tab');
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await close();
    await expect(dialog).toBeHidden();
    await expect(opener(page)).toBeFocused();
    expect(await scrolled()).toBe(before);
  }
});

test('the close button shows its tooltip after 0.7 s and hides it when the pointer leaves', {
  tag: '@release',
}, async ({ page }) => {
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

test('going back closes the dialog', async ({ page }) => {
  // Before React arrives the link loads a page, and Firefox reports no load when the earlier page comes back from its cache.
  await alive(page, '/privacy');
  await page.getByRole('link', { name: 'Back to Home' }).first().click();
  await open(page);
  await page.goBack();
  await expect(page).toHaveURL('/privacy');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a press and the letters typed before React arrives are not lost', async ({ page }) => {
  const release = await holdBack(page, '**/assets/site-*.js');
  // On a slow connection the first script runs before the dialog is parsed.
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
  await settled(page);
  await page.keyboard.type('any.com');
  await wait(page);
  const request = page.waitForRequest('**/api/signup');
  await submit.press('Enter');
  await expect(done).toBeVisible();
  await expectSent(request, { email: 'ada@company.com', source: 'cta' });
});

for (const [what, files, said] of [
  ['React', 'site-*', 'source=cta'],
  ['any of our scripts', '*', 'source=&openedAt=&website=&email=patient'],
]) {
  test(`the browser leads to the form and sends it if ${what} does not arrive`, {
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

test('the form tells a visitor over the limit when the limit ends', async ({ page, start }) => {
  expectErrors(page, /429/);
  const { done, error } = dialogOf(page);
  await page.goto(await start({ SIGNUP_LIMIT_PER_VISITOR_HOUR: '1' }));
  await open(page);
  await send(page, 'first@company.com');
  await done.click();
  await open(page);
  await send(page, 'second@company.com');
  await expect(error).toHaveText(
    /^Too many attempts\. Please try again in (one minute|\d+ minutes)\.$/,
  );
});

test.describe('without JavaScript', { tag: '@chromium' }, () => {
  test.use({ javaScriptEnabled: false });

  test('the page opens at its top and shows no control that does nothing', async ({ page }) => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
      expect(await page.evaluate(() => scrollY)).toBe(0);
      const idle = page.locator('button:not([type="submit"])').filter({ visible: true });
      expect(await idle.evaluateAll((all) => all.map((button) => button.outerHTML))).toEqual([]);
    }
  });

  test('the button on /upload leads to the form of the landing page', async ({ page }) => {
    await page.goto('/upload');
    await page.getByRole('link', { name: 'Get Early Access' }).click();
    await expect(page).toHaveURL('/#early-access-email');
    const { email } = dialogOf(page);
    await expect(email).toBeFocused();
    await page.keyboard.type('upload@company.com');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/early-access/joined');
  });

  test('where the site has a bot check the page after the form names no mail, because none is sent', {
    tag: '@release',
  }, async ({ page, start, mailbox }) => {
    const check = { TURNSTILE_SITE_KEY: 'key', TURNSTILE_SECRET_KEY: 'secret' };
    const mail = { MAIL_URL: mailbox.url, MAIL_FROM: 'launch@deckwright.example' };
    await page.goto(await start({ ...check, ...mail }));
    await page.locator('form').filter({ visible: true }).getByLabel('Email').fill('ada@plain.com');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/early-access\/joined$/);
    await expect(page.getByRole('main')).not.toContainText('Check your mail');
  });

  for (const width of [1280, 390]) {
    test(`the button leads to a form in view at a width of ${width}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/');
      const email = page.locator('form').filter({ visible: true }).getByLabel('Email');
      await page
        .getByRole('button', { name: 'Get Early Access' })
        .filter({ visible: true })
        .nth(1)
        .click();
      await expect(email).toBeFocused();
      const title = page.getByRole('heading', { name: earlyAccess.title.split('\n')[0] ?? '' });
      await expect(title).toBeInViewport({ ratio: 1 });
      expect((await title.boundingBox())?.y).toBeGreaterThan(72);
      await email.fill('plain@company');
      // The browser stops an invalid address. A program that sends it gets the page about the error.
      await email.evaluate((input: HTMLInputElement) => input.removeAttribute('pattern'));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/early-access/invalid-email');
      await expect(page.getByRole('alert')).toHaveText(signupErrors.invalid_email.message);
      await email.fill(`plain-${width}@company.com`);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/early-access/joined');
    });
  }
});
