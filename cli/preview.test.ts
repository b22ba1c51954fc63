import { expect, test } from 'vitest';
import { browserCandidates, defaultBrowserCommand, findBrowser } from './preview/browsers.ts';
import { begin, drive, end, isBuilt, untilSaid } from './testing/drive.ts';

test('a picture needs a browser, and says which', async () => {
  const { code, err } = await drive(['preview', '--shot', 'shot.png'], { PATH: '' });
  expect(code).toBe(1);
  expect(err).toMatch(/needs Chrome, Chromium, Edge or Brave\n.*CHROMIUM_PATH/);
});

test.runIf(isBuilt)('without a display it prints the address, and Ctrl-C ends it all', async () => {
  const child = begin(['preview', '--device', 'phone']);
  const ended = end(child);
  const [, address = ''] = await untilSaid(child, /(http:\S+) \(phone, 390 × 844\)/);
  expect((await fetch(address)).status).toBe(200);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0, out: expect.stringContaining('no display') });
  await expect(fetch(address)).rejects.toThrow();
});

test.runIf(isBuilt)('without a temporary folder it says what to name', async () => {
  const { code, err } = await drive(['preview'], { TMPDIR: '/there/is/no/such/folder' });
  expect(code).toBe(1);
  expect(err).toMatch(/^error: .*ENOENT.*\n.*TMPDIR\.\n$/);
});

test.each<[NodeJS.Platform, Record<string, string>, string]>([
  ['linux', { PATH: '/usr/local/bin:/usr/bin' }, '/usr/bin/brave-browser'],
  ['linux', { PATH: '/usr/bin' }, '/usr/bin/microsoft-edge'],
  [
    'darwin',
    { HOME: '/Users/ann' },
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  [
    'darwin',
    { HOME: '/Users/ann' },
    '/Users/ann/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  [
    'win32',
    { PROGRAMFILES: 'C:\\Program Files', LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local' },
    'C:\\Program Files\\BraveSoftware\\Brave-Browser\\Application\\brave.exe',
  ],
  [
    'win32',
    { LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local' },
    'C:\\Users\\ann\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe',
  ],
])('on %s a browser is looked for where it installs itself: %j', (platform, variables, path) => {
  expect(findBrowser(platform, variables, (candidate) => candidate === path)).toBe(path);
});

test('CHROMIUM_PATH comes before all others', () => {
  const [first] = browserCandidates('linux', { CHROMIUM_PATH: '/opt/mine', PATH: '/usr/bin' });
  expect(first).toBe('/opt/mine');
  expect(findBrowser('linux', { PATH: '/usr/bin' }, () => false)).toBeNull();
});

test('each system opens an address in its own way', () => {
  const url = 'http://127.0.0.1:1/';
  expect(defaultBrowserCommand('darwin', url)).toEqual(['open', [url]]);
  expect(defaultBrowserCommand('linux', url)).toEqual(['xdg-open', [url]]);
  expect(defaultBrowserCommand('win32', url)[1]).toContain(url);
});
