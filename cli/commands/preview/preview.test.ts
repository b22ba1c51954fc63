import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { BrowserType } from 'playwright';
import { expect, test, vi } from 'vitest';
import { locations } from '../../../shared/build-output.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import type { Terminal } from '../../output/terminal.ts';
import { createProgram } from '../../program.ts';
import { run } from '../../run.ts';
import { createSession, runCommand, type Variables } from '../../testing/run-command.ts';
import { devices } from './devices.ts';
import { findBrowser, hasDisplay } from './find-browser.ts';
import { type PreviewReport, renderPreview } from './render.ts';
import { type Look, loadChromium, openWindow, takeShot, type Window } from './window.ts';

const folder = temporaryFolder();
const own = join(folder, 'chromium-of-playwright');
writeFileSync(own, '');

/** Writes a program into a folder of its own. */
function program(name: string): { inFolder: string; path: string } {
  const inFolder = temporaryFolder();
  const path = join(inFolder, name);
  writeFileSync(path, '');
  chmodSync(path, 0o755);
  return { inFolder, path };
}
const chrome = program('google-chrome');
const chromium = program('chromium');
const both = [chromium, chrome].map(({ inFolder }) => inFolder).join(delimiter);

test.each([
  ['that CHROMIUM_PATH names', { CHROMIUM_PATH: '/b', PATH: both }, own, { executablePath: '/b' }],
  ['on the PATH, Chrome first', { PATH: both }, own, { executablePath: chrome.path }],
  ['on the PATH', { PATH: `/no:${chromium.inFolder}` }, own, { executablePath: chromium.path }],
  ['of Playwright', {}, own, {}],
  ['that Playwright finds', { PATH: '' }, '/not/installed', { channel: 'chrome' }],
])('preview uses the browser %s', (_which, environment, path, expected) => {
  expect(findBrowser(environment, { executablePath: () => path })).toEqual(expected);
});

test.each(['google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge', 'brave-browser'])(
  'preview finds %s on the PATH',
  (name) => {
    const { inFolder, path } = program(name);
    const found = findBrowser({ PATH: inFolder }, { executablePath: () => own });
    expect(found).toEqual({ executablePath: path });
  },
);

test('on Windows Playwright finds Edge, which every Windows has', () => {
  const windows = { platform: 'win32' as const, exists: () => false };
  const found = findBrowser({}, { executablePath: () => own }, windows);
  expect(found).toEqual({ channel: 'msedge' });
});

test('preview starts no browser of the current folder when the PATH has an empty entry', () => {
  const looked: string[] = [];
  const exists = (path: string) => {
    looked.push(path);
    return false;
  };
  const machine = { platform: 'linux' as const, exists };
  findBrowser(
    { PATH: [folder, '', folder].join(delimiter) },
    { executablePath: () => own },
    machine,
  );
  expect(looked).toContain(join(folder, 'chromium'));
  expect(looked.filter((path) => !isAbsolute(path))).toEqual([]);
});

test.each<[NodeJS.Platform, Variables, boolean]>([
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['linux', {}, false],
  ['linux', { DISPLAY: '' }, false],
  ['darwin', {}, true],
  ['win32', {}, true],
])('on %s with %o a window can be shown: %s', (platform, environment, isShown) => {
  expect(hasDisplay(environment, platform)).toBe(isShown);
});

test('loadChromium resolves with null where Playwright is not installed', async () => {
  const chromium = { name: () => 'chromium' } as BrowserType;
  expect(await loadChromium(async () => ({ chromium }))).toBe(chromium);
  const missing = new Error("Cannot find package 'playwright'");
  expect(await loadChromium(() => Promise.reject(missing))).toBeNull();
});

const report: PreviewReport = {
  ok: true,
  address: 'http://127.0.0.1:4000/upload',
  device: 'phone',
  size: { width: 390, height: 844 },
  shownIn: 'window',
};
const render = (changes: Partial<PreviewReport>) =>
  renderPreview({ ...report, ...changes }, { paint: (_style, text) => text } as Terminal);

test.each<[Partial<PreviewReport>, string]>([
  [{}, 'http://127.0.0.1:4000/upload (phone, 390 × 844)\nClose the window to end.'],
  [{ shownIn: 'picture', file: '/tmp/a.png' }, '/tmp/a.png (phone, 390 × 844)'],
  [
    { shownIn: 'nothing', missing: 'display' },
    'http://127.0.0.1:4000/upload (phone, 390 × 844)\nNo window: there is no display here (--shot FILE writes a picture). Ctrl-C ends it.',
  ],
  [
    { shownIn: 'nothing', missing: 'Playwright' },
    'http://127.0.0.1:4000/upload (phone, 390 × 844)\nNo window: there is no Playwright here (install it by npm ci). Ctrl-C ends it.',
  ],
])('a preview with %o says where the page is and how to end', (changes, expected) => {
  expect(render(changes)).toBe(expected);
});

const look: Look = {
  url: 'http://127.0.0.1:4000/',
  device: devices.phone,
  dark: true,
  sandbox: true,
  headless: false,
};

/** Opens a window in a browser that only notes how it was launched. */
async function open(changes: Partial<Look> = {}, pages: object[] = [{ own: true }]) {
  const close = vi.fn(async () => {});
  const late = { late: true };
  const context = {
    pages: () => pages,
    waitForEvent: async (event: string) => event === 'page' && late,
    close,
  };
  const launch = vi.fn(async (_profile: string, _options: object) => context);
  const browser = { launchPersistentContext: launch, executablePath: () => own };
  const opened = await openWindow(
    browser as object as BrowserType,
    '/profile',
    { PATH: '' },
    {
      ...look,
      ...changes,
    },
  );
  return { options: launch.mock.calls[0]?.[1], close, page: opened.page, end: opened.close, late };
}

