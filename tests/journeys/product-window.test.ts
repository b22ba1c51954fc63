import { readFile } from 'node:fs/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Download, Locator } from 'playwright/test';
import { createDeck } from '../../client/product-preview/deck-file/deck.ts';
import { slides } from '../../client/product-preview/sample/slides.ts';
import { plainText } from '../../client/ui/notation.ts';
import { sampleDeckName } from '../../shared/build-output.ts';
import { alive, expect, holdBack, movedSince, type Page, test } from './fixtures.ts';

const step = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Steps of the product preview' }).getByRole('radio', { name });
const preview = (page: Page) => page.locator('.preview');
const title = (page: Page, number: number) => page.locator(`#window-title-${number}`);
const slideTitle = (page: Page) => page.locator('.stage .slide-title:visible');
const row = (page: Page, number: number) => page.locator(`[data-title="${number}"]`);
const trace = (page: Page) => page.locator('.trace-line:visible');
const rewrites = (page: Page) => page.getByRole('group', { name: 'Rewrite the title' });
const cautious = (page: Page) => page.getByRole('checkbox', { name: /^(Make title 6|Title 6 is)/ });
const isWide = { width: 1440, height: 1300 };

/** What only Upload shows. */
const reading = 'Reading SOW.pdf';

/** A title as the slide prints it, in one line. */
const printed = (number: number, wording = 0) =>
  plainText(slides[number - 1]?.wordings[wording]?.title ?? '');

/** Returns a part of a downloaded deck. */
async function partOf(download: Download, part: string): Promise<string> {
  const parts = unzipSync(await readFile(await download.path()));
  return strFromU8(parts[part] ?? new Uint8Array());
}

