import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { BrowserType, LaunchOptions } from 'playwright';
import type { Variables } from '../../../server/config.ts';

const programs = [
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'brave-browser',
];

/** The machine that shows the window: its system, and whether it has a file. */
interface Machine {
  platform: NodeJS.Platform;
  exists(path: string): boolean;
}
const thisMachine: Machine = { platform: process.platform, exists: existsSync };

/**
 * Returns the browser to launch: the browser that `CHROMIUM_PATH` names, a browser on the PATH, Playwright’s own browser, or
 * the browser that Playwright finds where browsers are usually installed.
 */
export function findBrowser(
  environment: Variables,
  chromium: Pick<BrowserType, 'executablePath'>,
  { platform, exists }: Machine = thisMachine,
): Pick<LaunchOptions, 'executablePath' | 'channel'> {
  const { CHROMIUM_PATH, PATH = '' } = environment;
  if (CHROMIUM_PATH) return { executablePath: CHROMIUM_PATH };
  // An empty entry would mean the current folder.
  const folders = PATH.split(delimiter).filter(Boolean);
  const executablePath = programs
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((program) => exists(program));
  if (executablePath) return { executablePath };
  if (exists(chromium.executablePath())) return {};
  return { channel: platform === 'win32' ? 'msedge' : 'chrome' };
}

/** Returns whether this machine can show a window. */
export const hasDisplay = (
  { DISPLAY, WAYLAND_DISPLAY }: Variables,
  platform: NodeJS.Platform = process.platform,
): boolean => ['darwin', 'win32'].includes(platform) || Boolean(DISPLAY || WAYLAND_DISPLAY);
