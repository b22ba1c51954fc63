import { spawn } from 'node:child_process';
import pRetry from 'p-retry';
import { Builder, By, Capabilities, Key } from 'selenium-webdriver';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { anchors } from '../../shared/paths.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Running, startReady } from '../support/built-server.ts';
import { freePort } from '../support/free-port.ts';
import { findProgram } from '../support/programs.ts';

const program = findProgram('WebKitWebDriver');
const screen = findProgram('xvfb-run');
let site: Running;
let driver: Awaited<ReturnType<typeof drive>>;

const drive = (url: string) =>
  new Builder()
    .usingServer(url)
    .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
    .build();

/** Starts the driver on a virtual screen, because WebKitGTK needs a screen. Containers have no graphics card. */
async function startDriver(): Promise<void> {
  const port = await freePort();
  const words = ['-a', program ?? '', `--port=${port}`, '--host=127.0.0.1'];
  const child = spawn(screen ?? '', words, {
    env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
    stdio: 'ignore',
    detached: true,
  });
  // The screen and the driver are one group of processes, so that one signal ends both.
  atEnd(() => child.pid && process.kill(-child.pid));
  const url = `http://127.0.0.1:${port}`;
  await pRetry(() => fetch(`${url}/status`), {
    retries: Infinity,
    minTimeout: 50,
    maxTimeout: 50,
    maxRetryTime: 30_000,
  });
  driver = await drive(url);
  atEnd(() => driver.quit());
}

