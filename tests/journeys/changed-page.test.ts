import { templateFile } from '../../client/deck/testing/template-file.ts';
import {
  alive,
  answerSignups,
  dialogOf,
  expect,
  expectErrors,
  expectSent,
  holdBack,
  navigate,
  open,
  opener,
  type Page,
  painted,
  send,
  settled,
  test,
  wait,
} from './fixtures.ts';

/** Puts other nodes in place of all texts, as Google Translate does. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('script, style, font')) continue;
      const outer = document.createElement('font');
      outer.append(document.createElement('font'));
      outer.firstElementChild?.append(text.data);
      text.replaceWith(outer);
    }
  });

// In Firefox Playwright's second `fill` of a field appends to the first.
test('on a translated page a visitor mistypes, corrects, fails and signs up', {
  tag: '@chromium',
}, async ({ page }) => {
  expectErrors(page, /status of 500/);
  const { dialog, email, submit, error, done } = dialogOf(page);
  await page.clock.install();
  await alive(page);
  await translate(page);
  await open(page);
  await email.fill('ada@gmial.com');
  await page.keyboard.press('Tab');
  await translate(page);
  await dialog.getByRole('button', { name: 'ada@gmail.com' }).click();
  await expect(dialog.getByText('Did you mean')).toHaveCount(0);
  await email.fill('ada@company');
  await submit.click();
  await translate(page);
  await answerSignups(page, 500, { error: { message: 'It failed.' } });
  await send(page);
  await expect(error).toHaveText('It failed.');
  await translate(page);
  await answerSignups(page, 200, {});
  await submit.click();
  await expect(done).toBeVisible();
  await translate(page);
  await dialog.getByRole('button', { name: 'Use another address' }).click();
  await expect(email).toBeFocused();
  await page.keyboard.press('Escape');
  for (const path of ['/privacy', '/upload', '/']) {
    await navigate(page, path);
    await expect(page).toHaveURL(path);
    await translate(page);
  }
  await expect(page.locator('#hero-title')).toBeVisible();
});

test('on a translated page a visitor drops a bad file and a template, saves the deck in window and dialog, and forgets the template', {
  tag: '@chromium',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.clock.install();
  await alive(page);
  const line = page.locator('.template-line');
  const choose = async (name: string, buffer: Buffer) => {
    await translate(page);
    await line
      .locator('[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await expect(line).toContainText(name);
    await translate(page);
  };
  const saveIn = async (place: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .locator(`${place} :is(a, button)`, { hasText: /^Download/ })
        .filter({ visible: true })
        .click(),
    ]);
    await expect(page.locator(place)).toContainText(`Saved as ${download.suggestedFilename()}.`);
    await translate(page);
  };
  await choose('Bad.zip', Buffer.from('no presentation'));
  await choose('Northwind.pptx', Buffer.from(templateFile()));
  await page.locator('#window-step-deliver').check({ force: true });
  await saveIn('.deck-card');
  await page.locator('.template-place').getByRole('button', { name: 'Forget' }).click();
  await expect(line).toContainText('Forgotten. Nothing kept.');
  await saveIn('.deck-card');
  await choose('Ostra.pptx', Buffer.from(templateFile()));
  await open(page);
  await answerSignups(page, 200, {});
  await send(page);
  await expect(dialogOf(page).done).toBeVisible();
  await translate(page);
  await saveIn('dialog');
  await expect(page.locator('#hero-title')).toBeAttached();
});

test('a slide is drawn from left to right on a page that is translated into Arabic', async ({
  page,
}) => {
  await alive(page);
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  const years = page.locator('.stage .slide:visible .chart-labels').first().locator('> *');
  const first = await years.first().boundingBox();
  const last = await years.last().boundingBox();
  expect(first?.x).toBeLessThan(last?.x ?? 0);
});

/** Changes the HTML of the landing page on its way, as proxies and browser extensions do. */
const changeOnTheWay = (page: Page) =>
  page.route('/', async (route) => {
    const response = await route.fetch();
    const html = (await response.text())
      .replace(/<input[^>]*type="email"[^>]*>/, '$&<div data-lastpass-icon-root="true"></div>')
      .replaceAll(
        /(<a [^>]*href=")mailto:[^>]*>[^<]*/g,
        '$1/cdn-cgi/l/email-protection">[email&#160;protected]',
      )
      .replace('<main', '<div id="extension">An extension</div><main data-extension="1"');
    await route.fulfill({ response, body: html });
  });

test('when a proxy has changed the HTML of the page, the dialog stays open and keeps the typed text', async ({
  page,
}) => {
  // React says that it builds the changed parts anew.
  expectErrors(page, /React error #4\d\d/);
  await page.clock.install();
  await changeOnTheWay(page);
  const release = await holdBack(page, '**/assets/site-*.js');
  await page.goto('/');
  await open(page, 'cta');
  const { dialog, email, submit, done } = dialogOf(page);
  await page.keyboard.type('ada@comp');
  release();
  await settled(page);
  await expect(dialog).toBeVisible();
  await expect(email.and(page.locator(':focus'))).toHaveValue('ada@comp');
  await page.keyboard.press('End');
  await page.keyboard.type('any.com');
  await wait(page);
  const request = page.waitForRequest('**/api/signup');
  await submit.click();
  await expectSent(request, { email: 'ada@company.com', source: 'cta' });
  await expect(done).toBeVisible();
});

test('an address that was typed into the form of the page before the first script runs is sent from there', async ({
  page,
}) => {
  await page.clock.install();
  const release = await holdBack(page, '**/assets/boot-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('[data-source=hero]').first().click();
  const { dialog, email, done } = dialogOf(page);
  await expect(email).toBeFocused();
  await page.keyboard.type('ada@comp');
  release();
  await settled(page);
  await expect(email.and(page.locator(':focus'))).toHaveValue('ada@comp');
  await page.keyboard.type('any.com');
  await wait(page);
  const request = page.waitForRequest('**/api/signup');
  await page.keyboard.press('Enter');
  await expectSent(request, { email: 'ada@company.com', source: 'modal' });
  await expect(done).toBeVisible();
  await done.click();
  await expect(dialog).toBeHidden();
});

test('an address that was typed into the form of the page stays when a button opens the dialog', async ({
  page,
}) => {
  const release = await holdBack(page, '**/assets/boot-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await opener(page).click();
  const { email } = dialogOf(page);
  await email.pressSequentially('ada@company.com');
  release();
  await settled(page);
  await open(page, 'nav');
  await expect(page.locator('dialog:modal')).toBeVisible();
  await painted(page);
  await expect(email).toHaveValue('ada@company.com');
});

test('a link to the form opens the dialog over the top of the page, also after the browser has jumped to the form', {
  tag: '@chromium',
}, async ({ page }) => {
  const release = await holdBack(page, '**/assets/boot-*.js');
  await page.goto('/#early-access-email', { waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(3000);
  release();
  await expect(page.locator('dialog:modal')).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a dialog that fails leaves the page and a form that the browser sends', async ({ page }) => {
  // Playwright gives an error in Firefox’s console without its text.
  expectErrors(page, /No media queries|^Error$/);
  await page.addInitScript(() => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) => {
      if (query === '(width < 48rem)') throw new Error('No media queries.');
      return real(query);
    };
  });
  await alive(page);
  await open(page);
  const { email } = dialogOf(page);
  await email.fill('fallback@company.com');
  await expect(page.locator('#hero-title')).toBeVisible();
  await email.press('Enter');
  await expect(page).toHaveURL('/early-access/joined');
});

/** Waits until the browser has the answer for React's file, and React had time to run. */
async function reactCame(page: Page): Promise<void> {
  await page.waitForResponse('**/assets/site-*.js');
  await painted(page);
}

test('a page whose configuration is missing keeps its form, which the browser sends', async ({
  page,
}) => {
  expectErrors(page, /holds no #page-config/);
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replaceAll(/<script[^>]*type="application\/json".*?<\/script>/gs, '');
    await route.fulfill({ response, body });
  });
  const came = reactCame(page);
  await page.goto('/');
  await came;
  await open(page);
  await dialogOf(page).email.fill('unconfigured@company.com');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/early-access/joined');
});

test('a script that cannot read the form leaves it to the browser, which sends it', async ({
  page,
}) => {
  expectErrors(page, /No form data/);
  await alive(page);
  await page.evaluate(() => {
    window.FormData = class {
      constructor() {
        throw new Error('No form data.');
      }
    } as unknown as typeof FormData;
  });
  await open(page);
  await dialogOf(page).email.fill('unread@company.com');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/early-access/joined');
});

test('a copy of the dialog that an extension puts in its place signs up', {
  tag: '@release',
}, async ({ page }) => {
  await page.clock.install();
  await alive(page);
  const { dialog, done } = dialogOf(page);
  for (const times of [1, 2]) {
    await page
      .locator('dialog')
      .evaluate((element) => element.replaceWith(element.cloneNode(true)));
    await open(page);
    const request = page.waitForRequest('**/api/signup');
    await send(page, `copy-${times}@company.com`);
    await expectSent(request, { email: `copy-${times}@company.com`, source: 'hero' });
    await done.click();
    await expect(dialog).toBeHidden();
  }
});
