import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillTemplate, openTemplate } from '../../client/deck/index.ts';
import {
  placeholder,
  rectangle,
  solid,
  templateFile,
} from '../../client/deck/testing/template-file.ts';
import { sampleDeck } from '../../client/stage/sample/deck.ts';
import { looks } from '../../client/stage/sample/looks.ts';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { findProgram } from '../support/programs.ts';
import { convert, office, type PdfPage, pagesOf, pdfToText, write } from './impress.ts';
import { openSlidesOnPage, type SlidesOnPage } from './slide-on-page.ts';
import { titlesOf } from './templates/saved-again.ts';

/** The slide on the page beside Impress's picture of the download, in our templates and in two small ones. */

const pdfToPicture = findProgram('pdftoppm') ?? '';
/** Places may differ by this share of the slide's width. */
const most = 0.01;
/** The colour of the logo of the small templates. Exhibits have it too, because the theme has no such hue. */
const logoColor = 'FF00AA';
const topRight = 'a wide one with a logo at the top right';
const bottomLeft = 'one of 4:3 with a logo at the bottom left';
const logos: Record<string, readonly [x: number, y: number, width: number, height: number]> = {
  [topRight]: [0.86, 0.05, 0.09, 0.1],
  [bottomLeft]: [0.04, 0.88, 0.12, 0.08],
};
const drawLogo = (name: string, size: typeof wide): string =>
  rectangle(logos[name] ?? [0, 0, 0, 0], solid(logoColor), size);

/** Where a word stands: its left side and the middle of its line. */
interface Place {
  text: string;
  left: number;
  middle: number;
}

const wide = { width: 12_192_000, height: 6_858_000 };
const small = { width: 9_144_000, height: 6_858_000 };
const templates: Record<string, () => Uint8Array> = {
  ...Object.fromEntries(
    looks.map(({ id }) => [id, () => readFileSync(fromRoot(`client/deck/templates/${id}.pptx`))]),
  ),
  [topRight]: () =>
    templateFile({
      size: wide,
      title: [0.06, 0.08, 0.7, 0.14],
      masterShapes: drawLogo(topRight, wide),
      titleStyle: `<a:defRPr sz="2400">${solid('tx1')}<a:latin typeface="Arial"/></a:defRPr>`,
      footers: placeholder('type="ftr" idx="11"', [0.06, 0.93, 0.6, 0.05], undefined, wide),
    }),
  [bottomLeft]: () =>
    templateFile({
      size: small,
      title: [0.08, 0.06, 0.84, 0.16],
      body: [0.08, 0.26, 0.84, 0.56],
      masterShapes: drawLogo(bottomLeft, small),
      titleStyle: `<a:defRPr sz="2400">${solid('tx1')}<a:latin typeface="Arial"/></a:defRPr>`,
    }),
};

let shown: SlidesOnPage;

beforeAll(async () => {
  shown = await openSlidesOnPage();
}, 60_000);

afterAll(() => shown?.close());

/** Returns the place of the first visible word under each selector, in shares of the slide's width. */
const placesOnPage = (selectors: Record<string, string>): Promise<Record<string, Place>> =>
  shown.slide.evaluate((slide, all) => {
    const whole = slide.getBoundingClientRect();
    const firstWord = (selector: string) => {
      const root = [...slide.querySelectorAll(selector)].find((one) => one.checkVisibility());
      const texts = document.createTreeWalker(root ?? slide, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const { index = 0, 0: word = '' } = /\S+/.exec(node.textContent ?? '') ?? {};
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const { left, top, right, bottom } = range.getBoundingClientRect();
        if (right > left) {
          return {
            text: word,
            left: (left - whole.left) / whole.width,
            middle: ((top + bottom) / 2 - whole.top) / whole.width,
          };
        }
      }
      return { text: '', left: Number.NaN, middle: Number.NaN };
    };
    return Object.fromEntries(
      Object.entries(all).map(([name, selector]) => [name, firstWord(selector)]),
    );
  }, selectors);

