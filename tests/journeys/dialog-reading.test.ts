import { alive, dialogOf, expect, open, test } from './fixtures.ts';

/** What a reader may set for themselves (WCAG 1.4.12). */
const wideSpacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }';
test('no word of the dialog or the first title is cut off by wide spacing on a small screen', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await alive(page, site);
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, wideSpacing);
  await open(page);
  for (const mark of [page.locator('.access-title mark'), page.locator('.display mark')]) {
    const right = await mark.evaluate((element) => {
      const letters = document.createRange();
      letters.selectNodeContents(element);
      const frame = element.closest('dialog, main')?.getBoundingClientRect();
      return letters.getBoundingClientRect().right - (frame?.right ?? 0);
    });
    expect(right).toBeLessThanOrEqual(0);
  }
});

test('the dialog holds none of the page’s landmarks', async ({ page, site }) => {
  await page.goto(site);
  await open(page);
  const { dialog } = dialogOf(page);
  await expect(dialog.getByRole('banner')).toHaveCount(0);
  await expect(dialog.getByRole('contentinfo')).toHaveCount(0);
});
