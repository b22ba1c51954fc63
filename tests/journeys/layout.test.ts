import { alive, expect, open, type Page, test } from './fixtures.ts';

// With motion, which the other journeys reduce.
test.use({ contextOptions: {} });

test('every control on a phone is at least 44 pixels high and wide, and a title of the storyline 31 pixels high', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await alive(page);
  const small = await page.evaluate(() =>
    // A hidden input is pressed by its label.
    Array.from(
      document.querySelectorAll(
        '#root :is(a, button, input:not(.sr-only), label.title-row, .strip-label, .cautious)',
      ),
    )
      .filter((element) => element.checkVisibility() && !element.matches('[href="#main"]'))
      .map((element) => ({
        html: element.outerHTML,
        box: element.getBoundingClientRect(),
        // Eight rows of 44 pixels would make Draft higher than the other steps. WCAG 2.2 asks for 24 pixels.
        least: element.matches('.title-row') ? 31 : 44,
      }))
      .filter(({ box, least }) => Math.round(box.height) < least || box.width < 44)
      .map(({ html, box }) => `${Math.round(box.width)} × ${Math.round(box.height)}: ${html}`),
  );
  expect(small).toEqual([]);
});

test('the page prints as a deck with a slide for each section, and cuts no section off', {
  tag: '@chromium',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const path of ['/', '/privacy']) {
    await alive(page, path);
    await page.emulateMedia({ media: 'print' });
    const sections = page.locator('main section');
    const cut = await sections.evaluateAll((all) =>
      all
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
        .map(({ id, scrollHeight }) => `${id}: ${scrollHeight} px`),
    );
    expect(cut).toEqual([]);
    await page.emulateMedia({ media: null });
    const slides = path === '/' ? await sections.count() : 1;
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(slides);
    // 13.333 × 7.5 inches, in points.
    for (const box of pdf.match(/\/MediaBox\s*\[[^\]]*\]/g) ?? ['none'])
      expect(box).toMatch(/\b960(\.\d+)? 540(\.\d+)?\]/);
  }
});

test('the title of the printed landing page has three lines, as on the screen', {
  tag: '@chromium',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/');
  await page.emulateMedia({ media: 'print' });
  const lines = page.getByRole('heading', { level: 1 }).evaluate((title) => {
    const { lineHeight } = getComputedStyle(title);
    return Math.round(title.clientHeight / Number.parseFloat(lineHeight));
  });
  expect(await lines).toBe(3);
});

test('the bar shows no progress on a page that cannot be scrolled', {
  tag: ['@chromium', '@release'],
}, async ({ page }) => {
  const width = () =>
    page.locator('header.nav').evaluate((header) => {
      const { transform } = getComputedStyle(header, '::after');
      return new DOMMatrix(transform).a;
    });
  // As in a first frame, before most of the page is parsed.
  await page.setViewportSize({ width: 1440, height: 3000 });
  await alive(page, '/careers');
  await expect.poll(width).toBe(0);
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.evaluate(() => scrollTo({ top: 9999, behavior: 'instant' }));
  await expect.poll(width).toBe(1);
});

/** Sets the text spacing that a user may set (WCAG 1.4.12). */
const spaceText = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }',
    );
    document.adoptedStyleSheets = [sheet];
  });

test('wide text spacing cuts off no title of the storyline on a tablet', {
  tag: '@release',
}, async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await alive(page);
  await spaceText(page);
  const bottoms = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().bottom));
  const [end = 0] = await bottoms('.window-body');
  for (const bottom of await bottoms('.window-body [data-title]'))
    expect(bottom).toBeLessThanOrEqual(end);
});

test('wide text spacing cuts off no word of a title on a small screen', {
  tag: '@release',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await alive(page);
  await spaceText(page);
  await open(page);
  for (const mark of await page.locator(':is(#hero-title, #early-access-title) mark').all()) {
    const over = await mark.evaluate((element) => {
      const frame = element.closest('dialog, main')?.getBoundingClientRect();
      return element.getBoundingClientRect().right - (frame?.right ?? 0);
    });
    expect(over).toBeLessThanOrEqual(0);
  }
});

