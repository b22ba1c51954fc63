import type { Locator } from 'playwright/test';
import type { PageConfig } from '../../shared/page-config.ts';
import { pageConfigElementId } from '../../shared/page-config.ts';
import { site } from '../../shared/site.ts';
import {
  alive,
  answerSignups,
  dialogOf,
  expect,
  expectSent,
  noticeOf,
  open,
  type Page,
  painted,
  send,
  settled,
  test,
  wait,
} from './fixtures.ts';

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

/** Returns the notice that the server wrote into the page. */
async function sentNotice(page: Page): Promise<{ text: string; version: string }> {
  const { texts }: PageConfig = JSON.parse(
    (await page.locator(`#${pageConfigElementId}`).textContent()) ?? '',
  );
  return { text: texts.notice.map(({ text }) => text).join(''), version: texts.noticeVersion };
}

/** Returns where an element stands, in whole pixels: Firefox moves the dialog by a quarter of a pixel. */
async function placeOf(element: Locator): Promise<number[]> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  return [x, y, width, height].map(Math.floor);
}

test('the dialog says who keeps the address and until when, its link leaves the dialog open, and the sign-up carries the version of these words', async ({
  page,
}) => {
  await open(page);
  await settled(page);
  const { dialog } = dialogOf(page);
  const { text, version } = await sentNotice(page);
  expect(await noticeOf(page)).toBe(text);
  const link = dialog.getByRole('link', { name: site.contactEmail });
  await expect(link).toHaveAttribute('href', `mailto:${site.contactEmail}`);
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

// In Firefox Playwright's second `fill` of a field appends to the first.
test('the first press with a mistyped domain sends nothing and shows the suggestion, and the second press sends', {
  tag: '@chromium',
}, async ({ page }) => {
  const { dialog, done, submit } = dialogOf(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/signup')) sent.push(request.url());
  });
  await open(page);
  for (const press of [() => submit.press('Enter'), () => submit.click()]) {
    await send(page, 'ada@gmial.com');
    await expect(dialog.getByText('Press again to send the address as it is.')).toHaveCount(1);
    await painted(page);
    expect(sent).toEqual([]);
    await expect(submit).toHaveText('Get Early Access');
    const request = page.waitForRequest('**/api/signup');
    await press();
    await expectSent(request, { email: 'ada@gmial.com' });
    await expect(done).toBeVisible();
    sent.length = 0;
    // The form for another address holds its first send, too.
    await dialog.getByRole('button', { name: 'Use another address' }).click();
  }
});

test('the suggestion follows the field in the order of the keyboard', async ({ page }) => {
  await open(page);
  await settled(page);
  const { dialog, email } = dialogOf(page);
  await email.fill('ada@gmial.com');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'ada@gmail.com' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(email).toHaveValue('ada@gmail.com');
});

test('the success view opens the form again with the address in it, and sending it is a new sign-up', async ({
  page,
}) => {
  const { dialog, email, submit, done } = dialogOf(page);
  await answerSignups(page, 200, {});
  await open(page);
  await send(page, 'ada@compny.com');
  await dialog.getByRole('button', { name: 'Use another address' }).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveValue('ada@compny.com');
  // The address is selected: the visitor types the whole address or corrects it.
  await page.keyboard.type('ada@company.com');
  const request = page.waitForRequest('**/api/signup');
  await submit.click();
  await expectSent(request, { email: 'ada@company.com', source: 'hero' });
  await expect(dialog.getByText('ada@company.com')).toBeVisible();
  await expect(done).toBeFocused();
});

/** Addresses as people type or paste them, with what the page sends. */
const meant = [
  ['invisible characters', '\u200Bada@com\u00ADpany.com\u202C\uFEFF', 'ada@company.com'],
  ['wide letters', 'ada＠company.com', 'ada@company.com'],
  ['a name around it', 'Ada <ada@company.com>', 'ada@company.com'],
  [
    'a domain in another script',
    'ada@müller.example',
    'ada@xn--mller-kva.example',
    'ada@müller.example',
  ],
  [
    'a domain and a suffix in punycode',
    'ivan@xn--80a1acny.xn--p1ai',
    'ivan@xn--80a1acny.xn--p1ai',
    'ivan@почта.рф',
  ],
] as const;

test('an address with odd characters is sent as it is meant and shown as people write it', async ({
  page,
}) => {
  const { dialog, email, submit, done } = dialogOf(page);
  await open(page);
  await settled(page);
  for (const [what, typed, sent, shown = sent] of meant) {
    await test.step(what, async () => {
      // WebDriver BiDi inserts beside a selection, and a person replaces it.
      await email.fill('');
      await page.keyboard.insertText(typed);
      await wait(page);
      const request = page.waitForRequest('**/api/signup');
      await submit.click();
      await expectSent(request, { email: sent });
      await expect(done).toBeVisible();
      await expect(dialog.getByText(shown, { exact: true })).toBeVisible();
      await dialog.getByRole('button', { name: 'Use another address' }).click();
    });
  }
});

/** How programs fill in a field. */
const fills = [
  [
    'by an event `change` alone',
    (input: HTMLInputElement) => {
      input.value = 'ada@company.com';
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
  ],
  [
    'without any event',
    (input: HTMLInputElement) => {
      input.value = 'ada@company.com';
    },
  ],
] as const;

test('a field that a program fills in is sent by a press of the button and by Enter', async ({
  page,
}) => {
  const { email, submit, done } = dialogOf(page);
  for (const [how, fill] of fills) {
    await test.step(how, async () => {
      for (const press of [() => submit.click({ force: true }), () => email.press('Enter')]) {
        await open(page);
        await settled(page);
        await expect(submit).toBeDisabled();
        await email.evaluate(fill);
        await wait(page);
        await press();
        await expect(done).toBeVisible();
        await done.click();
      }
    });
  }
});

test.describe('without JavaScript', { tag: '@chromium' }, () => {
  test.use({ javaScriptEnabled: false });

  test('the form says the same notice, and sends its version and the campaign of the page', async ({
    page,
  }) => {
    await page.goto('/?utm_source=newsletter&utm_campaign=launch');
    const { text, version } = await sentNotice(page);
    const form = page.locator('form').filter({ visible: true });
    await expect(form).toContainText(text);
    await form.getByLabel('Email').fill('campaign@company.com');
    const sent = page.waitForRequest('**/api/signup');
    await page.keyboard.press('Enter');
    const request = await sent;
    expect(new URLSearchParams(request.postData() ?? '').get('notice')).toBe(version);
    expect((await request.allHeaders()).referer).toContain('utm_source=newsletter');
    await expect(page).toHaveURL('/early-access/joined');
  });
});

test('the Enter key that confirms full-width letters of an input method leaves them alone, and they are sent as an address', {
  tag: '@chromium',
}, async ({ page, context }) => {
  await alive(page);
  await open(page);
  const { email, submit, done } = dialogOf(page);
  await expect(email).toBeFocused();
  const session = await context.newCDPSession(page);
  const text = 'ａｄａ＠ｃｏｍｐａｎｙ．ｃｏｍ';
  await session.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
  await email.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await session.send('Input.insertText', { text });
  await expect(email).toHaveValue(text);
  await wait(page);
  const request = page.waitForRequest('**/api/signup');
  await submit.click();
  await expectSent(request, { email: 'ada@company.com' });
  await expect(done).toBeVisible();
});
