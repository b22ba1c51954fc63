import { alive, expect, expectErrors, navigate, type Page, test } from './fixtures.ts';

/** The elements that load files, and structured data, which only a loaded page has. */
const notCompared =
  'script[src], style, [rel=stylesheet], [rel$=preload], [type="application/ld+json"]';

/** Returns the HTML of the other elements in the head of a page. */
const headOf = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    const compared = [...document.head.children].filter((element) => !element.matches(selector));
    return compared.map((element) => element.outerHTML).sort();
  }, notCompared);

/** Returns the same for the page as the server sends it, loaded without our scripts. */
async function sentHead(page: Page, path: string): Promise<string[]> {
  const reader = await page.context().newPage();
  await reader.route('**/assets/*.js', (route) => route.abort());
  await reader.goto(path);
  const head = await headOf(reader);
  await reader.close();
  return head;
}

test('the head after a navigation is the head that the server sends', async ({ page }) => {
  expectErrors(page, /^404: there is no page at/);
  await alive(page);
  // The attribute is gone if the browser loads a new document.
  await page.evaluate(() => document.body.setAttribute('data-same-document', ''));
  for (const path of ['/privacy', '/nowhere', '/upload', '/early-access/joined', '/', '/terms']) {
    await navigate(page, path);
    const expected = await sentHead(page, path);
    await expect.poll(() => headOf(page), `the head of ${path}`).toEqual(expected);
  }
  await page.goBack();
  await expect.poll(() => headOf(page)).toEqual(await sentHead(page, '/'));
  await expect(page.locator('body')).toHaveAttribute('data-same-document', '');
});
