import { expect, type Page, test } from 'playwright/test';
import { startPages } from '../support/built-server.ts';
import type { Running } from '../support/running-server.ts';
import { alive } from './fixtures.ts';

let server: Running;

test.beforeAll(async () => {
  server = await startPages({ SITE_ORIGIN: 'https://deckwright.example' });
});
test.afterAll(() => server.stop());

/** Everything in a document’s head that says what the page is, as HTML; not what is fetched for it, nor structured data, which is for those who load a page. */
const readHead = (page: Page) =>
  page.evaluate(() =>
    [...document.head.children]
      .filter(
        (element) =>
          !element.matches(
            'script[src], style, [rel=stylesheet], [rel$=preload], [type="application/ld+json"]',
          ),
      )
      .map((element) => element.outerHTML)
      .sort(),
  );

/** The same of what the server writes for an address, read by the browser’s own parser. */
async function serversHead(page: Page, path: string): Promise<string[]> {
  const html = await (await page.request.get(server.url + path)).text();
  // On an empty page: ours let no string become markup, not even a test’s.
  const reader = await page.context().newPage();
  const head = await reader.evaluate(
    (markup) =>
      [...new DOMParser().parseFromString(markup, 'text/html').head.children]
        .filter(
          (element) =>
            !element.matches(
              'script[src], style, [rel=stylesheet], [rel$=preload], [type="application/ld+json"]',
            ),
        )
        .map((element) => element.outerHTML)
        .sort(),
    html,
  );
  await reader.close();
  return head;
}

/** Follows the address within the page, as a link of ours does. */
async function navigate(page: Page, path: string): Promise<void> {
  const link = page.locator(`footer a[href="${path}"]`).first();
  if (await link.count()) {
    await link.click();
  } else {
    await page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
  }
}

test('the head after navigation is the head that the server writes', async ({ page }) => {
  await alive(page, `${server.url}/`);
  // Gone if the browser loads a document anew.
  await page.evaluate(() => document.body.setAttribute('data-same-document', ''));
  const journey = [
    '/privacy',
    '/terms',
    '/careers',
    '/there-is-no-such-page',
    '/upload',
    '/early-access/joined',
    '/',
    '/privacy',
  ];
  for (const path of journey) {
    await navigate(page, path);
    const expected = await serversHead(page, path);
    await expect.poll(() => readHead(page), `the head of ${path}`).toEqual(expected);
  }
  await expect(page.locator('body')).toHaveAttribute('data-same-document', '');
});

test('going back brings the head back', async ({ page }) => {
  await alive(page, `${server.url}/privacy`);
  const before = await readHead(page);
  await navigate(page, '/terms');
  await expect.poll(() => page.title()).toContain('Terms of Service');
  await page.goBack();
  await expect.poll(() => readHead(page)).toEqual(before);
});
