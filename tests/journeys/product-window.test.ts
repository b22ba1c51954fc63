import type { Locator } from 'playwright/test';
import { looks } from '../../client/stage/sample/looks.ts';
import { slides } from '../../client/stage/sample/slides.ts';
import { alive, expect, holdBack, navigate, type Page, settled } from './fixtures.ts';
import {
  cautious,
  cutOff,
  isWide,
  layout,
  open,
  preview,
  printed,
  reading,
  rewrites,
  row,
  slideTitle,
  step,
  templateOfUpload,
  test,
  title,
  titlesOf,
  trace,
} from './product-window.ts';

/** Returns the tile that chooses a look. */
const tile = (page: Page, look: string) =>
  page.locator('label').filter({ hasText: look, visible: true });

/** Titles of the first and the last slide, the title that is chosen at first, and one with a wording from the hero. */
const chosen = [1, 4, 6, 8];

const white = 'rgb(255, 255, 255)';
const clear = 'rgba(0, 0, 0, 0)';
const midnight = 'rgb(17, 28, 47)';

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with a script' : 'without a script';
  test.describe(how, { tag: javaScriptEnabled ? [] : '@chromium' }, () => {
    test.use({ javaScriptEnabled });

    /** Returns whether the page has the trace of a title, its slide at full size and its other wordings. */
    const isSent = (number: number) => javaScriptEnabled || number === 4;

    /** Expects the slide of a title on the stage. Without a script an enlarged miniature takes its place. */
    async function expectOnStage(page: Page, number: number, wording = 0): Promise<void> {
      if (isSent(number)) {
        const text = printed(number, wording);
        await expect(slideTitle(page)).toHaveText(text, { useInnerText: true });
        return;
      }
      const shown = page.locator('.stage .miniature-title > span').filter({ visible: true });
      await expect(shown).toHaveText(printed(number, wording));
    }

    test('each step shows its desk and its caption', { tag: '@chromium' }, async ({ page }) => {
      await page.goto('/');
      await expect(step(page, 'Draft')).toBeChecked();
      await expect(slideTitle(page)).toBeVisible();
      await expect(page.getByText('The scope becomes an argument')).toBeVisible();
      await step(page, 'Upload').check({ force: true });
      await expect(page.getByText(reading)).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect(step(page, 'Edit')).toBeFocused();
      await expect(rewrites(page)).toBeVisible();
      await expect(page.getByText('You keep the pen')).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('.deck-card')).toBeVisible();
      await expect(rewrites(page)).toBeHidden();
    });

    test('a chosen title shows its slide and its trace, and stays chosen in Edit', async ({
      page,
    }) => {
      await page.setViewportSize(isWide);
      await page.goto('/');
      for (const { number, trace: lines } of slides.filter(({ number }) =>
        chosen.includes(number),
      )) {
        await step(page, 'Draft').check({ force: true });
        await title(page, number).check({ force: true });
        await expectOnStage(page, number);
        if (isSent(number)) {
          await expect(trace(page)).toHaveCount(lines.length);
          await expect(trace(page).first()).toContainText(lines[0]?.text ?? '');
          await expect(trace(page).first()).toContainText(`p. ${lines[0]?.page}`);
        }
        await step(page, 'Edit').check({ force: true });
        await expect(title(page, number)).toBeChecked();
        await expectOnStage(page, number);
        await expect(page.getByText(`Slide ${number} of 8, title selected`)).toBeVisible();
        if (isSent(number))
          await expect(rewrites(page).getByRole('radio')).toHaveCount(
            slides[number - 1]?.wordings.length ?? 0,
          );
      }
    });

    test('another wording of a title changes slide, storyline, trace and revision', async ({
      page,
    }) => {
      await page.setViewportSize(isWide);
      await (javaScriptEnabled ? alive(page) : page.goto('/'));
      await step(page, 'Edit').check({ force: true });
      const revision = page.getByText(/^Revision/).filter({ visible: true });
      await expect(revision).toHaveText('Revision 6', { useInnerText: true });
      await rewrites(page)
        .getByRole('radio', { name: /^Four closures/ })
        .check({ force: true });
      await expectOnStage(page, 4, 2);
      await expect(row(page, 4)).toContainText(printed(4, 2), { useInnerText: true });
      await expect(revision).toHaveText('Revision 7', { useInnerText: true });
      await step(page, 'Draft').check({ force: true });
      await expect(page.locator('.trace-pen:visible')).toHaveText('hub cost +2.6, linehaul −0.9');
      await expect(page.getByText('Title 4 rewritten').filter({ visible: true })).toBeVisible();
    });

    test('Deliver hands over the sample deck of the chosen look as a file to save', {
      tag: '@chromium',
    }, async ({ page }) => {
      await page.setViewportSize(isWide);
      await (javaScriptEnabled ? alive(page) : page.goto('/'));
      await step(page, 'Deliver').check({ force: true });
      await tile(page, 'Plain office').click();
      const link = page.getByRole('link', { name: /^Download PPTX/ });
      await expect(link).toHaveCount(1);
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      expect(download.suggestedFilename()).toBe('Regional network review – Plain office.pptx');
      // The browsers inside of other apps save a file of the server only.
      expect(download.url()).toContain('/assets/sample-deck-office');
      await expect(link).toHaveAttribute('href', /sample-deck-office-/);
      const status = page.locator('.deck-card').getByRole('status');
      await expect(status).toContainText(
        javaScriptEnabled ? 'Saved as Regional network review' : 'Our eight-slide sample.',
      );
    });

    test('a look changes the colours of slides, miniatures and layouts, and the name of the template', async ({
      page,
    }) => {
      await page.setViewportSize(isWide);
      await page.goto('/');
      // Presses the tile, as a visitor does. Playwright waits until the tile no longer moves.
      const choose = (look: string) =>
        page.locator('label').filter({ hasText: look, visible: true }).click();
      const paper = (part: string) =>
        page
          .locator(part)
          .first()
          .evaluate((element) => getComputedStyle(element).backgroundColor);
      const template = page.getByText(/^Template: /);
      await expect(template).toHaveText('Template: Brand-template.pptx', { useInnerText: true });
      await choose('Midnight');
      for (const part of ['.stage .slide:visible', '.miniature:visible'])
        expect(await paper(part)).toBe('rgb(17, 28, 47)');
      await expect(template).toHaveText('Template: Midnight.pptx', { useInnerText: true });
      await step(page, 'Upload').check({ force: true });
      await expect(templateOfUpload(page)).toHaveText('Reading Midnight.pptx', {
        useInnerText: true,
      });
      await step(page, 'Draft').check({ force: true });
      // White paper is true white in the dark theme too.
      await page.emulateMedia({ colorScheme: 'dark' });
      await choose('Plain office');
      for (const part of ['.stage .slide:visible', '.miniature:visible'])
        expect(await paper(part)).toBe('rgb(255, 255, 255)');
      await page.emulateMedia({ colorScheme: 'light' });
      // The pen, and a slide outside of the window, keep their colours.
      const pen = slideTitle(page).locator('.pen').first();
      expect(
        await pen.evaluate((element) => getComputedStyle(element, '::before').backgroundColor),
      ).toBe('rgb(243, 232, 60)');
      expect(await paper('#next-step .slide')).toBe('rgb(255, 255, 255)');
    });
  });
}