const read = (expression: string) => driver.executeScript(`return ${expression}`);
const one = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`;
/** Waits until an expression is true in the page. */
const until = (expression: string) =>
  // While the browser changes pages, no page can run the expression.
  expect.poll(() => read(expression).catch(String), { message: expression }).toBe(true);
const isFocused = (selector: string) => until(`document.activeElement === ${one(selector)}`);
const isSeen = (selector: string, seen = true) =>
  until(`${one(selector)}?.checkVisibility() === ${seen}`);
const key = (name: 'ENTER' | 'ESCAPE' | 'ARROW_RIGHT') =>
  driver.actions().sendKeys(Key[name]).perform();

async function press(selector: string): Promise<void> {
  const element = driver.findElement(By.css(selector));
  // The driver scrolls, but does not wait for our smooth scrolling to end.
  await driver.executeScript(
    `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`,
    element,
  );
  await element.click();
}

/** React adds a property to each element that it has hydrated. This is the last element. */
const isAlive = `Object.keys(${one('#root > [role=status]')}).some((key) => key.startsWith('__reactFiber'))`;

/** Opens a page, and waits until React has hydrated it. */
async function open(path = '/', width = 1280): Promise<void> {
  await driver.manage().window().setRect({ width, height: 900 });
  await driver.get(site.url + path);
  await until(isAlive);
}

describe.runIf(program && screen)('in WebKit (needs WebKitWebDriver and xvfb-run)', () => {
  beforeAll(async () => {
    site = await startReady(temporaryFolder(), { NODE_ENV: 'test' });
    await startDriver();
  });

  test('a page has its styles and its fonts', async () => {
    await open('/early-access/joined');
    await until(`['STIX Two Text', 'Instrument Sans'].every((name) =>
      [...document.fonts].some(({ family, status }) => family.includes(name) && status === 'loaded'))`);
    await until(`getComputedStyle(${one('header.nav')}).position === 'fixed'`);
  });

  test.each([480, 768, 1024, 1280])('nothing is wider than a page of %i pixels', async (width) => {
    await open('/', width);
    await until('document.documentElement.scrollWidth <= innerWidth');
  });

  test.each(anchors)('the bar leads to $path, below itself', async ({ path }) => {
    await open();
    await press(`#menu a[href="${path}"]`);
    const section = path.slice(1);
    await isFocused(`${section}-title`);
    await until(
      `${one(section)}.getBoundingClientRect().top >= ${one('header.nav')}.clientHeight - 1`,
    );
    await until(`${one(`${section}-title`)}.getBoundingClientRect().bottom < innerHeight`);
  });

  test('an address with an anchor leads to it, and a reload to where the reader was', async () => {
    await driver.get('about:blank');
    await open('/#contact');
    await until(`${one('#contact-title')}.getBoundingClientRect().bottom < innerHeight`);
    await until(`${one('#contact-title')}.getBoundingClientRect().top > 0`);
    // WebKit goes back to the anchor when the router has scrolled there. Without an anchor it restores the place.
    await open();
    await read(`scrollTo({ top: 2500, behavior: 'instant' })`);
    await until('Math.round(scrollY) === 2500');
    await read('void setTimeout(() => location.reload(), 300)');
    await until(`performance.getEntriesByType('navigation')[0].type === 'reload'`);
    await until(isAlive);
    await expect.poll(() => read('Math.round(scrollY)')).toBe(2500);
  });

  test.each([
    ['the menu', 'header [href="#menu"]', '#menu', 600],
    ['the dialog', '[data-source=cta]', 'dialog', 1280],
  ])('%s opens, and closes by Escape', async (_name, button, opened, width) => {
    await open('/', width);
    await press(button);
    await isSeen(opened);
    await key('ESCAPE');
    await isSeen(opened, false);
    await isFocused(button);
  });

  test('the product window goes through its steps by pointer and keys', async () => {
    await open();
    await press('[name=window-step][value=upload]');
    for (const step of ['draft', 'edit', 'deliver']) {
      await key('ARROW_RIGHT');
      await isFocused(`[name=window-step][value=${step}]`);
      await until(
        `getComputedStyle(${one(`figcaption [data-step=${step}]`)}).visibility === 'visible'`,
      );
    }
  });

  test('the word over the looks stands inside of the card of Deliver', async () => {
    await open();
    await press('[name=window-step][value=deliver]');
    await isSeen('.looks-deliver .looks-name');
    const top = (selector: string) => `${one(selector)}.getBoundingClientRect().top`;
    await until(`${top('.looks-deliver .looks-name')} > ${top('.looks-deliver')} + 4`);
  });

  test('a chosen title shows its trace and its slide at full size', async () => {
    await open();
    const trace = '#window-trace-5';
    const slide = '.stage [data-chosen="5"] .slide';
    await isSeen(trace, false);
    await driver.executeScript(`${one('#window-title-5')}.click()`);
    await isSeen(trace);
    await isSeen(slide);
  });

  test('a template dresses the slides, is saved as a deck, stays after a bad file, and is forgotten', async () => {
    await open();
    // WebKitGTK 2.50 without a graphics card crashes on every View Transition, also on an empty page.
    await driver.executeScript('delete Document.prototype.startViewTransition');
    const says = (text: string) =>
      until(`${one('.template-line')}.textContent.includes(${JSON.stringify(text)})`);
    const choose = (file: string) =>
      driver.findElement(By.css('.template-line [type=file]')).sendKeys(fromRoot(file));
    await choose('client/deck/templates/midnight.pptx');
    await says('midnight.pptx');
    await isSeen('.hero-stage .own-slide');
    await driver.executeScript(
      `[...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('Download these eight slides')).click()`,
    );
    await says('Saved as Regional network review – midnight.pptx.');
    await choose('README.md');
    await says(' is not a PowerPoint file.');
    await isSeen('.hero-stage .own-slide');
    // After a refused file the line has no button to forget. The window has one at Deliver.
    await press('[name=window-step][value=deliver]');
    const forget = `[...document.querySelectorAll('button')].find((button) => button.checkVisibility() && button.textContent.trim() === 'Forget')`;
    await until(`${forget} !== undefined`);
    await driver.executeScript(`${forget}.click()`);
    await until(`${one('.own-slide')} === null`);
  });

  test.each(['webkit@company.com', 'ada@müller.example'])(
    '%s signs up and is told so, and the focus comes back',
    async (address) => {
      await open();
      await press('[data-source=hero]');
      await isFocused('dialog input[type=email]');
      await driver.findElement(By.css('dialog input[type=email]')).sendKeys(address);
      // The server refuses a form that is sent sooner.
      await until(`performance.now() - ${one('dialog [name=openedAt]')}.value > 2500`);
      await press('dialog [type=submit]');
      await until(`${one('dialog h2')}?.textContent.includes("You're on the list!")`);
      await until(`${one('dialog')}.textContent.includes('${address}')`);
      await isSeen('[data-sonner-toast]');
      await key('ENTER');
      await isSeen('dialog', false);
      await isFocused('[data-source=hero]');
    },
  );
});