/** Returns the place of the word of a PDF page that is nearest to a place on the page and has the same text. */
function placeInFile({ text, left, middle }: Place, { width, words }: PdfPage): Place | undefined {
  const same = words
    .filter((word) => word.text === text)
    .map((word) => {
      return { text, left: word.left / width, middle: (word.top + word.bottom) / 2 / width };
    });
  const away = (place: Place) => Math.hypot(place.left - left, place.middle - middle);
  return same.toSorted((one, other) => away(one) - away(other))[0];
}

/** Returns the sides of what has the logo's colour in a PNG, near the logo, in shares of the picture's width. */
const logoIn = (png: Buffer, logo: readonly number[]): Promise<number[]> =>
  shown.page.evaluate(
    async ([data, near]) => {
      const [boxLeft = 0, boxTop = 0, boxWidth = 0, boxHeight = 0] = near;
      const isNear = (at: number, from: number, length: number) =>
        at > from - 0.03 && at < from + length + 0.03;
      const blob = await (await fetch(`data:image/png;base64,${data}`)).blob();
      const bitmap = await createImageBitmap(blob);
      const { width, height } = bitmap;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const pixels = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      let [left, top, right, bottom] = [width, height, 0, 0];
      for (let at = 0; at < pixels.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
        if (red < 230 || green > 40 || Math.abs(blue - 170) > 40) continue;
        const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
        if (!isNear(x / width, boxLeft, boxWidth) || !isNear(y / height, boxTop, boxHeight))
          continue;
        [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
        [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
      }
      return [left, top, right, bottom].map((side) => side / width);
    },
    [png.toString('base64'), logo] as const,
  );

const parts = {
  title: '.own-title',
  exhibit: '.slide-exhibit p',
  'column beside the exhibit': '.own-side',
};

describe.skipIf(!office || !pdfToText || !pdfToPicture)(
  'the page and Impress (needs soffice, pdftotext and pdftoppm)',
  () => {
    it.each(Object.keys(templates))(
      'title, exhibit and logo of slides 1 and 4 stand at the same place in the template %s',
      async (name) => {
        const template = new Uint8Array(templates[name]?.() ?? []);
        const opened = await openTemplate(template);
        if ('refused' in opened) throw new Error(opened.refused);
        const pdf = convert(write('deck.pptx', fillTemplate(opened, sampleDeck())), 'pdf');
        const pages = pagesOf(pdf);
        for (const number of [1, 4]) {
          await shown.show(template, number);
          const inFile = pages[number - 1] ?? { width: 1, height: 1, words: [] };
          for (const [part, place] of Object.entries(await placesOnPage(parts))) {
            const found = placeInFile(place, inFile);
            const where = `slide ${number}, ${part}: ${JSON.stringify([place, found])}`;
            expect(Math.abs((found?.left ?? 1) - place.left), where).toBeLessThan(most);
            expect(Math.abs((found?.middle ?? 1) - place.middle), where).toBeLessThan(most);
          }
        }
        const logo = logos[name];
        if (!logo) return;
        execFileSync(pdfToPicture, ['-r', '96', '-png', '-singlefile', pdf, pdf]);
        const sides = await logoIn(await shown.slide.screenshot(), logo);
        for (const [at, side] of (await logoIn(readFileSync(`${pdf}.png`), logo)).entries())
          expect(Math.abs(side - (sides[at] ?? 1)), `side ${at} of the logo`).toBeLessThan(most);
      },
      180_000,
    );
  },
);

describe('the wordings of titles', () => {
  it('the second wording that the page shows for slide 4 is the title in the file.', async () => {
    const { page, slide } = shown;
    await shown.show(new Uint8Array(templates.ours?.() ?? []), 4);
    const title = slide.locator('.own-title-lines').filter({ visible: true });
    const first = await title.textContent();
    await page.locator('#window-wording-4-1').evaluate((input: HTMLInputElement) => input.click());
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.hero-download').evaluate((button: HTMLElement) => button.click()),
    ]);
    const inFile = titlesOf(await download.path())[3] ?? '';
    const second = (await title.textContent()) ?? '';
    expect(second).not.toBe(first);
    expect(inFile.split(/\s+/)).toEqual(second.split(/\s+/));
  });
});
