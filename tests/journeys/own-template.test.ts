import { rm, truncate, writeFile } from 'node:fs/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { greyPixel, templateFile } from '../../client/deck/testing/template-file.ts';
import {
  alive,
  dialogOf,
  expect,
  expectErrors,
  holdBack,
  navigate,
  open,
  type Page,
  painted,
  send,
} from './fixtures.ts';
import {
  drawingScript,
  engineScript,
  rewrites,
  step,
  test,
  title,
  titlesOf,
} from './product-window.ts';

const line = (page: Page) => page.locator('.template-line');
const input = (page: Page) => line(page).locator('[type=file]');
const alert = (page: Page) => line(page).getByRole('alert');
const status = (page: Page) => line(page).getByRole('status');
const ownSlide = (page: Page) => page.locator('.hero-stage .own-slide').filter({ visible: true });
const type = 'application/octet-stream';

/**
 * Makes a template of the sample deck in a look: a file with another typeface, which no device has.
 * @param size the width and the height of the slides, in English Metric Units
 */
async function template(page: Page, name = 'Northwind Partners.pptx', size?: [number, number]) {
  const link = page.locator('a[href*="sample-deck-midnight"]').first();
  const built = await page.request.get((await link.getAttribute('href')) ?? '');
  const parts = unzipSync(new Uint8Array(await built.body()));
  const theme = 'ppt/theme/theme1.xml';
  const text = strFromU8(parts[theme] ?? new Uint8Array());
  const changed = text.replaceAll(/latin typeface="[^"]*"/g, 'latin typeface="Unheard Of"');
  const presentation = 'ppt/presentation.xml';
  const sized = strFromU8(parts[presentation] ?? new Uint8Array()).replace(
    /<p:sldSz [^>]*>/,
    (whole) => (size ? `<p:sldSz cx="${size[0]}" cy="${size[1]}"/>` : whole),
  );
  const changes = { [theme]: strToU8(changed), [presentation]: strToU8(sized) };
  const buffer = Buffer.from(zipSync({ ...parts, ...changes }));
  return { name, mimeType: type, buffer };
}

const picture = { name: 'Logo-pack.zip', mimeType: type, buffer: Buffer.from('no presentation') };

/** Drags files over an element and drops them. Without files, drags a text. */
async function drop(page: Page, place: string, files: Awaited<ReturnType<typeof template>>[]) {
  const data = files.map(({ name, buffer }) => ({ name, text: buffer.toString('base64') }));
  const transfer = await page.evaluateHandle((all) => {
    const made = new DataTransfer();
    for (const { name, text } of all) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      made.items.add(new File([bytes], name));
    }
    if (all.length === 0) made.setData('text/plain', 'a text');
    return made;
  }, data);
  for (const event of ['dragenter', 'dragover', 'drop'] as const) {
    await page.dispatchEvent(place, event, { dataTransfer: transfer });
    if (event === 'dragover')
      await expect(page.locator('.drag-frame')).toHaveCount(Math.min(1, files.length));
  }
}

