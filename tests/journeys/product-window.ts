/** Locators and helpers of the journeys through the sample deck: the stage of the hero, the template line, the window. */

import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { Download, Locator } from 'playwright/test';
import { slides } from '../../client/stage/sample/slides.ts';
import { plainText } from '../../client/ui/notation.ts';
import { alive, test as base, type Page } from './fixtures.ts';

/** A journey of the sample deck. It is skipped where `client/sections/order.ts` leaves the sample deck out. */
export const test = base.extend({
  page: async ({ page, request }, use, info) => {
    const home = await (await request.get('/')).text();
    info.skip(!home.includes('class="hero-stage"'), 'The page has no sample deck.');
    await use(page);
  },
});

export const step = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Steps of the product preview' }).getByRole('radio', { name });
export const preview = (page: Page) => page.locator('.product-window');
export const title = (page: Page, number: number) => page.locator(`#window-title-${number}`);
export const slideTitle = (page: Page) => page.locator('.stage .slide-title:visible');
export const row = (page: Page, number: number) => page.locator(`[data-title="${number}"]`);
export const trace = (page: Page) => page.locator('.trace-line:visible');
export const rewrites = (page: Page) => page.getByRole('group', { name: 'Rewrite the title' });
export const cautious = (page: Page) =>
  page.getByRole('checkbox', { name: /^(Make title 6|Title 6 is)/ });
export const isWide = { width: 1440, height: 1300 };

/** Words that only Upload shows. */
export const reading = 'Reading SOW.pdf';

/** Returns the line of Upload that names the template. The line holds a name for each look, and shows one of them. */
export const templateOfUpload = (page: Page) => page.getByText(/^Reading Brand-template/);

/** Returns a title as the slide prints it, in one line. */
export const printed = (number: number, wording = 0) =>
  plainText(slides[number - 1]?.wordings[wording]?.title ?? '');

/** Returns the words on all slides of a downloaded deck. */
export async function titlesOf(download: Download): Promise<string> {
  const parts = unzipSync(await readFile(await download.path()));
  const slideParts = Object.entries(parts).filter(([name]) => /slides\/slide\d+\.xml$/.test(name));
  const text = slideParts
    .map(([, part]) => strFromU8(part).replaceAll(/<a:br[ />]/g, ' $&'))
    .join('');
  return text.replaceAll(/<[^>]*>/g, '');
}

/** Returns the places of elements in the document, in pixels. */
const places = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.localName, ...[x, y + scrollY, width, height].map(Math.round)].join(' ');
    }),
  );

/** Returns the places of the window and of the elements around it. None of them may move between steps. */
export const layout = (page: Page) =>
  places(page.locator('.window, .step, .window-body, figcaption, figcaption p'));

/** Opens the page where the window is in view. */
export async function open(page: Page): Promise<void> {
  await page.setViewportSize(isWide);
  await alive(page);
}

/** The script of the worker that reads a template and makes a deck of it. */
export const engineScript = /\/assets\/worker-/;

/** The script that draws slides in a template on the page. */
export const drawingScript = /\/assets\/read-template-.*js$/;

/** Returns how many parts of the window extend beyond its body, or pages beyond the desk of Upload. */
export const cutOff = (page: Page) =>
  page.evaluate(() => {
    const extending = (parts: string, whole: string) => {
      const outer = document.querySelector(whole)?.getBoundingClientRect();
      return [...document.querySelectorAll(`${whole} :is(${parts})`)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => element.getBoundingClientRect())
        .filter(
          ({ bottom, right }) => outer && (bottom > outer.bottom + 1 || right > outer.right + 1),
        ).length;
    };
    // On a phone the page of the statement of work is scrolled to its marked phrases.
    const pages = innerWidth < 768 ? 0 : extending('.scope', '.reading');
    const parts = 'label, .slide, .miniature, .trace-line, .looks, .template-place, .reading p';
    return pages + extending(parts, '.window-body');
  });
