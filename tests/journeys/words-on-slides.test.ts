import {
  placeholder,
  rectangle,
  solid,
  templateFile,
} from '../../client/deck/testing/template-file.ts';
import { slides } from '../../client/stage/sample/slides.ts';
import { alive, expect, type Page } from './fixtures.ts';
import { test } from './product-window.ts';

const centred =
  '<a:bodyPr/><a:lstStyle><a:lvl1pPr algn="ctr"><a:defRPr sz="1000"/></a:lvl1pPr></a:lstStyle><a:p/>';
const templates = {
  'of 16:9 with a footer in the middle': {
    footers:
      placeholder('type="ftr" idx="10"', [0.34, 0.93, 0.32, 0.04], centred) +
      placeholder('type="sldNum" idx="11"', [0.79, 0.93, 0.16, 0.04]),
  },
  'of 4:3': { size: { width: 9_144_000, height: 6_858_000 } },
} as const;
/** Templates that the release tries, and not `npm test`, because each takes 6 s. */
const moreTemplates = {
  'in portrait': { size: { width: 6_858_000, height: 9_144_000 } },
  'with a low content area': {
    body: [0.05, 0.3, 0.9, 0.25],
    masterShapes: rectangle([0, 0.58, 1, 0.42], solid('accent1')),
  },
  'with a title in capitals': {
    titleStyle: '<a:defRPr sz="2400" cap="all"><a:latin typeface="Arial"/></a:defRPr>',
  },
} as const;

/** Returns the pairs of words of the visible slide that lie over each other, and the words outside of the slide. */
const collisions = (page: Page) =>
  page.evaluate(() => {
    const slide = [...document.querySelectorAll('.hero-stage .own-slide')].find((each) =>
      each.checkVisibility(),
    );
    if (!slide) return ['no slide'];
    const edge = slide.getBoundingClientRect();
    const walker = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
    const words: { text: string; left: number; right: number; top: number; bottom: number }[] = [];
    while (walker.nextNode()) {
      const { currentNode } = walker;
      const { parentElement, textContent } = currentNode;
      if (!parentElement?.checkVisibility({ visibilityProperty: true }) || !textContent?.trim())
        continue;
      const range = document.createRange();
      range.selectNodeContents(currentNode);
      // A line box is higher than its capitals.
      const half = Number.parseFloat(getComputedStyle(parentElement).fontSize) * 0.36;
      for (const { left, right, top, bottom, width } of range.getClientRects()) {
        const middle = (top + bottom) / 2;
        if (width > 1)
          words.push({ text: textContent, left, right, top: middle - half, bottom: middle + half });
      }
    }
    const pairs = words.flatMap((one, at) =>
      words
        .slice(at + 1)
        .filter((other) => {
          const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
          const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
          return across > 1.5 && down > 2;
        })
        .map((other) => `“${one.text}” over “${other.text}”`),
    );
    const outside = words
      .filter(({ left, right }) => left < edge.left - 1 || right > edge.right + 1)
      .map(({ text }) => `“${text}” outside`);
    return [...pairs, ...outside];
  });

for (const [kind, parts] of Object.entries({ ...templates, ...moreTemplates }))
  test(`on a phone no word of the eight slides lies over another word or outside of the slide, in a template ${kind}`, {
    tag: kind in moreTemplates ? ['@chromium', '@release'] : '@chromium',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await alive(page);
    const buffer = Buffer.from(templateFile(parts));
    await page
      .locator('.template-line [type=file]')
      .setInputFiles({ name: 'Template.pptx', mimeType: 'application/octet-stream', buffer });
    const shown = page.locator('.hero-stage .own-slide').filter({ visible: true });
    await expect(shown).toBeVisible();
    for (const { number } of slides) {
      await page
        .locator('.strip-label')
        .nth(number - 1)
        .click();
      await expect(shown).toBeVisible();
      expect.soft(await collisions(page), `slide ${number}`).toEqual([]);
    }
  });