test('a template is read without a network once the pointer has reached the line, dresses all slides and the file, and is forgotten', {
  tag: '@chromium',
}, async ({ page, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await alive(page);
  const file = await template(page);
  const scripts = [engineScript, drawingScript].map(async (script) =>
    (await page.waitForResponse(script)).finished(),
  );
  await line(page).hover();
  await Promise.all(scripts);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await context.setOffline(true);
  await input(page).setInputFiles(file);
  await expect(status(page)).toContainText(file.name);
  await expect(status(page)).toContainText('Unheard Of is shown in a stand-in.');
  await expect(ownSlide(page)).toContainText('of operating margin by FY28');
  await expect(page.locator('.strip .own-miniature')).toHaveCount(8);
  await expect(page.getByText(/^Template: /)).toHaveText(`Template: ${file.name}`, {
    useInnerText: true,
  });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download these eight slides in your template' }).click(),
  ]);
  const name = 'Regional network review – Northwind Partners.pptx';
  expect(download.suggestedFilename()).toBe(name);
  expect(await titlesOf(download)).toContain('of operating margin by FY28');
  await expect(status(page)).toContainText(`Saved as ${name}.`);
  await step(page, 'Deliver').check({ force: true });
  await expect(page.locator('.deck-card')).toContainText(name);
  // A screen reader hears it once.
  await expect(page.getByRole('status').filter({ hasText: 'Saved as' })).toHaveCount(1);
  await page.locator('.template-place').getByRole('button', { name: 'Forget' }).click();
  await expect(status(page)).toContainText('Forgotten. Nothing kept.');
  // The visitor stays in the part of the page where the button was pressed.
  await expect(page.locator('.deck-card :focus')).toHaveText('Choose a template');
  await expect(page.locator('.own-slide, .own-miniature')).toHaveCount(0);
  expect(requests.filter((url) => !url.startsWith('blob:'))).toEqual([]);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test('the page paints the slide in the template before the slides in small', async ({ page }) => {
  await alive(page);
  const smallInFirstFrame = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector('.hero-stage .own-slide'))
            resolve(document.querySelectorAll('.strip .own-miniature').length);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await input(page).setInputFiles(await template(page));
  expect(await smallInFirstFrame).toBe(0);
  await expect(page.locator('.strip .own-miniature')).toHaveCount(8);
});

test('the swatches of the window have the colours of the template, and the window around them does not', async ({
  page,
}) => {
  await alive(page);
  await input(page).setInputFiles(await template(page));
  await expect(page.locator('.stage .own-slide')).toHaveCount(8);
  const paper = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((part) => getComputedStyle(part).getPropertyValue('--deck-paper'));
  const own = await paper('.hero-stage .own-slide');
  expect(await paper('.sources .fill-deck-key')).toBe(own);
  expect(await paper('.sources .slide-heading')).toBe(own);
  // The browser would restyle all that is in the window.
  expect(await paper('.window')).not.toBe(own);
});

test('a file may be dropped anywhere on the page: the band says so, the page scrolls back to the slide, and the line names a PDF beside the file', async ({
  page,
}) => {
  await alive(page);
  const file = await template(page);
  await page.locator('#contact').scrollIntoViewIfNeeded();
  await drop(page, '#contact', [{ ...picture, name: 'SOW.pdf' }, file]);
  await expect(status(page)).toContainText('SOW.pdf was not read here. Nothing was sent.');
  await expect(page.locator('.hero-stage')).toBeInViewport();
  await expect(ownSlide(page)).toBeVisible();
});

test('a file that is dropped before React arrives is kept, and read when React arrives', {
  tag: '@chromium',
}, async ({ page }) => {
  const release = await holdBack(page, '**/assets/site-*.js');
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-scripted');
  const { name, buffer } = await template(page);
  const isKept = await page.evaluate(
    ([file = '', text = '']) => {
      const dataTransfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], file));
      // The browser opens a file whose events no script prevents.
      return ['dragover', 'drop'].map((type) => {
        const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
        return event.defaultPrevented;
      });
    },
    [name, buffer.toString('base64')],
  );
  expect(isKept).toEqual([true, true]);
  release();
  await expect(status(page)).toContainText(name);
  await expect(ownSlide(page)).toBeVisible();
});

test('the frame of a drag stays while the drag crosses the page, and goes when the pointer moves without a drag', async ({
  page,
}) => {
  await alive(page);
  const transfer = await page.evaluateHandle(() => {
    const made = new DataTransfer();
    made.items.add(new File(['x'], 'Northwind Partners.pptx'));
    return made;
  });
  const fire = (place: string, event: string) =>
    page.dispatchEvent(place, event, { dataTransfer: transfer });
  const frame = page.locator('.drag-frame');
  await fire('h1', 'dragenter');
  await fire('h1', 'dragover');
  await expect(frame).toBeVisible();
  // WebKit does not say to which element a drag goes.
  await fire('footer', 'dragenter');
  await fire('h1', 'dragleave');
  await expect(frame).toBeVisible();
  await fire('footer', 'dragleave');
  await expect(frame).toHaveCount(0);
  await fire('h1', 'dragover');
  await expect(frame).toBeVisible();
  await page.mouse.move(50, 50);
  await expect(frame).toHaveCount(0);
});