test('a window has the size, the colours and the touch of its device, without a banner, and shows the page as an app', async () => {
  const { options } = await open();
  expect(options).toMatchObject({
    headless: false,
    chromiumSandbox: true,
    ignoreDefaultArgs: ['--enable-automation', 'about:blank'],
    args: ['--window-size=390,844', `--app=${look.url}`, '--hide-scrollbars'],
    colorScheme: 'dark',
    viewport: null,
    hasTouch: true,
  });
  expect(options).not.toHaveProperty('reducedMotion');
  const desktop = await open({ device: devices.desktop, dark: false, sandbox: false });
  expect(desktop.options).toMatchObject({
    chromiumSandbox: false,
    args: ['--window-size=1440,900', `--app=${look.url}`, '--test-type'],
    colorScheme: 'light',
    hasTouch: false,
  });
});

test('a picture is taken in a page of the device’s size, without motion', async () => {
  const { options } = await open({ headless: true });
  expect(options).toMatchObject({
    ignoreDefaultArgs: [],
    args: ['--window-size=390,844', '--hide-scrollbars'],
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
});

test('the browser handles no signals, because the preview also ends the server and removes the folder', async () => {
  const { options } = await open();
  expect(options).toMatchObject({
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
});

test('openWindow waits for a page that comes late, and closing does not fail when the browser has ended', async () => {
  expect((await open()).page).toEqual({ own: true });
  const { page, late, close, end } = await open({}, []);
  expect(page).toBe(late);
  close.mockRejectedValueOnce(new Error('ended'));
  await end();
  expect(close).toHaveBeenCalledOnce();
});

test('openWindow fails with the first line of the error and a remedy when the browser does not start', async () => {
  const launch = async () => {
    throw new Error('no usable sandbox\nmany more lines');
  };
  const browser = { launchPersistentContext: launch, executablePath: () => own };
  const opening = openWindow(browser as object as BrowserType, '/profile', {}, look);
  await expect(opening).rejects.toMatchObject({
    code: 'browser_start',
    message: 'the browser did not start: no usable sandbox',
    details: { remedy: expect.stringMatching(/CHROMIUM_PATH.*--no-sandbox/) },
  });
});

test('takeShot waits for the fonts, and names a file that it cannot write', async () => {
  const calls: string[] = [];
  const page = {
    goto: async (url: string) => void calls.push(`goto ${url}`),
    evaluate: async (script: string) => void calls.push(script),
    screenshot: async () => {
      calls.push('screenshot');
      return Buffer.from('PNG');
    },
  };
  const window = { page, close: async () => {} } as object as Window;
  await takeShot(window, look.url, join(folder, 'a.png'));
  expect(calls).toEqual([`goto ${look.url}`, expect.stringContaining('fonts.ready'), 'screenshot']);
  const nowhere = takeShot(window, look.url, '/no/such/folder/a.png');
  await expect(nowhere).rejects.toMatchObject({
    message: '/no/such/folder/a.png: no such file or directory',
    details: { remedy: 'Name a file where this user may write.' },
  });
});

const { PATH = '' } = process.env;
/** What the server of a preview needs of this machine. */
const ofMachine = { PATH };

// `npm test` builds a site to serve first.
test.runIf(existsSync(locations.facts))(
  'preview --json without a display serves the page at its address until a signal, and is not indexed',
  async () => {
    const signals = vi.spyOn(process, 'on');
    const { session, written } = createSession(ofMachine);
    let said = '';
    written.on('data', (text) => {
      said += text;
    });
    const words = ['preview', '--device', 'tablet', '--path', '/upload', '--json'];
    const running = run(createProgram(session), words, session);
    await expect.poll(() => said).toContain('display');
    const { address, ...report } = JSON.parse(said);
    expect(report).toEqual({
      ok: true,
      device: 'tablet',
      size: { width: 820, height: 1180 },
      shownIn: 'nothing',
      missing: 'display',
    });
    expect(new URL(address).pathname).toBe('/upload');
    const { status, headers } = await fetch(address);
    expect([status, headers.get('x-robots-tag')]).toEqual([200, 'noindex, nofollow']);
    const interrupted = signals.mock.calls.find(([name]) => name === 'SIGINT')?.[1];
    interrupted?.();
    expect(await running).toBe(0);
    await expect(fetch(address)).rejects.toThrow();
    signals.mockRestore();
  },
);

test.each<[string, Variables, RegExp]>([
  ['its settings', { CONTACT_EMAIL: 'nobody' }, /^the server did not start: .*CONTACT_EMAIL.*\S$/s],
  [
    'the options of Node',
    { NODE_OPTIONS: '--no-such-option' },
    /^the server did not start: \S+: --no-such-option is not allowed in NODE_OPTIONS$/,
  ],
])(
  'a preview whose server does not start by %s fails with the words of the server',
  async (_what, environment, says) => {
    const { code, out } = await runCommand('preview --json', { ...ofMachine, ...environment });
    expect(code).toBe(1);
    const error = { code: 'server_start', message: expect.stringMatching(says) };
    expect(JSON.parse(out)).toEqual({ ok: false, error });
  },
);

test('preview refuses a path that does not begin with a slash', async () => {
  const { code, err } = await runCommand('preview --path upload');
  expect([code, err]).toEqual([2, expect.stringContaining('e.g. /upload')]);
});
