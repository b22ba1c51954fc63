import { expect, type Page, test } from 'playwright/test';
import { startPages } from '../support/built-server.ts';
import type { Running } from '../support/running-server.ts';
import { alive } from './fixtures.ts';

let server: Running;

test.beforeAll(async () => {
  server = await startPages({ SITE_ORIGIN: 'https://deckwright.example' });
});
test.afterAll(() => server.stop());

/** What is fetched for a page, and structured data, which is for those who load a page. */
const notCompared =
  'script[src], style, [rel=stylesheet], [rel$=preload], [type="application/ld+json"]';

/** Everything else in a head, as HTML: the document’s own, or of a document that is given. */
const headOf = (page: Page, markup?: string): Promise<string[]> =>
  page.evaluate(
    ([selector, html]) => {
      const { head } = html ? new DOMParser().parseFromString(html, 'text/html') : document;
      const compared = [...head.children].filter((element) => !element.matches(selector));
      return compared.map((element) => element.outerHTML).sort();
    },
    [notCompared, markup ?? ''] as const,
  );

/** The same of what the server writes for an address, read by the browser’s own parser. */
async function serversHead(page: Page, path: string): Promise<string[]> {
  const html = await (await page.request.get(server.url + path)).text();
  // On an empty page: ours let no string become markup, not even a test’s.
  const reader = await page.context().newPage();
  const head = await headOf(reader, html);
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
    await expect.poll(() => headOf(page), `the head of ${path}`).toEqual(expected);
  }
  await page.goBack();
  await expect.poll(() => headOf(page)).toEqual(await serversHead(page, '/'));
  await expect(page.locator('body')).toHaveAttribute('data-same-document', '');
});