test(
  'a file that the browser cannot read any more is not called damaged',
  {
    tag: '@chromium',
  },
  async ({ page }, testInfo) => {
    await alive(page);
    const file = testInfo.outputPath('Northwind Partners.pptx');
    await writeFile(file, (await template(page)).buffer);
    const goOn = Promise.withResolvers<void>();
    await page.route(drawingScript, async (route) => {
      await goOn.promise;
      await route.continue();
    });
    await input(page).setInputFiles(file);
    await rm(file);
    goOn.resolve();
    await expect(alert(page)).toContainText('could not be read.');
    await expect(alert(page)).toContainText('Save a copy on this device, then drop the copy.');
  },
);

test('the worker reads a file, and the page reads a file that the browser does not give to a worker', {
  tag: '@chromium',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = function read() {
      document.body.append(document.createElement('read-by-page'));
      return arrayBuffer.call(this);
    };
  });
  // Chromium on Android refuses a worker the files of a cloud, which it gives to the page. Here it is the second file.
  const refuseSecond = `{
    const { arrayBuffer } = Blob.prototype;
    let count = 0;
    Blob.prototype.arrayBuffer = function () {
      count += 1;
      if (count === 2) return Promise.reject(new DOMException('', 'NotReadableError'));
      return arrayBuffer.call(this);
    };
  }`;
  await page.route(engineScript, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${refuseSecond}${await response.text()}` });
  });
  await alive(page);
  const reads = page.locator('read-by-page');
  await input(page).setInputFiles(await template(page, 'First.pptx'));
  await expect(status(page)).toContainText('First.pptx');
  await expect(reads).toHaveCount(0);
  await input(page).setInputFiles(await template(page, 'Second.pptx'));
  await expect(status(page)).toContainText('Second.pptx');
  await expect(reads).toHaveCount(1);
});

test('a file from a mail program is copied and not moved, because the program would delete the mail', {
  tag: '@chromium',
}, async ({ page }) => {
  await alive(page);
  const effectOf = (allowed: DataTransfer['effectAllowed']) =>
    page.evaluate((effectAllowed) => {
      // Chromium moves what a program allows to copy and to move, unless the page chooses.
      const dataTransfer = { types: ['Files'], effectAllowed, dropEffect: 'move' };
      document.body.dispatchEvent(
        Object.assign(new Event('dragover', { bubbles: true }), { dataTransfer }),
      );
      return dataTransfer.dropEffect;
    }, allowed);
  expect(await effectOf('copyMove')).toBe('copy');
  // The browser would refuse a copy.
  expect(await effectOf('move')).toBe('move');
});

test(
  'the line says why a drop brought no template: an empty file, a folder, a file that is too large, and no file',
  {
    tag: '@chromium',
  },
  async ({ page }, testInfo) => {
    await alive(page);
    await drop(page, 'h1', [{ ...picture, name: 'Empty.pptx', buffer: Buffer.from('') }]);
    await expect(alert(page)).toContainText(/^Empty\.pptx.* could not be read\./);
    const film = testInfo.outputPath('Film.pptx');
    await writeFile(film, '');
    // The disk keeps no bytes for the length.
    await truncate(film, 5_000_000_000);
    await input(page).setInputFiles(film);
    await expect(alert(page)).toContainText(/^Film\.pptx.* is over 100 MB\./);
    await page.evaluate(() => {
      DataTransferItem.prototype.webkitGetAsEntry = () =>
        ({ isDirectory: true, name: 'Templates' }) as FileSystemEntry;
    });
    await drop(page, 'h1', [picture]);
    await expect(alert(page)).toContainText(/^Templates.* is not a PowerPoint file\./);
    await page.evaluate(() => {
      DataTransferItem.prototype.webkitGetAsEntry = () => null;
      DataTransferItem.prototype.getAsFile = () => null;
    });
    await drop(page, 'h1', [picture]);
    await expect(alert(page)).toContainText(/^The file.* could not be read\./);
  },
);

test('a dragged text changes nothing', { tag: ['@chromium', '@release'] }, async ({ page }) => {
  await alive(page);
  await drop(page, '#contact', []);
  await expect(status(page)).toContainText('Drop your PowerPoint template anywhere here.');
});

test('a bad file names the reason, the next good one is taken, and after another bad one the last template stays', async ({
  page,
}) => {
  await alive(page);
  const file = await template(page);
  await input(page).setInputFiles(picture);
  await expect(alert(page)).toContainText(/^Logo-pack\.zip.* is not a PowerPoint file\./);
  await expect(status(page)).toBeEmpty();
  await input(page).setInputFiles(file);
  await expect(ownSlide(page)).toBeVisible();
  await expect(status(page)).toContainText(file.name);
  await expect(alert(page)).toBeEmpty();
  await input(page).setInputFiles({
    ...picture,
    name: 'SOW.pdf',
    buffer: Buffer.from(`%PDF-1.7\n${' '.repeat(2000)}`),
  });
  await expect(alert(page)).toContainText(/^SOW\.pdf.* is a PDF\./);
  await expect(alert(page)).toContainText('Your last template stays.');
  await expect(ownSlide(page)).toBeVisible();
});

for (const width of [390, 360, 320])
  test(`the words of a refusal move neither the stage nor the buttons at a width of ${width}`, {
    tag: '@chromium',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await alive(page);
    await input(page).setInputFiles(await template(page));
    await expect(ownSlide(page)).toBeVisible();
    const stage = page.locator('.hero-stage');
    const actions = page.locator('.hero-actions');
    const places = async () => [await actions.boundingBox(), await stage.boundingBox()];
    const before = await places();
    await input(page).setInputFiles({ ...picture, name: 'Empty.pptx', buffer: Buffer.from('') });
    await expect(alert(page)).toContainText('Your last template stays.');
    expect(await places()).toEqual(before);
    // The line takes three or four rows here. It lies between the buttons and the stage, and covers neither.
    const [above, own, below] = await Promise.all(
      [actions, line(page), stage].map((part) => part.boundingBox()),
    );
    expect(own?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    expect((own?.y ?? 0) + (own?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  });

test('a template that is still read is shown when the file after it is refused, and not after a good file', {
  tag: '@chromium',
}, async ({ page }) => {
  await alive(page);
  const release = await holdBack(page, engineScript);
  const first = await template(page, 'First.pptx');
  await drop(page, 'h1', [first]);
  // The page refuses an empty file without the engine, and the other file by the engine.
  await drop(page, 'h1', [picture]);
  await drop(page, 'h1', [{ ...picture, name: 'Empty.pptx', buffer: Buffer.from('') }]);
  await expect(alert(page)).toContainText(/^Empty\.pptx.* could not be read\./);
  release();
  await expect(ownSlide(page)).toBeVisible();
  await expect(alert(page)).toContainText(/^Empty\.pptx.* Your last template stays\./);
  const label = page.getByText(/^Template: /);
  await expect(label).toHaveText(`Template: ${first.name}`, { useInnerText: true });
  await drop(page, 'h1', [await template(page, 'Second.pptx')]);
  await drop(page, 'h1', [await template(page, 'Third.pptx')]);
  await expect(label).toHaveText('Template: Third.pptx', { useInnerText: true });
});

test('the page under the dialog stays where it is when a file is dropped on the dialog', {
  tag: '@chromium',
}, async ({ page }) => {
  await alive(page);
  await page.locator('#contact').scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => Math.round(scrollY));
  expect(place).toBeGreaterThan(3000);
  await open(page, 'nav');
  await drop(page, 'dialog', [await template(page)]);
  await expect(status(page)).toContainText('Northwind Partners.pptx');
  expect(await page.evaluate(() => Math.round(scrollY))).toBe(place);
});

test('a bad file that is dropped on the window brings the visitor to the line that says why', {
  tag: '@chromium',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await alive(page);
  await page.locator('.window').evaluate((window) => window.scrollIntoView());
  await expect(line(page)).not.toBeInViewport();
  await drop(page, '.window', [picture]);
  await expect(line(page)).toBeInViewport();
  await expect(alert(page)).toContainText(/is not a PowerPoint file\./);
});

test('the dialog says why a file that is dropped on it after a sign-up was refused', {
  tag: '@chromium',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.clock.install();
  await alive(page);
  await open(page);
  await send(page);
  const { dialog, done } = dialogOf(page);
  await expect(done).toBeVisible();
  await drop(page, 'dialog', [picture]);
  await expect(dialog.getByText('Logo-pack.zip is not a PowerPoint file.')).toBeVisible();
});

test('where the engine does not load, the line says that the file is fine, and a second try takes the file', {
  tag: '@chromium',
}, async ({ page }) => {
  await alive(page);
  const file = await template(page);
  await page.route(engineScript, (route) => route.abort());
  await input(page).setInputFiles(file);
  await expect(alert(page)).toContainText(/^The reader did not load\.\s*Your file is fine\./);
  await page.unroute(engineScript);
  await input(page).setInputFiles(file);
  await expect(status(page)).toContainText(file.name);
});

test('where the code that draws a template does not load, the line asks for a new page', {
  tag: ['@chromium', '@release'],
}, async ({ page }) => {
  await alive(page);
  const file = await template(page);
  expectErrors(page, /ERR_FAILED/);
  await page.route(drawingScript, (route) => route.abort());
  await input(page).setInputFiles(file);
  await expect(alert(page)).toContainText(
    /^The reader did not load\.\s*Your file is fine\. Load this page again, then drop it\./,
  );
});

test('a page that has lost its network asks to connect once, and says that a deck of ours was not made', {
  tag: '@chromium',
}, async ({ page, context }) => {
  await alive(page);
  const file = await template(page);
  await step(page, 'Deliver').check({ force: true });
  expectErrors(page, /ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  const card = page.locator('.deck-card');
  await card.getByRole('link', { name: 'Download PPTX' }).click();
  await expect(card).toContainText('The deck was not made.');
  await input(page).setInputFiles(file);
  await expect(alert(page)).toContainText('Your file is fine. Connect once, then drop it again.');
});

test('the engine loads when the keyboard reaches the control, and not before', {
  tag: ['@chromium', '@release'],
}, async ({ page }) => {
  await alive(page);
  await page.waitForLoadState('networkidle');
  expect(page.workers()).toEqual([]);
  const loaded = page.waitForEvent('worker');
  await input(page).focus();
  await loaded;
});

test('the control keeps the focus while a file is read', {
  tag: ['@chromium', '@release'],
}, async ({ page }) => {
  await alive(page);
  const file = await template(page);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(engineScript, async (route) => {
    await asked;
    await route.continue();
  });
  await input(page).focus();
  await input(page).setInputFiles(file);
  await expect(status(page)).toContainText(`Reading ${file.name}`);
  await expect(input(page)).toBeFocused();
  answer();
  await expect(status(page)).not.toContainText('Reading');
  await expect(input(page)).toBeFocused();
});

test('a template that is chosen beside the looks gives the focus of that button to its look', {
  tag: '@chromium',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  // Long before the press, because Chromium hands over its picker some time after the test has asked for it.
  const picker = page.waitForEvent('filechooser');
  await alive(page);
  const file = await template(page);
  await step(page, 'Deliver').check({ force: true });
  await page.locator('.looks-deliver .look-choose').focus();
  await page.keyboard.press('Enter');
  await (await picker).setFiles(file);
  await expect(page.getByRole('radio', { name: file.name })).toBeFocused();
});

test('leaving the page forgets the template', { tag: '@chromium' }, async ({ page }) => {
  await alive(page);
  const file = await template(page, 'Secret-project.pptx');
  await input(page).setInputFiles(file);
  await expect(ownSlide(page)).toBeVisible();
  // The event that the browser sends to a page before it keeps the page in memory.
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })),
  );
  await expect(status(page)).toContainText('It stays in this browser.');
  // The places out of sight follow a moment later.
  const html = () => page.locator('main').innerHTML();
  await expect.poll(html).not.toMatch(/Secret-project|Unheard Of/);
});

test('a file that is read while the visitor leaves the page does not come back to the line', {
  tag: '@chromium',
}, async ({ page }) => {
  await page.clock.install();
  await alive(page);
  const file = await template(page);
  await page.route(engineScript, () => {});
  await input(page).setInputFiles(file);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  await page.clock.fastForward(1000);
  await expect(status(page)).toContainText('Drop your PowerPoint template anywhere here.');
});

/** Shows the slides in a template, and goes on to another page of the site. */
async function goOnWithTemplate(page: Page): Promise<void> {
  await alive(page);
  await input(page).setInputFiles(await template(page));
  await expect(ownSlide(page)).toBeVisible();
  await navigate(page, '/privacy');
  await expect(page).toHaveTitle(/Privacy/);
}

test('the slides keep the template while the visitor looks at another page of the site', {
  tag: '@chromium',
}, async ({ page }) => {
  await goOnWithTemplate(page);
  await page.goBack();
  await expect(status(page)).toContainText('Northwind Partners.pptx');
  await expect(ownSlide(page)).toBeVisible();
});

test('leaving the site from another of its pages forgets the template', {
  tag: '@chromium',
}, async ({ page }) => {
  await goOnWithTemplate(page);
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })),
  );
  await page.goBack();
  await expect(status(page)).toContainText('Drop your PowerPoint template anywhere here.');
  await expect(ownSlide(page)).toHaveCount(0);
});

test('the name of the saved file is shown for 8 s after the last press, and while its button has the focus', {
  tag: ['@chromium', '@release'],
}, async ({ page }) => {
  await page.clock.install();
  await alive(page);
  await step(page, 'Deliver').check({ force: true });
  const card = page.locator('.deck-card');
  const button = card.getByRole('link', { name: 'Download PPTX' });
  await button.click();
  await expect(card).toContainText('Saved as Regional network review.pptx.');
  await page.clock.fastForward(6000);
  await button.click();
  await page.clock.fastForward(3000);
  await expect(card).toContainText('Saved as Regional network review.pptx.');
  // The focus is not lost with the button beside the name.
  await card.getByRole('button', { name: 'Get Early Access' }).focus();
  await page.clock.fastForward(9000);
  await expect(card.getByRole('button', { name: 'Get Early Access' })).toBeFocused();
  await button.focus();
  await page.clock.fastForward(9000);
  await expect(card).not.toContainText('Saved as');
});

test('a deck that cannot be made is named beside its button, and a second press saves it', {
  tag: '@chromium',
}, async ({ page }) => {
  await alive(page);
  await title(page, 4).check({ force: true });
  await step(page, 'Edit').check({ force: true });
  await rewrites(page).getByRole('radio').nth(1).check({ force: true });
  await step(page, 'Deliver').check({ force: true });
  const card = page.locator('.deck-card');
  const button = card.getByRole('link', { name: 'Download PPTX' });
  expectErrors(page, /ERR_FAILED/);
  await page.route(engineScript, (route) => route.abort());
  await button.click();
  await expect(card).toContainText('The deck was not made.');
  await expect(alert(page)).toContainText('The deck was not made.');
  await page.unroute(engineScript);
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  await expect(card).toContainText(`Saved as ${download.suggestedFilename()}.`);
  await expect(alert(page)).toBeEmpty();
});

test('two presses of a download button save one file, and a template that is forgotten meanwhile is not named', {
  tag: '@chromium',
}, async ({ page }) => {
  await alive(page);
  await input(page).setInputFiles(await template(page));
  const button = page.getByRole('button', { name: 'Download these eight slides' }).first();
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  const press = (...buttons: string[]) =>
    page.evaluate((all) => {
      for (const words of all)
        [...document.querySelectorAll('button')]
          .find(({ textContent }) => textContent.trim().startsWith(words))
          ?.click();
    }, buttons);
  await button.dblclick();
  await expect(status(page)).toContainText('Saved as');
  await press('Forget');
  await input(page).setInputFiles(await template(page, 'Secret-project.pptx'));
  await expect(button).toBeVisible();
  await press('Download these eight slides', 'Forget');
  const name = (template: string) => `Regional network review – ${template}.pptx`;
  await expect.poll(() => downloads.at(-1)).toBe(name('Secret-project'));
  expect(downloads).toEqual(['Northwind Partners', 'Secret-project'].map(name));
  await painted(page);
  await expect(status(page)).toContainText('Forgotten. Nothing kept.');
  expect(await page.locator('main').innerHTML()).not.toContain('Secret-project');
});

test.describe('the wipe', () => {
  // With movement.
  test.use({ contextOptions: {} });

  /** Chooses a file, and returns how many slides the wipe moves, and whether the bar at the top stays above them. */
  async function wipe(page: Page) {
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const named = (selector: string) =>
          [...document.querySelectorAll<HTMLElement>(selector)].filter(
            (element) => getComputedStyle(element).viewTransitionName !== 'none',
          ).length;
        document.body.dataset.wiped = `${named('.wiped-slide')} slides, ${named('.nav')} bar`;
        return start(update);
      };
    });
    await input(page).setInputFiles(await template(page));
    await expect(page.locator('.hero-stage .own-slide')).toHaveCount(8);
    return page.locator('body').getAttribute('data-wiped');
  }

  test('moves the slide on the stage, and leaves the bar at the top and the first picture of the window in place', {
    tag: '@chromium',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await alive(page);
    await page.evaluate(() => scrollTo(0, 300));
    expect(await wipe(page)).toBe('1 slides, 1 bar');
    // A new element in a slide would restyle half of the page.
    await expect(page.locator('.hero-stage .wipe-pen')).toHaveCount(1);
    await expect(page.locator('.wipe-pen').filter({ visible: true })).toHaveCount(0);
  });

  test('moves nothing under a dialog', { tag: ['@chromium', '@release'] }, async ({ page }) => {
    await open(page);
    await expect(dialogOf(page).email).toBeFocused();
    expect(await wipe(page)).toBe('0 slides, 1 bar');
  });

  test('shows no template when the visitor leaves the page before the wipe has its picture', {
    tag: ['@chromium', '@release'],
  }, async ({ page }) => {
    await alive(page);
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const transition = start(update);
        dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
        transition.updateCallbackDone.then(() => document.body.setAttribute('data-wiped', ''));
        return transition;
      };
    });
    await input(page).setInputFiles(await template(page));
    await expect(page.locator('body')).toHaveAttribute('data-wiped');
    await expect(page.locator('.own-slide, .own-miniature')).toHaveCount(0);
    await expect(status(page)).toContainText('Drop your PowerPoint template anywhere here.');
  });
});

test('on a phone a slide of 4:3 has the width of the window, and a label below a bar stays above the axis of a low chart', {
  tag: ['@chromium', '@release'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await alive(page);
  await input(page).setInputFiles(await template(page, 'Old.pptx', [12192000, 9144000]));
  const slide = page.locator('.stage .own-slide').filter({ visible: true });
  await expect(slide).toHaveCSS('aspect-ratio', '960 / 720');
  const [, whole] = await Promise.all([
    slide.scrollIntoViewIfNeeded(),
    page.locator('.stage-slides').boundingBox(),
  ]);
  const box = await slide.boundingBox();
  expect(box?.width).toBeGreaterThan(0.9 * (whole?.width ?? 0));
  const below = await slide.evaluate((element) => {
    const exhibit = element.querySelector<HTMLElement>('.slide-exhibit');
    exhibit?.style.setProperty('--small-h', '34%');
    const [plot] = element.querySelectorAll('.chart-plot');
    const label = [...element.querySelectorAll('text')].find((text) => text.textContent === '−0.9');
    return (
      (label?.getBoundingClientRect().bottom ?? 0) - (plot?.getBoundingClientRect().bottom ?? 0)
    );
  });
  expect(below).toBeLessThan(0);
});

test('a washed-out picture of the template is pale on the page', {
  tag: ['@chromium', '@release'],
}, async ({ page }) => {
  const washout = '<a:lum bright="70000" contrast="-70000"/>';
  const fill = `<a:blipFill><a:blip r:embed="rId9">${washout}</a:blip></a:blipFill>`;
  const file = templateFile({
    background: `<p:bg><p:bgPr>${fill}<a:effectLst/></p:bgPr></p:bg>`,
    masterLinks: [{ id: 'rId9', type: 'image', target: 'ppt/media/photo.png' }],
    more: [{ path: 'ppt/media/photo.png', type: 'image/png', content: greyPixel }],
  });
  await alive(page);
  const buffer = Buffer.from(file);
  await input(page).setInputFiles({ name: 'Washed.pptx', mimeType: type, buffer });
  const corner = () =>
    ownSlide(page)
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => [
        ...(canvas.getContext('2d')?.getImageData(0, 0, 1, 1).data ?? []),
      ]);
  await expect.poll(corner).toEqual([255, 255, 255, 255]);
});

test('Edit shows the slide on a low screen, in our look and in the template', {
  tag: ['@chromium', '@release'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 657 });
  await alive(page);
  await step(page, 'Edit').check({ force: true });
  const slide = page.locator('.stage .slide').filter({ visible: true });
  expect((await slide.boundingBox())?.width).toBeGreaterThan(400);
  await input(page).setInputFiles(await template(page));
  await expect(slide).toHaveClass(/own-slide/);
  expect((await slide.boundingBox())?.width).toBeGreaterThan(400);
});

test('the chosen look has an edge of its own under forced colours', {
  tag: ['@chromium', '@release'],
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await alive(page);
  const edges = () =>
    page
      .locator('.looks-sources .looks-ready label')
      .evaluateAll((tiles) => tiles.map((tile) => getComputedStyle(tile).borderColor));
  const [chosen, ...others] = await edges();
  expect(others).not.toContain(chosen);
});

test('the words on a slide keep their size when the text of the page is twice as large, because the slide keeps its size', {
  tag: ['@chromium', '@release'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await alive(page);
  const size = () =>
    page
      .locator('.stage-slides .chart-labels')
      .first()
      .evaluate((labels) => [
        Math.round(labels.getBoundingClientRect().height),
        getComputedStyle(labels).fontSize,
      ]);
  const before = await size();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const after = await size();
  expect(after).toEqual(before);
});

test('a long name and a long typeface stay inside of line, window and page on every screen', {
  tag: '@release',
}, async ({ page }) => {
  await alive(page);
  const file = await template(
    page,
    `Northwind Partners – Master Deck v4 (2026, approved by the board) ${'and_the_brand_team_'.repeat(8)}.pptx`,
  );
  await input(page).setInputFiles(file);
  await expect(status(page)).toContainText(file.name);
  for (const width of [1440, 1024, 820, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ['Draft', 'Deliver']) {
      await step(page, name).check({ force: true });
      const over = await page.evaluate(() => {
        const wholes = [
          ...document.querySelectorAll('.template-line, .sources, .deck-card, .window'),
        ];
        return wholes
          .filter((whole) => whole.checkVisibility())
          .flatMap((whole) => {
            const { left, right } = whole.getBoundingClientRect();
            if (right > innerWidth) return [whole.className];
            return [...whole.querySelectorAll('p, label, button')]
              .filter((part) => part.checkVisibility({ visibilityProperty: true }))
              .filter((part) => {
                const box = part.getBoundingClientRect();
                return box.left < left - 1 || box.right > right + 1;
              })
              .map(({ outerHTML }) => outerHTML.slice(0, 80));
          });
      });
      expect(over, `${name} at ${width}`).toEqual([]);
    }
  }
});