test('a long word in a translated title breaks and stays within the title', {
  tag: '@release',
}, async ({ page }) => {
  await alive(page);
  const title = page.locator('#hero-title');
  const word = title.locator('mark');
  await word.evaluate((mark) => {
    mark.textContent = 'Strategiepräsentationen';
  });
  const rightOf = (element: typeof title) =>
    element.evaluate((node) => node.getBoundingClientRect().right);
  for (const width of [320, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    // The stroke of the pen extends a little beyond the title.
    expect(await rightOf(word)).toBeLessThan((await rightOf(title)) + 12);
    expect(await rightOf(title)).toBeLessThanOrEqual(width);
  }
});

test('a long translation of the bar’s button never covers the name', {
  tag: '@chromium',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await alive(page);
  const name = page.locator('header a span').first();
  const link = await page.locator('header a').first().boundingBox();
  expect((await name.boundingBox())?.y).toBeLessThan((link?.y ?? 0) + 44);
  const button = page.locator('header .button-small');
  await button.evaluate((element) => {
    element.textContent = 'Frühzeitigen Zugang erhalten';
  });
  const [words, brand, pressed] = await Promise.all(
    [name, page.locator('header a').first(), button].map((part) => part.boundingBox()),
  );
  expect((brand?.x ?? 0) + (brand?.width ?? 0)).toBeLessThanOrEqual(pressed?.x ?? 0);
  // The name is cut off whole.
  expect(words?.y).toBeGreaterThanOrEqual((brand?.y ?? 0) + (brand?.height ?? 0));
});

test('a section is hidden and its pen is still until the visitor scrolls to it, and both are there from the start in a section in view', async ({
  page,
}) => {
  await alive(page);
  const founders = page.locator('#founders [data-reveal]');
  await expect(founders).toHaveCSS('opacity', '0');
  await founders.scrollIntoViewIfNeeded();
  await expect(founders).toHaveCSS('opacity', '1');
  const mark = page.locator('#next-step mark');
  await mark.scrollIntoViewIfNeeded();
  await expect(mark).toHaveCSS('animation-name', 'pen');
  await page.reload();
  await expect(page.locator('#next-step [data-reveal="in-sight"]')).toBeInViewport();
  await expect(mark).toHaveCSS('animation-name', 'none');
});

test('every section appears, and no text is cut off, on a small screen with large text, where a tenth of a section is higher than the screen', {
  tag: '@chromium',
}, async ({ browser, baseURL }) => {
  const viewport = { width: 320, height: 256 };
  const context = await browser.newContext({ viewport, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '32px';
    }),
  );
  await alive(page);
  for (const section of await page.locator('[data-reveal]').all()) {
    await section.evaluate((element) => element.scrollIntoView());
    await expect(section).toHaveCSS('opacity', '1');
  }
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, h3, p, span, a, button)')]
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden=true]'))
      .filter((element) => element.getBoundingClientRect().right > innerWidth)
      .map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
  await context.close();
});

test('nothing moves under reduced motion', { tag: '@chromium' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.locator('#founders [data-reveal]')).toHaveCSS('opacity', '1');
  const states = await page.evaluate(() =>
    document.getAnimations().map(({ playState }) => playState),
  );
  expect(states).not.toContain('running');
});

test('marks have the colours of the system under forced colours', {
  tag: ['@chromium', '@release'],
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page);
  for (const mark of await page.locator(':is(h1, h2) mark').all()) {
    await expect(mark).toHaveCSS('background-color', 'rgb(255, 255, 0)');
    const stroke = await mark.evaluate((node) => getComputedStyle(node, '::before').display);
    expect(stroke).toBe('none');
  }
});

test('no word of the page or of a drawing is smaller than 11 pixels', { tag: '@release' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const steps = page
    .getByRole('group', { name: 'Steps of the product preview' })
    .getByRole('radio');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    // A page without the product window has no steps.
    for (const step of [null, ...(await steps.all())]) {
      await step?.check({ force: true });
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('main *')].flatMap((element) => {
          const words = [...element.childNodes].filter(({ nodeName }) => nodeName === '#text');
          const text = words.map(({ nodeValue }) => nodeValue?.trim()).join('');
          if (!text || !element.checkVisibility({ visibilityProperty: true })) return [];
          const scale = element instanceof SVGTextElement ? element.getScreenCTM()?.a : 1;
          const size = Number.parseFloat(getComputedStyle(element).fontSize) * (scale ?? 1);
          return size < 10.9 ? [`${text}: ${size}`] : [];
        }),
      );
      expect(small, `${step} at ${width}`).toEqual([]);
    }
  }
});
