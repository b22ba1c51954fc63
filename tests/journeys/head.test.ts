import { alive, expect, expectErrors, navigate, type Page, test } from './fixtures.ts';

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
  const html = await (await page.request.get(path)).text();
  // On an empty page: ours let no string become markup, not even a test’s.
  const reader = await page.context().newPage();
  const head = await headOf(reader, html);
  await reader.close();
  return head;
}

test('the head after navigation is the head that the server writes', async ({ page }) => {
  expectErrors(page, /^404: there is no page at/);
  await alive(page);
  // Gone if the browser loads a document anew.
  await page.evaluate(() => document.body.setAttribute('data-same-document', ''));
  for (const path of ['/privacy', '/nowhere', '/upload', '/early-access/joined', '/', '/terms']) {
    await navigate(page, path);
    const expected = await serversHead(page, path);
    await expect.poll(() => headOf(page), `the head of ${path}`).toEqual(expected);
  }
  await page.goBack();
  await expect.poll(() => headOf(page)).toEqual(await serversHead(page, '/'));
  await expect(page.locator('body')).toHaveAttribute('data-same-document', '');
});
