import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeck } from '../../client/stage/deck-file/deck.ts';
import { looks } from '../../client/stage/sample/looks.ts';
import { slides } from '../../client/stage/sample/slides.ts';
import { findBrowser } from '../support/browser.ts';
import { type Running, startPages } from '../support/built-server.ts';
import { findProgram } from '../support/programs.ts';
import { convert, office, pdfToText, type Word, wordsOf, write } from './impress.ts';

/** The page's slides beside Impress's pictures of the downloaded file, both with our typefaces. */

const pdfToPicture = findProgram('pdftoppm');
/** Pixels of a slide of 1280 by 720 that a word may lie elsewhere. The file has room for one more line of a stand-in. */
const mostShift = 45;
/** The share of the words that must lie near. A machine without Arial breaks the lines of Plain office elsewhere. */
const leastNear = 0.6;

let site: Running;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  site = await startPages();
  browser = await chromium.launch(await findBrowser());
  page = await browser.newPage({
    viewport: { width: 1440, height: 1300 },
    bypassCSP: true,
    reducedMotion: 'reduce',
  });
  await page.goto(site.url);
  await page.locator('#window-wording-1-0').waitFor({ state: 'attached' });
  // The slide at the size of the file's slides.
  const size = 'position: fixed; top: 0; left: 0; z-index: 9; width: 1280px; height: 720px';
  await page.addStyleTag({
    content: `.stage .slide { ${size.replaceAll(';', ' !important;')} !important }`,
  });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const shownSlide = () => page.locator('.stage .slide:visible').first();

/** Presses a hidden input of the window. */
const press = (id: string) =>
  page.locator(`#window-${id}`).evaluate((input: HTMLInputElement) => input.click());

/** Returns the words on the slide of the page and the middle of each, in pixels. */
const wordsOnPage = () =>
  shownSlide().evaluate((slide) => {
    const words: { text: string; x: number; y: number }[] = [];
    const texts = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const { index, 0: text } of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + text.length);
        const { x, y, width, height } = range.getBoundingClientRect();
        if (width > 0) words.push({ text, x: x + width / 2, y: y + height / 2 });
      }
    }
    return words;
  });

/** How far the nearest word of the file with the same text is, in pixels. A point of a PDF has 4/3 pixels. */
function distance(word: { text: string; x: number; y: number }, file: readonly Word[]): number {
  const same = file.filter(({ text }) => text === word.text);
  const apart = same.map(({ left, right, top, bottom }) =>
    Math.hypot(((left + right) * 2) / 3 - word.x, ((top + bottom) * 2) / 3 - word.y),
  );
  return Math.min(...apart);
}

/** Returns the mean difference of two pictures, drawn at 64 by 36 pixels. */
const difference = (pictures: readonly Buffer[]) =>
  page.evaluate(
    async (all) => {
      const [one, other] = await Promise.all(
        all.map(async (data) => {
          const image = new Image();
          image.src = `data:image/png;base64,${data}`;
          await image.decode();
          const canvas = new OffscreenCanvas(64, 36).getContext('2d');
          canvas?.drawImage(image, 0, 0, 64, 36);
          return canvas?.getImageData(0, 0, 64, 36).data ?? new Uint8ClampedArray();
        }),
      );
      const apart = Array.from(one ?? [], (value, at) => Math.abs(value - (other?.[at] ?? 0)));
      // A fourth of the values is opacity, which is the same everywhere.
      return apart.reduce((sum, value) => sum + value, 0) / (apart.length * 0.75);
    },
    pictures.map((picture) => picture.toString('base64')),
  );

describe.skipIf(!office || !pdfToText || !pdfToPicture)('the page and Impress', () => {
  it.each(looks)(
    'draw each slide of the look $name alike.',
    async (look) => {
      const pdf = convert(write(`${look.id}.pptx`, createDeck(look)), 'pdf');
      const pages = wordsOf(pdf);
      execFileSync(pdfToPicture ?? '', ['-r', '72', '-png', pdf, pdf.replace('.pdf', '')]);
      await press(`look-${look.id}`);
      const pictures = slides.map(({ number }) =>
        readFileSync(join(dirname(pdf), `${look.id}-${number}.png`)),
      );
      for (const [at, { number }] of slides.entries()) {
        await press(`title-${number}`);
        const words = await wordsOnPage();
        const where = `${look.name}, slide ${number}`;
        const apart = words.map((word) => distance(word, pages[at] ?? []));
        const missing = words.filter((_, index) => apart[index] === Number.POSITIVE_INFINITY);
        expect(missing, where).toEqual([]);
        const near = apart.filter((pixels) => pixels <= mostShift).length;
        const drawn = await shownSlide().screenshot();
        const differences = [];
        for (const picture of pictures) differences.push(await difference([drawn, picture]));
        expect(near / words.length, where).toBeGreaterThanOrEqual(leastNear);
        // Of the eight pictures, the one of the same slide is the most like the page.
        expect(differences.indexOf(Math.min(...differences)), where).toBe(at);
      }
    },
    120_000,
  );
});
