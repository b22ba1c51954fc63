import type { Locator } from 'playwright/test';
import { alive, expect, holdBack, movedSince, type Page, test } from './fixtures.ts';

const step = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Steps of the product preview' }).getByRole('radio', { name });
const preview = (page: Page) => page.locator('.preview');
const slideTitle = (page: Page) => page.locator('.stage .slide-title');

/** What each step alone shows on the desk. */
const onDesk = {
  Upload: 'Reading SOW.pdf',
  Edit: 'Rewrite the title',
  Deliver: 'Downloaded',
};

/** Where in the document elements stand, in pixels. */
const places = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.localName, ...[x, y + scrollY, width, height].map(Math.round)].join(' ');
    }),
  );

/** Where the window and what surrounds it stand; nothing of it may move between steps. */
const layout = (page: Page) =>
  places(page.locator('.window, .step, .window-body, figcaption, figcaption p'));

/** Opens the page where the window is in view. */
async function open(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 1300 });
  await alive(page);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('each step shows its desk and its caption', { tag: '@chromium' }, async ({ page }) => {
      await page.goto('/');
      await expect(step(page, 'Draft')).toBeChecked();
      await expect(slideTitle(page)).toBeVisible();
      await expect(page.getByText('The scope becomes an argument')).toBeVisible();
      await step(page, 'Upload').check({ force: true });
      await expect(page.getByText(onDesk.Upload)).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect(step(page, 'Edit')).toBeFocused();
      await expect(page.getByText(onDesk.Edit)).toBeVisible();
      await expect(page.getByText('You keep the pen')).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByText(onDesk.Deliver)).toBeVisible();
      await expect(page.getByText(onDesk.Edit)).toBeHidden();
    });

    test('another wording changes slide, storyline, miniature and revision', async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 1300 });
      await page.goto('/');
      const revision = page.getByText(/^Revision/);
      await step(page, 'Edit').check({ force: true });
      await expect(revision).toHaveText('Revision 6', { useInnerText: true });
      const rewrites = page.getByRole('group', { name: 'Rewrite the title' });
      await rewrites.getByRole('radio', { name: /^Five hubs/ }).check({ force: true });
      const wording = 'Five hubs do the work of nine and return 4.2 points of margin';
      const shown = (part: string) => page.locator(`${part} [data-rewrite]:visible`);
      await expect(shown('.stage .slide-title')).toHaveText(wording);
      await expect(slideTitle(page).locator('.pen:visible')).toHaveText('4.2 points');
      await expect(shown('.storyline')).toContainText(wording);
      await expect(revision).toHaveText('Revision 7', { useInnerText: true });
      await step(page, 'Deliver').check({ force: true });
      await expect(shown('.miniature-place')).toContainText('and return 4.2 points of margin');
    });
  });
}