/** Returns the words on all slides of a downloaded deck. */
async function titlesOf(download: Download): Promise<string> {
  const parts = unzipSync(await readFile(await download.path()));
  const slideParts = Object.entries(parts).filter(([name]) => /slides\/slide\d+\.xml$/.test(name));
  const text = slideParts
    .map(([, part]) => strFromU8(part).replaceAll(/<a:br[ />]/g, ' $&'))
    .join('');
  return text.replaceAll(/<[^>]*>/g, '');
}

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
  await page.setViewportSize(isWide);
  await alive(page);
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with a script' : 'without a script';
  test.describe(how, { tag: javaScriptEnabled ? [] : '@chromium' }, () => {
    test.use({ javaScriptEnabled });

    /** Without a script, only title 4 has its trace, its slide at full size and other wordings. */
    const isSent = (number: number) => javaScriptEnabled || number === 4;

    /** A slide that comes with the script is an enlarged miniature without one. */
    async function expectOnStage(page: Page, number: number, wording = 0): Promise<void> {
      if (isSent(number)) {
        const text = printed(number, wording);
        await expect(slideTitle(page)).toHaveText(text, { useInnerText: true });
        return;
      }
      const { miniature = '' } = slides[number - 1]?.wordings[wording] ?? {};
      const lines = page.locator('.stage .miniature-title text').filter({ visible: true });
      await expect(lines).toHaveText(miniature.split('|'));
    }

    test('Each step shows its desk and its caption.', { tag: '@chromium' }, async ({ page }) => {
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

    test('A chosen title shows its slide, its trace, its place in the strip and its layout, and stays chosen in Edit.', async ({
      page,
    }) => {
      await page.setViewportSize(isWide);
      await page.goto('/');
      for (const { number, trace: lines, layout: name } of slides) {
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
        await expect(page.getByText(/^Layout/)).toHaveText(`Layout: ${name}`, {
          useInnerText: true,
        });
        if (isSent(number))
          await expect(rewrites(page).getByRole('radio')).toHaveCount(
            slides[number - 1]?.wordings.length ?? 0,
          );
      }
    });

    test('Another wording of a title changes slide, storyline, miniature, trace and revision.', async ({
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
      await step(page, 'Deliver').check({ force: true });
      const miniature = page.locator('[for="window-title-4"] text').filter({ visible: true });
      await expect(miniature.first()).toHaveText('Four closures pay for longer');
    });

    test('Deliver hands over the sample deck of the chosen look as a file to save.', {
      tag: '@chromium',
    }, async ({ page }) => {
      await page.setViewportSize(isWide);
      await (javaScriptEnabled ? alive(page) : page.goto('/'));
      await step(page, 'Deliver').check({ force: true });
      await page.getByRole('radio', { name: 'Plain office' }).check({ force: true });
      const link = page.getByRole('link', { name: /^Download PPTX/ });
      await expect(link).toHaveCount(1);
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      expect(download.suggestedFilename()).toBe(sampleDeckName);
      expect(download.url()).toContain('sample-deck-office-');
      const status = page.locator('.deck-card').getByRole('status');
      await expect(status).toContainText(
        javaScriptEnabled ? 'That was our sample.' : 'Our eight-slide sample.',
      );
    });

    test('A look changes the colours of slides, miniatures and layouts, and the name of the template.', async ({
      page,
    }) => {
      await page.setViewportSize(isWide);
      await page.goto('/');
      const paper = (part: string) =>
        page
          .locator(part)
          .first()
          .evaluate((element) => getComputedStyle(element).backgroundColor);
      const template = page.getByText(/^Template: /);
      await expect(template).toHaveText('Template: Brand-template.pptx', { useInnerText: true });
      await page.getByRole('radio', { name: 'Midnight' }).check({ force: true });
      for (const part of ['.stage .slide:visible', '.miniature:visible'])
        expect(await paper(part)).toBe('rgb(17, 28, 47)');
      await expect(template).toHaveText('Template: Midnight.pptx', { useInnerText: true });
      // White paper is true white in the dark theme too.
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.getByRole('radio', { name: 'Plain office' }).check({ force: true });
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

const white = 'rgb(255, 255, 255)';
const midnight = 'rgb(17, 28, 47)';

/** Presses a look, and returns what covers the slide in the same moment: the paper of the copy, and of the slide under it. */
const pressLook = (page: Page, id: string) =>
  page.locator(`#window-look-${id}`).evaluate((radio: HTMLInputElement) => {
    radio.click();
    const paper = (selector: string) => {
      const found = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
      return found && getComputedStyle(found).backgroundColor;
    };
    return {
      copy: paper('.stage .wiped .slide'),
      miniature: paper('.wiped .miniature'),
      sources: document.querySelector('.wiped-sources')?.textContent,
      slide: paper('.stage > * > .slide'),
    };
  });

test('Another look is wiped over the slide, the strip and the sources, and a second press during the wipe begins anew.', async ({
  page,
}) => {
  await open(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const first = await pressLook(page, 'midnight');
  expect(first).toMatchObject({ copy: white, miniature: white, slide: midnight });
  expect(first.sources).toContain('Brand-template.pptx');
  expect(first.sources).not.toContain('Midnight.pptx');
  const second = await pressLook(page, 'office');
  expect(second).toMatchObject({ copy: midnight, miniature: midnight, slide: white });
  await expect(page.locator('.stage .wiped-slide')).toHaveCount(1);
  await expect(page.locator('.wiped')).toHaveCount(0);
});

test('Another look changes at once under reduced motion.', { tag: '@chromium' }, async ({
  page,
}) => {
  await open(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await pressLook(page, 'midnight')).toMatchObject({ copy: undefined, slide: midnight });
});

test('“Make title 6 more cautious” and Edit’s radio are one state, and a second press takes it back.', async ({
  page,
}) => {
  await open(page);
  await title(page, 2).check({ force: true });
  await cautious(page).check({ force: true });
  await expect(title(page, 6)).toBeChecked();
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

test('“Make title 6 more cautious”, pressed before the script is there, is done when it comes.', async ({
  page,
}) => {
  const release = await holdBack(page, '**/assets/*.js');
  await page.setViewportSize(isWide);
  await page.goto('/', { waitUntil: 'commit' });
  await cautious(page).check({ force: true });
  release();
  await expect(title(page, 6)).toBeChecked();
  await expect(slideTitle(page)).toHaveText(printed(6, 1), { useInnerText: true });
});

test('The chosen wording of a title is in the downloaded file.', { tag: '@chromium' }, async ({
  page,
}) => {
  await open(page);
  await cautious(page).check({ force: true });
  await step(page, 'Deliver').check({ force: true });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download PPTX' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(sampleDeckName);
  expect(await titlesOf(download)).toContain(printed(6, 1));
});

test.describe('The visitor’s own template', () => {
  const look = {
    palette: {
      paper: '#ffffff',
      ink: '#0b2a5b',
      ink2: '#44546a',
      mid: '#6a7fa8',
      light: '#cdd6e6',
      key: '#ef7d22',
      onKey: '#0b2a5b',
    },
    fonts: { heading: 'Aptos Unheard Of', body: 'Instrument Sans' },
  };
  const file = {
    name: 'Group-master.pptx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(createDeck(look)),
  };
  /** The file with a bar at the top of its title layout. */
  const withBar = (() => {
    const parts = unzipSync(new Uint8Array(file.buffer));
    const layout = 'ppt/slideLayouts/slideLayout1.xml';
    const bar =
      '<p:sp><p:nvSpPr><p:cNvPr id="90" name="Bar"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="12192000" cy="137160"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:schemeClr val="accent2"/></a:solidFill></p:spPr></p:sp></p:spTree>';
    const text = strFromU8(parts[layout] ?? new Uint8Array()).replace('</p:spTree>', bar);
    return { ...file, buffer: Buffer.from(zipSync({ ...parts, [layout]: strToU8(text) })) };
  })();
  const control = (page: Page) => page.locator('#window-template');
  const words = (page: Page, text: RegExp) => page.getByText(text).filter({ visible: true });

  test('is read without a network, dresses the slides and the download, names a missing typeface, and is forgotten.', {
    tag: '@chromium',
  }, async ({ page, context }) => {
    await open(page);
    await page.getByRole('radio', { name: 'Plain office' }).check({ force: true });
    await step(page, 'Deliver').check({ force: true });
    await page.waitForLoadState('networkidle');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await context.setOffline(true);
    await control(page).setInputFiles(file);
    await expect(page.getByRole('radio', { name: file.name })).toBeChecked();
    await expect(words(page, /5 colours and 2 typefaces read\. Nothing was sent\./)).toBeVisible();
    await expect(words(page, /Aptos Unheard Of is not on this device/).first()).toBeVisible();
    await expect(page.getByText(/^Template: /)).toHaveText(`Template: ${file.name}`, {
      useInnerText: true,
    });
    await step(page, 'Draft').check({ force: true });
    const color = await page
      .locator('.stage .slide-title:visible')
      .evaluate((element) => getComputedStyle(element).color);
    expect(color).toBe('rgb(11, 42, 91)');
    await step(page, 'Deliver').check({ force: true });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Download PPTX/ }).click(),
    ]);
    const theme = await partOf(download, 'ppt/theme/theme1.xml');
    expect(theme).toContain('Aptos Unheard Of');
    expect(theme).toContain('EF7D22');
    await page.getByRole('button', { name: 'Forget this template' }).click();
    await expect(words(page, /Forgotten\. Nothing of it is kept\./)).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Plain office' })).toBeChecked();
    await expect(control(page)).toBeFocused();
    expect(requests.filter((url) => !url.startsWith('blob:'))).toEqual([]);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  });

  test('shows its bars on the slide, and leaving the page forgets all of it.', {
    tag: '@chromium',
  }, async ({ page }) => {
    await open(page);
    await control(page).setInputFiles(withBar);
    const radio = page.getByRole('radio', { name: file.name });
    await expect(radio).toBeChecked();
    const bar = page.locator('.stage .slide:visible > i');
    await expect(bar).toHaveCSS('background-color', 'rgb(239, 125, 34)');
    await page.getByRole('radio', { name: 'Midnight' }).check({ force: true });
    await expect(bar).toBeHidden();
    await radio.check({ force: true });
    await expect(bar).toBeVisible();
    // What the browser tells a page that is left and may come back.
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })),
    );
    await expect(radio).toHaveCount(0);
    await expect(bar).toHaveCount(0);
    await expect(page.getByRole('radio', { name: 'Midnight' })).toBeChecked();
    expect(await preview(page).innerHTML()).not.toMatch(
      /Group-master|Aptos Unheard Of|--own-|239, 125, 34/,
    );
    expect(await control(page).evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0);
  });

  test('is gone after a visit to another site: the window has its first look, and one name of a template.', {
    tag: '@chromium',
  }, async ({ page }) => {
    await open(page);
    await control(page).setInputFiles(file);
    await expect(page.getByRole('radio', { name: file.name })).toBeChecked();
    await page.goto('about:blank');
    await page.goBack();
    await expect(page.getByRole('radio', { name: 'Ours' })).toBeChecked();
    await expect(page.getByText(/^Template: /)).toHaveText('Template: Brand-template.pptx', {
      useInnerText: true,
    });
  });

  test('that cannot be read is refused in one sentence, keeps the look, and the next file is read.', async ({
    page,
  }) => {
    await open(page);
    const broken = { ...file, buffer: file.buffer.subarray(0, 2_000) };
    await control(page).setInputFiles(broken);
    await expect(page.getByRole('alert')).toHaveText(
      /This file could not be read: it is locked or not a PPTX\./,
    );
    await expect(page.getByRole('radio', { name: 'Ours' })).toBeChecked();
    await control(page).setInputFiles(file);
    await expect(page.getByRole('radio', { name: file.name })).toBeChecked();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('dropped on the window shows where it may fall, then that it is read, then its look; the old look stays until then.', {
    tag: '@chromium',
  }, async ({ page }) => {
    const release = await holdBack(page, '**/assets/read-template-*.js');
    await open(page);
    const dropped = await page.evaluateHandle(
      ({ name, bytes }) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], name));
        return data;
      },
      { name: file.name, bytes: [...file.buffer] },
    );
    const drag = (type: string) =>
      preview(page).dispatchEvent(type, { dataTransfer: dropped, cancelable: true });
    await drag('dragover');
    await expect(page.getByText('Drop it here')).toBeVisible();
    await drag('dragleave');
    await expect(page.getByText('Try your template')).toBeVisible();
    await drag('dragover');
    await drag('drop');
    await expect(page.getByText(`Reading ${file.name}`).first()).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Ours' })).toBeChecked();
    release();
    await expect(page.getByRole('radio', { name: file.name })).toBeChecked();
    await expect(page.getByText('Drop it here')).toHaveCount(0);
  });

  test('keeps its look while another file is dragged over the window and read.', {
    tag: '@chromium',
  }, async ({ page }) => {
    await open(page);
    await control(page).setInputFiles(file);
    const first = page.getByRole('radio', { name: file.name });
    await expect(first).toBeChecked();
    const title = page.locator('.stage .slide-title:visible');
    await expect(title).toHaveCSS('color', 'rgb(11, 42, 91)');
    const dropped = await page.evaluateHandle(
      (bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'Second.pptx'));
        return data;
      },
      [...file.buffer],
    );
    const drag = (type: string) =>
      preview(page).dispatchEvent(type, { dataTransfer: dropped, cancelable: true });
    await drag('dragover');
    await expect(page.getByText('Drop it here')).toBeVisible();
    await drag('dragleave');
    await expect(first).toBeChecked();
    // The second file cannot be read before the test allows it.
    await page.evaluate(() => {
      const read = Blob.prototype.arrayBuffer;
      const allowed = new Promise<void>((resolve) => addEventListener('allow', () => resolve()));
      Blob.prototype.arrayBuffer = async function () {
        await allowed;
        return read.call(this);
      };
    });
    await drag('drop');
    await expect(page.getByText('Reading Second.pptx').first()).toBeVisible();
    await expect(first).toBeChecked();
    await expect(title).toHaveCSS('color', 'rgb(11, 42, 91)');
    await page.evaluate(() => dispatchEvent(new Event('allow')));
    await expect(page.getByRole('radio', { name: 'Second.pptx' })).toBeChecked();
    await expect(first).toHaveCount(0);
  });

  test('leaves the window equally high in Deliver, however much the page says of it.', async ({
    page,
  }) => {
    await open(page);
    const parts = unzipSync(
      createDeck({
        palette: { ...look.palette, ink: '#777777', ink2: '#7a7a7a', mid: '#7c7c7c' },
        fonts: { heading: 'Unheard Of Display', body: 'Unheard Of' },
      }),
    );
    const presentation = 'ppt/presentation.xml';
    const narrow = strFromU8(parts[presentation] ?? new Uint8Array()).replace(
      'cx="12192000"',
      'cx="9144000"',
    );
    parts[presentation] = strToU8(narrow);
    const body = page.locator('.window-body');
    const height = async () => (await body.boundingBox())?.height;
    for (const [width, screen] of [
      [1440, 900],
      [1024, 800],
      [820, 1180],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height: screen });
      await step(page, 'Draft').check({ force: true });
      const before = await height();
      await step(page, 'Deliver').check({ force: true });
      for (const buffer of [Buffer.from(zipSync(parts)), Buffer.from('no file')]) {
        await control(page).setInputFiles({ ...file, buffer });
        await expect(words(page, /^Forget this template|could not be read/).first()).toBeVisible();
        expect(await height(), `at ${width}`).toBe(before);
        expect(await cutOff(page), `at ${width}`).toBe(0);
        const forget = page.getByRole('button', { name: 'Forget this template' });
        if (await forget.isVisible()) await forget.click();
      }
    }
  });

  test('has no control without a script.', { tag: '@chromium' }, async ({ browser, site }) => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(site);
    await step(page, 'Deliver').check({ force: true });
    await expect(page.getByText('Try your template')).toBeHidden();
    await page.close();
  });
});

