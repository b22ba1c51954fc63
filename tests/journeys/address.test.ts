import type { Locator } from 'playwright/test';
import type { PageConfig } from '../../shared/page-config.ts';
import { pageConfigElementId } from '../../shared/page-config.ts';
import {
  alive,
  answerSignups,
  dialogOf,
  expect,
  expectErrors,
  expectSent,
  noticeOf,
  open,
  type Page,
  send,
  settled,
  test,
} from './fixtures.ts';

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

/** Returns the notice that the server wrote into the page. */
async function sentNotice(page: Page): Promise<PageConfig['notice']> {
  const config: PageConfig = JSON.parse(
    (await page.locator(`#${pageConfigElementId}`).textContent()) ?? '',
  );
  return config.notice;
}

/** Returns where an element stands, in whole pixels: Firefox moves the dialog by a quarter of a pixel. */
async function placeOf(element: Locator): Promise<number[]> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  return [x, y, width, height].map(Math.floor);
}

test('the dialog says who keeps the address and until when, and the sign-up carries the version of these words', async ({
  page,
}) => {
  await open(page);
  await settled(page);
  const { dialog } = dialogOf(page);
  const { parts, version } = await sentNotice(page);
  expect(await noticeOf(page)).toBe(parts.map(({ text }) => text).join(''));
  await expect(dialog.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/privacy');
  await expect(dialog.getByRole('link', { name: 'Write to us' })).toHaveAttribute(
    'href',
    /^mailto:/,
  );
  const request = page.waitForRequest('**/api/signup');
  await send(page);
  await expectSent(request, { notice: version });
});

test('a mistyped domain brings a suggestion on leaving the field, nothing moves, and a press takes it', async ({
  page,
}) => {
  const { dialog, email, submit } = dialogOf(page);
  const question = dialog.getByRole('status').filter({ hasText: 'Did you mean' });
  const take = dialog.getByRole('button', { name: 'ada@gmail.com' });
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await alive(page);
    await open(page);
    await email.fill('Ada@gmial.com');
    await expect(question).toHaveCount(0);
    const before = [await placeOf(email), await placeOf(submit)];
    await page.keyboard.press('Tab');
    await expect(question).toHaveText('Did you mean ada@gmail.com?');
    expect([await placeOf(email), await placeOf(submit)]).toEqual(before);
    await take.click();
    await expect(email).toHaveValue('ada@gmail.com');
    await expect(email).toBeFocused();
    await expect(question).toHaveCount(0);
  }
  // Typing hides the question. It appears again only when the visitor leaves the field.
  await email.press('End');
  for (const key of ['Backspace', 'Tab']) await page.keyboard.press(key);
  await expect(question).toHaveText('Did you mean ada@gmail.com?');
  await email.press('m');
  await expect(question).toHaveCount(0);
});

test('a long address does not widen the dialog, and the domain of its suggestion stays visible', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await alive(page);
  await open(page);
  const { dialog, email } = dialogOf(page);
  await email.fill(`${'long.name.'.repeat(6)}a@gmial.com`);
  await page.keyboard.press('Tab');
  const domain = dialog.getByText('@gmail.com', { exact: true });
  await domain.scrollIntoViewIfNeeded();
  await expect(domain).toBeInViewport({ ratio: 1 });
  const excess = dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(await excess).toBe(0);
});

test('an address with a mistyped domain is sent unchanged if the visitor ignores the suggestion', async ({
  page,
}) => {
  await open(page);
  const request = page.waitForRequest('**/api/signup');
  await send(page, 'ada@gmial.com');
  await expectSent(request, { email: 'ada@gmial.com' });
});

test('the success view opens the address as a field, and sends the corrected one with the receipt', async ({
  page,
}) => {
  expectErrors(page, /Failed to load resource/);
  const { dialog, email, done, alert } = dialogOf(page);
  const change = dialog.getByRole('button', { name: 'Change it' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await answerSignups(page, 200, { receipt: 'first' });
  await open(page);
  await send(page, 'ada@compny.com');
  await change.click();
  await expect(email).toBeFocused();
  await expect(email).toHaveValue('ada@compny.com');
  expect((await save.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  // An invalid address is not sent; the browser says what is wrong.
  await email.press('ControlOrMeta+a');
  await page.keyboard.type('ada@company');
  await page.keyboard.press('Enter');
  await expect(email).toBeFocused();
  await expect(save).toBeEnabled();
  // After a failure the field stays, and the next attempt goes through.
  await answerSignups(page, 503, { error: { message: 'It failed.' } });
  await page.keyboard.type('.com');
  await page.keyboard.press('Enter');
  await expect(alert).toHaveText('It failed.');
  await expect(email).toHaveAccessibleDescription('It failed.');
  await expect(email).toBeFocused();
  await answerSignups(page, 200, { receipt: 'second' });
  const request = page.waitForRequest('**/api/signup');
  await save.click();
  await expectSent(request, { email: 'ada@company.com', replaces: 'first', source: 'hero' });
  await expect(dialog.getByText('ada@company.com')).toBeVisible();
  await expect(change).toBeFocused();
  // The second correction replaces the second address.
  await page.keyboard.press('Enter');
  await email.press('End');
  await page.keyboard.type('s');
  await expect(email).toHaveValue('ada@company.coms');
  const again = page.waitForRequest('**/api/signup');
  await page.keyboard.press('Enter');
  await expectSent(again, { email: 'ada@company.coms', replaces: 'second' });
  await expect(change).toBeFocused();
  await done.click();
  await expect(dialog).toBeHidden();
});

test('saving the address as it is sends nothing, and an answer without a receipt offers no change', async ({
  page,
}) => {
  const { dialog, done } = dialogOf(page);
  const change = dialog.getByRole('button', { name: 'Change it' });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/signup')) sent.push(request.url());
  });
  await answerSignups(page, 200, { receipt: 'first' });
  await open(page);
  await send(page);
  await change.click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(change).toBeFocused();
  expect(sent).toHaveLength(1);
  await done.click();
  await answerSignups(page, 200, {});
  await open(page);
  await send(page);
  await expect(done).toBeVisible();
  await expect(change).toHaveCount(0);
});

test.describe('without JavaScript', { tag: '@chromium' }, () => {
  test.use({ javaScriptEnabled: false });

  test('the form says the same notice, and sends its version and the campaign of the page', async ({
    page,
  }) => {
    await page.goto('/?utm_source=newsletter&utm_campaign=launch');
    const { parts, version } = await sentNotice(page);
    const form = page.locator('form').filter({ visible: true });
    await expect(form).toContainText(parts.map(({ text }) => text).join(''));
    await form.getByLabel('Email').fill('campaign@company.com');
    const sent = page.waitForRequest('**/api/signup');
    await page.keyboard.press('Enter');
    const request = await sent;
    expect(new URLSearchParams(request.postData() ?? '').get('notice')).toBe(version);
    expect((await request.allHeaders()).referer).toContain('utm_source=newsletter');
    await expect(page).toHaveURL('/early-access/joined');
  });
});
