import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, holdBack, movedSince, painted, settled, test } from './fixtures.ts';

const { resolve } = createRequire(import.meta.url);

/** The fonts of each system, by the names in the stylesheet. The test serves each font itself. */
const systems = {
  'Windows, Apple or Liberation': {
    'Times New Roman': '@fontsource/tinos/files/tinos-latin-400-normal.woff2',
    Arial: '@fontsource/arimo/files/arimo-latin-400-normal.woff2',
  },
  Android: {
    'Noto Serif': '@fontsource/noto-serif/files/noto-serif-latin-400-normal.woff2',
    Roboto: '@fontsource/roboto/files/roboto-latin-400-normal.woff2',
  },
  'a Linux with DejaVu only': {
    'DejaVu Serif': 'dejavu-fonts-ttf/ttf/DejaVuSerif.ttf',
    'DejaVu Sans': 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  },
};

const dataUrl = (file: string) =>
  `url("data:font/woff2;base64,${readFileSync(resolve(file)).toString('base64')}")`;

// The test writes the fonts of a system into the stylesheet, which the content security policy forbids.
test.use({ bypassCSP: true });

for (const [system, fonts] of Object.entries<Record<string, string>>(systems)) {
  for (const width of [390, 1440]) {
    test(`nothing moves at a width of ${width} when the fonts arrive late on ${system}`, {
      tag: ['@chromium', '@release'],
    }, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.route('/', async (route) => {
        const response = await route.fetch();
        const html = (await response.text()).replace(
          /local\((["']?)([^)"']+)\1\)/g,
          (_, __, name) => (name in fonts ? dataUrl(fonts[name] ?? '') : 'local("none")'),
        );
        await route.fulfill({ response, body: html });
      });
      const release = await holdBack(page, '**/*.woff2');
      await page.goto('/', { waitUntil: 'commit' });
      // The fonts of a system are there from the start. The test's copies are read while the page is shown.
      await page.waitForFunction(() => {
        const standIns = [...document.fonts].filter(({ family }) => / on /.test(family));
        return standIns.filter(({ status }) => status === 'loaded').length === 2;
      });
      const before = await painted(page);
      release();
      await settled(page);
      await page.evaluate(() => document.fonts.ready);
      expect(await movedSince(page, before)).toBeLessThan(0.01);
    });
  }
}