/** How many parts of the window reach out of it. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const body = document.querySelector('.window-body')?.getBoundingClientRect();
    return [
      ...document.querySelectorAll(
        '.window-body :is(label, .slide, .miniature, .trace-line, .looks, .template-place, .reading p)',
      ),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => element.getBoundingClientRect())
      .filter(({ bottom, right }) => body && (bottom > body.bottom + 1 || right > body.right + 1))
      .length;
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

test('The window is equally high in all steps, nothing moves between them, and nothing is cut off.', async ({
  page,
}) => {
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
      await step(page, name).check({ force: true });
      expect(await layout(page), `${name} at ${size}`).toEqual(before);
      expect(await cutOff(page), `${name} at ${size}`).toBe(0);
    }
    for (const { number } of slides) {
      await title(page, number).check({ force: true });
      expect(await layout(page), `title ${number} at ${size}`).toEqual(before);
      expect(await cutOff(page), `title ${number} at ${size}`).toBe(0);
    }
    await title(page, 4).check({ force: true });
    await step(page, 'Draft').check({ force: true });
  }
});

test('A title is named by its number and words alone, and described by its page and line of the statement of work; the arrow keys choose titles.', async ({
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
});

test('Hovering a title changes nothing on the desk.', { tag: '@chromium' }, async ({ page }) => {
  await open(page);
  await row(page, 5).hover();
  await expect(slideTitle(page)).toHaveText(printed(4), { useInnerText: true });
});

test('Assistive technology knows the controls and captions, not the drawing.', async ({ page }) => {
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

test.describe('The transformation', () => {
  // With movement.
  test.use({ contextOptions: {} });

  const playing = (page: Page) => page.locator('[data-playing]');
  const finished = (page: Page) => page.locator('.stage .slide:visible');

  test('plays once from Upload to Draft, and moves nothing.', async ({ page }) => {
    const begun = page.waitForSelector('.window-body > [data-playing]', { state: 'attached' });
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

  test('shows Upload at rest from the first paint, and waits until 60% of the window is in view.', async ({
    page,
  }) => {
    const release = await holdBack(page, '**/assets/*.js');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByText(reading)).toBeVisible();
    release();
    const waiting = page.locator('.window-body > [data-playing]').first();
    await expect(waiting).toBeAttached();
    const running = () =>
      preview(page).evaluate((element) =>
        element.getAnimations({ subtree: true }).some(({ playState }) => playState === 'running'),
      );
    const bring = (share: number) =>
      page.evaluate((part) => {
        const { top, height } =
          document.querySelector('.window')?.getBoundingClientRect() ?? new DOMRect();
        scrollTo({ top: top + scrollY - innerHeight + part * height, behavior: 'instant' });
      }, share);
    await bring(0.58);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(await running()).toBe(false);
    await bring(0.62);
    await expect.poll(running).toBe(true);
  });

  /** Opens the page, and lets the transformation come to that millisecond and no further. */
  async function reach(page: Page, at: number): Promise<void> {
    await open(page);
    await expect(page.locator('.window-body > [data-playing]').first()).toBeAttached();
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
    test(`ends at ${rest} when ${what}.`, { tag }, async ({ page }) => {
      await reach(page, at);
      await interrupt(page);
      await expect(playing(page)).toHaveCount(0);
      await expect(step(page, rest)).toBeChecked();
      await expect(page.getByText(reading)).toBeHidden();
    });
  }

  test('ends when a title is pressed, and the press chooses the title.', async ({ page }) => {
    await reach(page, 4_000);
    await row(page, 6).click();
    await expect(title(page, 6)).toBeChecked();
    await expect(playing(page)).toHaveCount(0);
  });

  test('never shows two pages through each other.', async ({ page }) => {
    await reach(page, 2160);
    const opacities = await page.evaluate(() =>
      ['.reading', '.stage [data-chosen="4"] .slide'].map((part) => {
        const element = document.querySelector(part);
        return element ? Number(getComputedStyle(element).opacity) : Number.NaN;
      }),
    );
    expect(Math.min(...opacities)).toBe(0);
  });

  test('does not begin when a step was chosen before the script came.', async ({ page }) => {
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

  test('never takes a finished slide away: when the script is too late, Draft shows and stays.', async ({
    page,
  }) => {
    const release = await holdBack(page, '**/assets/*.js');
    await page.clock.install();
    await page.setViewportSize(isWide);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByText(reading)).toBeVisible();
    await page.clock.fastForward(6_000);
    await expect(finished(page)).toBeVisible();
    await expect(page.getByText(reading)).toBeHidden();
    await page.clock.resume();
    release();
    await page.waitForLoadState('networkidle');
    await expect(playing(page)).toHaveCount(0);
  });

  test('does not play for a reader who is past the window, nor under reduced motion.', {
    tag: '@chromium',
  }, async ({ page }) => {
    await alive(page, '/#contact');
    await expect(playing(page)).toHaveCount(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page);
    await expect(playing(page)).toHaveCount(0);
    await expect(step(page, 'Draft')).toBeChecked();
    await expect(page.getByRole('button', { name: 'Replay' })).toBeHidden();
  });

  test('plays again on Replay, from any step.', async ({ page }) => {
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
