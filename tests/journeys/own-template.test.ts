import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { createDeck } from '../../client/stage/deck-file/deck.ts';
import { expect, holdBack, type Page, test } from './fixtures.ts';
import {
  cutOff,
  open,
  openDeliver,
  partOf,
  preview,
  step,
  templateOfUpload,
} from './product-window.ts';

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
    await openDeliver(page);
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
    await step(page, 'Upload').check({ force: true });
    await expect(templateOfUpload(page)).toHaveText('Reading your template', {
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
    // The event that the browser sends to a page before it keeps the page in memory.
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
      const expectSameHeight = async () => {
        expect(await height(), `at ${width}`).toBe(before);
        expect(await cutOff(page), `at ${width}`).toBe(0);
      };
      await control(page).setInputFiles({ ...file, buffer: Buffer.from(zipSync(parts)) });
      const forget = page.getByRole('button', { name: 'Forget this template' });
      await expect(forget).toBeVisible();
      await expectSameHeight();
      await forget.click();
      await control(page).setInputFiles({ ...file, buffer: Buffer.from('no file') });
      await expect(words(page, /could not be read/).first()).toBeVisible();
      await expectSameHeight();
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