/** How many parts of the window reach out of it. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const body = document.querySelector('.window-body')?.getBoundingClientRect();
    return [...document.querySelectorAll('.window-body :is(label, .slide, .miniature)')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => element.getBoundingClientRect())
      .filter(({ bottom, right }) => body && (bottom > body.bottom + 1 || right > body.right + 1))
      .length;
  });

test('nothing moves between the steps, and nothing is cut off', async ({ page }) => {
  await open(page);
  for (const size of ['1440x900', '1366x657', '1024x800', '820x1180', '390x844', '320x640']) {
    const [width = 0, height = 0] = size.split('x').map(Number);
    await page.setViewportSize({ width, height });
    const before = await layout(page);
    for (const name of ['Upload', 'Edit', 'Deliver', 'Draft']) {
      await step(page, name).check({ force: true });
      expect(await layout(page), `${name} at ${size}`).toEqual(before);
      expect(await cutOff(page), `${name} at ${size}`).toBe(0);
    }
  }
});

test('a title shows its phrase and its slide', async ({ page }) => {
  await open(page);
  const title = page.getByRole('radio', { name: 'Next-day cover holds in every region' });
  const phrase = page.locator('[data-thread="5"] [data-phrase]');
  await expect(title).toHaveAccessibleDescription(/SOW.pdf, page 3 .*next-day service only\./);
  const before = await places(page.locator('.stage'));
  await page.locator('[data-title="5"]').hover();
  await expect(phrase).toHaveText('next-day service only.');
  await expect(phrase).toBeVisible();
  await expect(page.locator('[data-thread="5"] .miniature')).toBeVisible();
  expect(await places(page.locator('.stage'))).toEqual(before);
  await page.mouse.move(0, 0);
  await expect(phrase).toBeHidden();
  await page.getByRole('radio', { name: 'Moving from nine hubs to five' }).first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(title).toBeFocused();
  await expect(phrase).toBeVisible();
});

test('assistive technology knows the controls and captions, not the drawing', async ({ page }) => {
  await open(page);
  await step(page, 'Edit').check({ force: true });
  await expect(preview(page)).toMatchAriaSnapshot(`
    - figure:
      - group "Steps of the product preview":
        - radio "Upload"
        - radio "Draft"
        - radio "Edit" [checked]
        - radio "Deliver"
      - group /Storyline/
      - group "Rewrite the title":
        - radio /Moving from nine hubs/ [checked]
        - radio /Five hubs do/
        - radio /Four closures/
  `);
  await expect(step(page, 'Edit')).toHaveAccessibleDescription(/^Edit\. You keep the pen/);
});

test.describe('the transformation', () => {
  // With movement.
  test.use({ contextOptions: {} });

  const playing = (page: Page) => page.locator('[data-playing]');

  test('plays once from Upload to Draft, and moves nothing', async ({ page }) => {
    const begun = page.waitForSelector('[data-playing]', { state: 'attached' });
    await open(page);
    await begun;
    await expect(playing(page)).toHaveCount(0);
    await expect(step(page, 'Draft')).toBeChecked();
    expect(await movedSince(page, 0)).toBeLessThan(0.001);
    await page.locator('footer').getByRole('link', { name: 'Careers' }).click();
    await page.getByRole('link', { name: 'Back to Home' }).first().click();
    await expect(slideTitle(page)).toBeVisible();
    await expect(playing(page)).toHaveCount(0);
  });

  /** Opens the page, and lets the transformation come to that millisecond and no further. */
  async function reach(page: Page, at: number): Promise<void> {
    await open(page);
    await expect(playing(page).first()).toBeAttached();
    await preview(page).evaluate((element, time) => {
      for (const animation of element.getAnimations({ subtree: true })) {
        animation.pause();
        animation.currentTime = time;
      }
    }, at);
  }

  const deliver = (page: Page) => step(page, 'Deliver').click({ force: true });
  for (const [what, at, interrupt, rest] of [
    ['a step is pressed at once', 0, deliver, 'Deliver'],
    ['a step is pressed half-way', 2150, deliver, 'Deliver'],
    ['a key is pressed', 600, (page: Page) => page.keyboard.press('Tab'), 'Draft'],
    ['the page is printed', 600, (page: Page) => page.pdf(), 'Draft'],
  ] as const) {
    const tag = what === 'the page is printed' ? '@chromium' : [];
    test(`ends at ${rest} where ${what}`, { tag }, async ({ page }) => {
      await reach(page, at);
      await interrupt(page);
      await expect(playing(page)).toHaveCount(0);
      await expect(step(page, rest)).toBeChecked();
      await expect(page.getByText(onDesk.Upload)).toBeHidden();
    });
  }

  test('does not begin once a step was chosen before the script came', async ({ page }) => {
    const release = await holdBack(page, '**/assets/*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await step(page, 'Edit').focus();
    await page.keyboard.press('Space');
    const before = await layout(page);
    release();
    await page.waitForLoadState('networkidle');
    await expect(step(page, 'Edit')).toBeChecked();
    await expect(step(page, 'Edit')).toBeFocused();
    await expect(page.getByText(onDesk.Edit)).toBeVisible();
    expect(await layout(page)).toEqual(before);
  });

  test('does not play for who has read past the window, nor under reduced motion', {
    tag: '@chromium',
  }, async ({ page }) => {
    await alive(page, '/#contact');
    await expect(playing(page)).toHaveCount(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page);
    await expect(playing(page)).toHaveCount(0);
    await expect(step(page, 'Draft')).toBeChecked();
  });
});