test('the window shows first wordings and the first look while the browser has not received their radios', {
  tag: '@release',
}, async ({ page }) => {
  await page.setViewportSize(isWide);
  await holdBack(page, '**/assets/*.js');
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const [begun = ''] = (await response.text()).split('<label class="rewrite ');
    await route.fulfill({ response, body: begun });
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(slideTitle(page)).toHaveCount(1);
  await expect(page.getByText('6 layouts, 5 colours').filter({ visible: true })).toHaveCount(1);
});

test('another look wipes the slides in at most 600 ms, and at once under reduced motion', {
  tag: ['@chromium', '@release'],
}, async ({ page }) => {
  await open(page);
  const press = (look: string) =>
    page.locator(`#window-look-${look}`).evaluate(async (radio: HTMLInputElement) => {
      radio.click();
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return document
        .getAnimations()
        .filter(({ effect }) => (effect as KeyframeEffect).pseudoElement?.includes('slide-'))
        .map(({ effect }) => Number(effect?.getComputedTiming().endTime));
    });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const ends = await press('midnight');
  expect(ends.length).toBeGreaterThan(0);
  expect(Math.max(...ends)).toBeLessThanOrEqual(600);
  await expect(page.locator('.stage .slide:visible')).toHaveCSS('background-color', midnight);
  // Without its rules of motion, a wipe that still runs would end with the browser’s own animations.
  await expect(page.locator('.wipe-pen').filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await press('office')).toEqual([]);
  await expect(page.locator('.stage .slide:visible')).toHaveCSS('background-color', white);
});

