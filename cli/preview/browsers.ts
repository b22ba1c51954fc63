import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Variables } from '../../server/config.ts';

const linux = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
  'brave-browser',
  'brave',
];

const mac = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

const windows = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Every place where a browser of the Chromium family may be, the best known first. */
export function browserCandidates(
  platform: NodeJS.Platform,
  variables: Variables,
): readonly string[] {
  const named = variables.CHROMIUM_PATH ? [variables.CHROMIUM_PATH] : [];
  if (platform === 'darwin') {
    const home = variables.HOME ?? '';
    return [...named, ...mac, ...mac.map((path) => `${home}${path}`)];
  }
  if (platform === 'win32') {
    const roots = [variables.PROGRAMFILES, variables['PROGRAMFILES(X86)'], variables.LOCALAPPDATA];
    const known = windows.flatMap((path) =>
      roots.flatMap((root) => (root ? [`${root}\\${path}`] : [])),
    );
    return [...named, ...known];
  }
  const folders = (variables.PATH ?? '').split(delimiter).filter(Boolean);
  return [...named, ...linux.flatMap((name) => folders.map((folder) => join(folder, name)))];
}

/** The first browser that is there, or null. `CHROMIUM_PATH` names one outright. */
export const findBrowser = (
  platform: NodeJS.Platform,
  variables: Variables,
  exists = isProgram,
): string | null => browserCandidates(platform, variables).find(exists) ?? null;

/** Whether a window could appear at all. */
export const hasDisplay = (platform: NodeJS.Platform, variables: Variables): boolean =>
  platform === 'darwin' ||
  platform === 'win32' ||
  Boolean(variables.DISPLAY ?? variables.WAYLAND_DISPLAY);

/** How each system opens an address in the browser of its owner’s choice. */
export function defaultBrowserCommand(platform: NodeJS.Platform, url: string): [string, string[]] {
  if (platform === 'darwin') return ['open', [url]];
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]];
  return ['xdg-open', [url]];
}
