import {
  alive,
  dialogOf,
  expect,
  forceAutofill,
  holdBack,
  movedSince,
  opener,
  type Page,
} from './fixtures.ts';
import {
  layout,
  open,
  preview,
  reading,
  rewrites,
  row,
  step,
  test,
  title,
} from './product-window.ts';

test.describe('the transformation', () => {
  // With movement.
  test.use({ contextOptions: {} });

  const playing = (page: Page) => page.locator('[data-playing]');
  const finished = (page: Page) => page.locator('.stage .slide:visible');

  /** Opens the page on a screen that ends above the body of the window. */
  async function openAbove(page: Page): Promise<void> {
    await page.setViewportSize({ width: 1440, height: 900 });
    await alive(page);
  }
  /** Scrolls until a share of the window is in view. */
  const bring = (page: Page, share: number) =>
    page.evaluate((part) => {
      const { top, height } =
        document.querySelector('.window')?.getBoundingClientRect() ?? new DOMRect();
      scrollTo({ top: top + scrollY - innerHeight + part * height, behavior: 'instant' });
    }, share);

  test('plays once from Upload to Draft, and moves nothing', async ({ page }) => {
    await openAbove(page);
    await expect(page.locator('.window-body > [data-playing]').first()).toBeAttached();
    await bring(page, 0.9);
    await expect(playing(page)).toHaveCount(0);
    await expect(step(page, 'Draft')).toBeChecked();
    expect(await movedSince(page, 0)).toBeLessThan(0.001);
    await page.locator('footer').getByRole('link', { name: 'Careers' }).click();
    await page.getByRole('link', { name: 'Back to Home' }).first().click();
    await expect(page.locator('.hero-stage .slide:visible')).toBeVisible();
  });

  test('begins when 60% of the window is in view', { tag: '@release' }, async ({ page }) => {
    await openAbove(page);
    await expect(page.locator('.window-body > [data-playing]').first()).toBeAttached();
    const running = () =>
      preview(page).evaluate((element) =>
        element.getAnimations({ subtree: true }).some(({ playState }) => playState === 'running'),
      );
    await bring(page, 0.58);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(await running()).toBe(false);
    await bring(page, 0.62);
    await expect.poll(running).toBe(true);
  });

  test('keeps Draft on a screen that shows the window from the start', { tag: '@release' }, async ({
    page,
  }) => {
    await open(page);
    await expect(finished(page)).toBeVisible();
    await expect(playing(page)).toHaveCount(0);
    await expect(page.getByText(reading)).toBeHidden();
  });

  test('lets the form learn that the browser has filled in the address', {
    tag: ['@chromium', '@release'],
  }, async ({ page }) => {
    await openAbove(page);
    await expect(page.locator('.window-body > [data-playing]').first()).toBeAttached();
    await opener(page).click();
    const { email, submit } = dialogOf(page);
    await expect(submit).toBeDisabled();
    // Some browsers send no event when they fill in a field.
    await email.evaluate((field: HTMLInputElement) => {
      field.value = 'ada@company.com';
    });
    await forceAutofill(page);
    await expect(submit).toBeEnabled();
  });

  /** Plays the transformation, and stops it at a millisecond. */
  async function reach(page: Page, at: number): Promise<void> {
    await page.getByRole('button', { name: 'Replay' }).click();
    await expect(page.locator('.window-body > [data-playing]').first()).toBeAttached();
    await preview(page).evaluate((element, time) => {
      for (const animation of element.getAnimations({ subtree: true })) {
        animation.pause();
        animation.currentTime = time;
      }
    }, at);
  }

  const deliver = (page: Page) => step(page, 'Deliver').click({ force: true });
  test('ends when a step, a key or a title is pressed', async ({ page }) => {
    await open(page);
    for (const [at, interrupt, rest] of [
      [0, deliver, step(page, 'Deliver')],
      [2150, deliver, step(page, 'Deliver')],
      [600, () => page.keyboard.press('Tab'), step(page, 'Draft')],
      [4000, () => row(page, 6).click(), title(page, 6)],
    ] as const) {
      await reach(page, at);
      await interrupt(page);
      await expect(playing(page)).toHaveCount(0);
      await expect(rest).toBeChecked();
      await expect(page.getByText(reading)).toBeHidden();
    }
  });

  test('ends at Draft when the page is printed', { tag: ['@chromium', '@release'] }, async ({
    page,
  }) => {
    await open(page);
    await reach(page, 600);
    await page.pdf();
    await expect(playing(page)).toHaveCount(0);
    await expect(step(page, 'Draft')).toBeChecked();
    await expect(page.getByText(reading)).toBeHidden();
  });

  test('never shows two pages through each other', { tag: '@release' }, async ({ page }) => {
    await open(page);
    await reach(page, 2160);
    const opacities = await page.evaluate(() =>
      ['.reading', '.stage [data-chosen="4"] .slide'].map((part) => {
        const element = document.querySelector(part);
        return element ? Number(getComputedStyle(element).opacity) : Number.NaN;
      }),
    );
    expect(Math.min(...opacities)).toBe(0);
  });

  test('does not begin when a step was chosen before the script came', { tag: '@release' }, async ({
    page,
  }) => {
    const release = await holdBack(page, '**/assets/*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await step(page, 'Edit').focus();
    await page.keyboard.press('Space');
    const before = await layout(page);
    release();
    await page.waitForLoadState('networkidle');
    await expect(step(page, 'Edit')).toBeChecked();
    await expect(step(page, 'Edit')).toBeFocused();
    await expect(rewrites(page)).toBeVisible();
    await expect(playing(page)).toHaveCount(0);
    expect(await layout(page)).toEqual(before);
  });

  test('does not play for a reader who is past the window, nor under reduced motion', {
    tag: ['@chromium', '@release'],
  }, async ({ page }) => {
    await alive(page, '/#contact');
    await expect(playing(page)).toHaveCount(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page);
    await expect(playing(page)).toHaveCount(0);
    await expect(step(page, 'Draft')).toBeChecked();
    await expect(page.getByRole('button', { name: 'Replay' })).toBeHidden();
  });

  test('plays again on Replay, from any step', { tag: '@release' }, async ({ page }) => {
    await open(page);
    await deliver(page);
    await expect(playing(page)).toHaveCount(0);
    const replay = page.getByRole('button', { name: 'Replay' });
    await replay.click();
    await expect(playing(page).first()).toBeAttached();
    await expect(page.getByText(reading)).toBeVisible();
    await expect(step(page, 'Draft')).toBeChecked();
    await page.keyboard.press('Shift');
    await expect(playing(page)).toHaveCount(0);
    await expect(replay).toBeVisible();
  });
});