test('when a visitor chooses two looks at once, the last one stays', { tag: '@chromium' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page);
  await page.evaluate(() => {
    for (const look of ['office', 'midnight'])
      document.getElementById(`window-look-${look}`)?.click();
  });
  await expect(page.locator('#window-look-midnight')).toBeChecked();
  await expect(page.locator('.stage .slide:visible')).toHaveCSS('background-color', midnight);
});

test('“Make title 6 more cautious” and Edit’s radio are one state, and a second press takes it back', async ({
  page,
}) => {
  await open(page);
  await title(page, 2).check({ force: true });
  await cautious(page).check({ force: true });
  await expect(title(page, 6)).toBeChecked();
  await expect(page.locator('#stage-title-6')).toBeChecked();
  await expect(slideTitle(page)).toHaveText(printed(6, 1), { useInnerText: true });
  await expect(row(page, 6)).toContainText(printed(6, 1), { useInnerText: true });
  await expect(page.locator('.stage .slide-side:visible')).toContainText('At FY25 volume, the');
  await expect(page.locator('.trace-pen:visible')).toHaveText('at FY25 volume.');
  await expect(page.getByText('Title 6 is more cautious')).toBeVisible();
  await step(page, 'Edit').check({ force: true });
  const options = rewrites(page).getByRole('radio');
  await expect(options.nth(1)).toBeChecked();
  await options.nth(0).check({ force: true });
  await expect(cautious(page)).not.toBeChecked();
  await expect(page.getByText('Make title 6 more cautious')).toBeVisible();
  await options.nth(1).check({ force: true });
  await expect(cautious(page)).toBeChecked();
  await cautious(page).uncheck({ force: true });
  await expect(options.nth(0)).toBeChecked();
  await expect(slideTitle(page)).toHaveText(printed(6), { useInnerText: true });
});

test('a title that was just rewritten is under the pen for a moment', async ({ page }) => {
  await open(page);
  // Reads the colour in the task of the press, because the pen leaves after 600 ms.
  const groundAfterPress = () =>
    page.locator('#window-cautious').evaluate((button: HTMLInputElement) => {
      button.click();
      const words = document.querySelectorAll('[data-title="6"] .wording, .stage .slide-words');
      return [...new Set([...words].map((word) => getComputedStyle(word).backgroundColor))];
    });
  // The first press may come before the window is complete.
  await expect.poll(groundAfterPress).toEqual(['rgb(243, 232, 60)']);
  await expect(row(page, 6).locator('.wording').first()).toHaveCSS('background-color', clear);
});

test('a press of “Make title 6 more cautious” before React arrives takes effect when React arrives', async ({
  page,
}) => {
  const release = await holdBack(page, /assets\/site-/);
  await page.setViewportSize(isWide);
  await page.goto('/', { waitUntil: 'commit' });
  await cautious(page).check({ force: true });
  release();
  await expect(title(page, 6)).toBeChecked();
  await expect(slideTitle(page)).toHaveText(printed(6, 1), { useInnerText: true });
});

test('a title and a look that are chosen before React arrives stay chosen, also after a visit to another page', async ({
  page,
}) => {
  const release = await holdBack(page, /assets\/site-/);
  await page.setViewportSize(isWide);
  await page.goto('/', { waitUntil: 'commit' });
  for (const id of ['stage-title-7', 'window-look-midnight'])
    await page.locator(`#${id}`).evaluate((radio: HTMLInputElement) => radio.click());
  release();
  await settled(page);
  await expect(title(page, 7)).toBeChecked();
  for (const path of ['/privacy', '/']) await navigate(page, path);
  await expect(page.locator('#stage-title-7')).toBeChecked();
  await expect(title(page, 7)).toBeChecked();
  await expect(page.locator('#window-look-midnight')).toBeChecked();
  await expect(page.locator('.stage .slide:visible')).toHaveCSS('background-color', midnight);
});

test('the chosen wording of a title is in the downloaded file', { tag: '@chromium' }, async ({
  page,
}) => {
  await open(page);
  await cautious(page).check({ force: true });
  await step(page, 'Deliver').check({ force: true });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download PPTX' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Regional network review.pptx');
  expect(await titlesOf(download)).toContain(printed(6, 1));
});

/** The height of the window's body in pixels, by the size of the screen, where the scroll bar takes no width. */
const heights = {
  '1440x900': 624,
  '1366x657': 492,
  '1024x800': 608,
  '820x1180': 823,
  '390x844': 765,
  '320x640': 752,
};

/** The sizes at which every title is chosen: a wide screen and a phone. */
const sizesOfTitles = ['1440x900', '390x844'];

