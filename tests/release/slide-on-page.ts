import { type Browser, chromium, type Page } from 'playwright';
import { findBrowser } from '../support/browser.ts';
import { type Running, startPages } from '../support/built-server.ts';

/** The built site with a visitor's template, for tests that compare the page with the download. */
export interface SlidesOnPage {
  page: Page;
  /** The slide that the page shows. */
  slide: ReturnType<Page['locator']>;
  /** Opens a template on the page and shows a slide, 1280 pixels wide. */
  show(template: Uint8Array, number: number): Promise<void>;
  close(): Promise<void>;
}

const style = 'position: fixed; inset: 0 auto auto 0; z-index: 99; width: 1280px; height: auto';
const enlarged = `.hero-stage .own-slide { ${style.replaceAll(/;|$/g, ' !important;')} max-width: none }`;

/** Starts the built site and a browser. */
export async function openSlidesOnPage(): Promise<SlidesOnPage> {
  const site: Running = await startPages();
  const browser: Browser = await chromium.launch(await findBrowser());
  const page = await browser.newPage({
    viewport: { width: 1440, height: 1300 },
    bypassCSP: true,
    reducedMotion: 'reduce',
  });
  const slide = page.locator('.hero-stage .own-slide').filter({ visible: true });
  return {
    page,
    slide,
    async show(template, number) {
      await page.goto(site.url);
      await page.locator('.template-line [type=file]').setInputFiles({
        name: 'Template.pptx',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(template),
      });
      await slide.waitFor();
      await page
        .locator(`#stage-title-${number}`)
        .evaluate((input: HTMLInputElement) => input.click());
      await page.addStyleTag({ content: enlarged });
    },
    async close() {
      await browser.close();
      await site.stop();
    },
  };
}
