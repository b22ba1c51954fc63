import { alive, expect, expectErrors, navigate, type Page, test } from './fixtures.ts';

/** What is fetched for a page, and structured data, which is for those who load a page. */
const notCompared =
  'script[src], style, [rel=stylesheet], [rel$=preload], [type="application/ld+json"]';

/** Everything else in a page’s head, as HTML. */
const headOf = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    const compared = [...document.head.children].filter((element) => !element.matches(selector));
    return compared.map((element) => element.outerHTML).sort();
  }, notCompared);

/** The same as the server writes it, in a page without our script. */
async function serversHead(page: Page, path: string): Promise<string[]> {
  const reader = await page.context().newPage();
  await reader.route('**/assets/*.js', (route) => route.abort());
  await reader.goto(path);
  const head = await headOf(reader);
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
