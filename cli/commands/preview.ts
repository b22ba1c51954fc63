import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { variables } from '../environment.ts';
import { Failure } from '../failure.ts';
import { whenInterrupted } from '../interrupted.ts';
import { findBrowser, hasDisplay } from '../preview/browsers.ts';
import { buildSite } from '../preview/build.ts';
import { openDefaultBrowser } from '../preview/default-browser.ts';
import { type Device, type DeviceName, deviceNames, devices } from '../preview/devices.ts';
import { isStale } from '../preview/freshness.ts';
import { startPreviewServer } from '../preview/preview-server.ts';
import type { PreviewReport } from '../preview/report.ts';
import { openWindow, takeShot } from '../preview/window.ts';
import { renderPreview } from '../render/preview.ts';
import { type JsonOption, present, type Session, withJson } from '../session.ts';

interface Options extends JsonOption {
  device: DeviceName;
  dark?: true;
  shot?: string;
  path: string;
}

const sitePath = (text: string): string => {
  if (!text.startsWith('/')) throw new InvalidArgumentError('Use a path, e.g. /upload.');
  return text;
};

export const previewCommand = (session: Session): Command =>
  withJson(new Command('preview'))
    .description('the built site in a window of its own; closing it ends everything')
    .addOption(
      new Option('--device <name>', 'size of the window').choices(deviceNames).default('desktop'),
    )
    .option('--dark', 'in the dark colours')
    .option('--path <path>', 'the page to open', sitePath, '/')
    .option('--shot <file>', 'write a picture (PNG) instead of opening a window')
    .action(async (options: Options) => {
      await preview(options, (data) =>
        present(session, options, { data, ok: true, render: renderPreview }),
      );
    });

/** The image, for one, has no place for it. */
const temporaryFolder = (): Promise<string> =>
  mkdtemp(join(tmpdir(), 'deckwright-preview-')).catch(({ message }: Error) => {
    throw new Failure(
      'no_temporary_folder',
      `a preview keeps its data in a temporary folder: ${message}`,
      'Name a folder that can be written to in TMPDIR.',
    );
  });

/**
 * Builds where needed, serves, shows, and cleans up after itself.
 * @param shown told once, as soon as there is something to see.
 */
export async function preview(
  { device: name, dark, shot, path }: Options,
  shown: (report: PreviewReport) => void,
): Promise<void> {
  const { environment } = variables();
  const browser = findBrowser(process.platform, environment);
  if (shot && !browser) {
    throw new Failure(
      'no_browser',
      'a picture needs Chrome, Chromium, Edge or Brave',
      'Install one, or name it in CHROMIUM_PATH.',
    );
  }
  if (isStale()) await buildSite();
  const folder = await temporaryFolder();
  const interrupted = whenInterrupted();
  try {
    const server = await startPreviewServer(folder);
    try {
      const url = `${server.address}${path}`;
      const look = { device: devices[name] as Device, dark: dark ?? false };
      const { width, height } = look.device;
      const report = { ok: true, address: url, device: name, size: { width, height } } as const;
      const launch = browser ? { browser, profile: join(folder, 'profile'), url } : null;
      const over = Promise.race([server.ended.then(() => {}), interrupted.promise]);
      if (shot && launch) {
        shown({ ...report, shownIn: 'picture', file: await takeShot(launch, look, shot) });
      } else if (launch && hasDisplay(process.platform, environment)) {
        const page = await openWindow(launch, look);
        shown({ ...report, shownIn: 'window' });
        await Promise.race([page.closed, over]);
        await page.close();
      } else {
        const isOpen = hasDisplay(process.platform, environment) && (await openDefaultBrowser(url));
        shown({ ...report, shownIn: isOpen ? 'default browser' : 'nothing' });
        await over;
      }
    } finally {
      await server.stop();
    }
  } finally {
    interrupted.forget();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
