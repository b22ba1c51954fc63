import { alive, expect, expectErrors, navigate, type Page, test } from './fixtures.ts';

/** The elements that load files, and structured data, which only a loaded page has. */
const notCompared =
  'script[src], style, [rel=stylesheet], [rel$=preload], [type="application/ld+json"]';

/** Returns the HTML of the other elements in the head of a page, or of a document that the page parses. */
const headOf = (page: Page, html?: string): Promise<string[]> =>
  page.evaluate(
    ([text, selector]) => {
      const read =
        text === undefined ? document : new DOMParser().parseFromString(text, 'text/html');
      const compared = [...read.head.children].filter((element) => !element.matches(selector));
      return compared.map((element) => element.outerHTML).sort();
    },
    [html, notCompared] as const,
  );

test('the head after a navigation is the head that the server sends', async ({ page }) => {
  expectErrors(page, /^404: there is no page at/);
  // The policy of our pages forbids to parse HTML there.
  const reader = await page.context().newPage();
  const sentHead = async (path: string) =>
    headOf(reader, await (await page.request.get(path)).text());
  await alive(page);
  // The attribute is gone if the browser loads a new document.
  await page.evaluate(() => document.body.setAttribute('data-same-document', ''));
  for (const path of ['/privacy', '/nowhere', '/upload', '/early-access/joined', '/', '/terms']) {
    await navigate(page, path);
    const expected = await sentHead(path);
    await expect.poll(() => headOf(page), `the head of ${path}`).toEqual(expected);
  }
  await page.goBack();
  await expect.poll(() => headOf(page)).toEqual(await sentHead('/'));
  await expect(page.locator('body')).toHaveAttribute('data-same-document', '');
});