test('the window is equally high in all steps, nothing moves between them, and nothing is cut off', {
  tag: '@release',
}, async ({ page }) => {
  // `click()` moves no pointer. A pointer would scroll the page for each press.
  const press = (radio: Locator) => radio.evaluate((input: HTMLInputElement) => input.click());
  await open(page);
  for (const [size, bodyHeight] of Object.entries(heights)) {
    const [width = 0, height = 0] = size.split('x').map(Number);
    await page.setViewportSize({ width, height });
    const before = await layout(page);
    // In Firefox the scroll bar narrows the page, and the slide becomes lower with its width.
    if (await page.evaluate(() => innerWidth === document.documentElement.clientWidth)) {
      const body = await page.locator('.window-body').boundingBox();
      expect(Math.abs((body?.height ?? 0) - bodyHeight), size).toBeLessThanOrEqual(1);
    }
    for (const name of ['Upload', 'Edit', 'Deliver', 'Draft']) {
      await press(step(page, name));
      expect(await layout(page), `${name} at ${size}`).toEqual(before);
      expect(await cutOff(page), `${name} at ${size}`).toBe(0);
    }
    for (const { number } of sizesOfTitles.includes(size) ? slides : []) {
      await press(title(page, number));
      expect(await layout(page), `title ${number} at ${size}`).toEqual(before);
      expect(await cutOff(page), `title ${number} at ${size}`).toBe(0);
    }
    await press(title(page, 4));
    await press(step(page, 'Draft'));
  }
});

test('a title has as many lines in Edit as in Draft on a phone, in every look', {
  tag: ['@chromium', '@release'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await alive(page);
  const differing = await page.evaluate(
    (ids) => {
      const press = (id: string) =>
        document.querySelector<HTMLInputElement>(`#window-${id}`)?.click();
      /** Returns the height of the title in a step. */
      const heightIn = (name: string) => {
        press(`step-${name}`);
        const shown = [...document.querySelectorAll('.stage .slide-words')].find((words) =>
          words.checkVisibility({ visibilityProperty: true }),
        );
        return shown?.getBoundingClientRect().height;
      };
      return ids.flatMap((id) => {
        press(`look-${id}`);
        return [1, 2, 3, 4, 5, 6, 7, 8].filter((number) => {
          press(`title-${number}`);
          return heightIn('draft') !== heightIn('edit');
        });
      });
    },
    looks.map(({ id }) => id),
  );
  expect(differing).toEqual([]);
});

test('no title makes the page wider than the screen, because its line of the statement of work is cut', {
  tag: '@release',
}, async ({ page }) => {
  await alive(page);
  for (const width of [1100, 1024, 768, 320]) {
    await page.setViewportSize({ width, height: 900 });
    for (const { number } of slides) {
      await title(page, number).check({ force: true });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, `title ${number} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test('a title is named by its number and words alone, and described by its page and line of the statement of work; the arrow keys choose titles', async ({
  page,
}) => {
  await open(page);
  await expect(title(page, 5)).toHaveAccessibleName(`5 ${printed(5)}`);
  await expect(title(page, 5)).toHaveAccessibleDescription(
    /SOW.pdf, p. 7 .*Routing test at five hubs/,
  );
  await title(page, 4).focus();
  await page.keyboard.press('ArrowDown');
  await expect(title(page, 5)).toBeFocused();
  await expect(slideTitle(page)).toHaveText(printed(5), { useInnerText: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(title(page, 2)).toHaveAccessibleName(`2 ${printed(2)}`);
});

test('hovering a title changes nothing on the desk', { tag: ['@chromium', '@release'] }, async ({
  page,
}) => {
  await open(page);
  await row(page, 5).hover();
  await expect(slideTitle(page)).toHaveText(printed(4), { useInnerText: true });
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
      - group "Look":
        - radio "Ours" [checked]
        - radio "Plain office"
        - radio "Midnight"
  `);
  await expect(step(page, 'Edit')).toHaveAccessibleDescription(/^Edit\. You keep the pen/);
});

test('in Upload assistive technology does not know the trace, which the page that is read covers', async ({
  page,
}) => {
  await open(page);
  await expect(trace(page).first()).toBeVisible();
  await step(page, 'Upload').check({ force: true });
  await expect(trace(page)).toHaveCount(0);
});

test('the swatches of a look fill the width of their pane', { tag: '@release' }, async ({
  page,
}) => {
  await open(page);
  const [width, available] = await page
    .locator('.window svg[viewBox="0 0 5 1"]')
    .evaluate((swatches) =>
      [swatches, swatches.parentElement].map((part) => part?.getBoundingClientRect().width),
    );
  expect(width).toBeGreaterThan(150);
  expect(width).toBe(available);
});
