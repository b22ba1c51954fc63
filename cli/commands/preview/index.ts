import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { Failure } from '../../failure.ts';
import { examples } from '../../output/examples.ts';
import { present, type Session } from '../../session.ts';
import { type DeviceName, deviceNames, devices } from './devices.ts';
import { hasDisplay } from './find-browser.ts';
import { whenInterrupted } from './interrupted.ts';
import { startPreviewServer } from './preview-server.ts';
import { type PreviewReport, renderPreview } from './render.ts';
import { loadChromium, openWindow, takeShot } from './window.ts';

interface Options {
  device: DeviceName;
  dark?: true;
  shot?: string;
  path: string;
  sandbox: boolean;
}

const sitePath = (text: string): string => {
  if (!text.startsWith('/')) throw new InvalidArgumentError('Use a path, e.g. /upload.');
  return text;
};

export const previewCommand = (session: Session): Command =>
  new Command('preview')
    .description('Show the built site in a window of its own; closing it ends everything')
    .addOption(
      new Option('--device <name>', 'size of the window').choices(deviceNames).default('desktop'),
    )
    .option('--dark', 'show the dark colours')
    .option('--path <path>', 'open this page', sitePath, '/')
    .option('--shot <file>', 'write a picture (PNG) instead of opening a window')
    .option('--no-sandbox', 'start Chromium without its sandbox, which root cannot have')
    .addHelpText('after', examples('preview --device phone', 'preview --path /upload --dark'))
    .action((options: Options) =>
      preview(session, options, (data) =>
        present(session, { data, ok: true, render: renderPreview }),
      ),
    );

/**
 * Serves, shows, and cleans up after itself; a signal ends it at any moment.
 * @param shown told once, as soon as there is something to see.
 */
async function preview(
  { environment }: Session,
  { device: name, dark, shot, path, sandbox }: Options,
  shown: (report: PreviewReport) => void,
): Promise<void> {
  const interrupted = whenInterrupted();
  const folder = await mkdtemp(join(tmpdir(), 'deckwright-preview-'));
  const closing: (() => Promise<unknown>)[] = [];
  let isOver = false;
  // What a signal finds half started is waited for, and ended too.
  const start = <T extends { close(): Promise<unknown> }>(begin: () => Promise<T>): Promise<T> => {
    if (isOver) throw new Error('it is over');
    const starting = begin();
    closing.unshift(() => starting.then((it) => it.close()).catch(() => {}));
    return starting;
  };
  const show = async (): Promise<unknown> => {
    const server = await start(() => startPreviewServer(environment, folder));
    const url = `${server.address}${path}`;
    const device = devices[name];
    const { width, height } = device;
    const report = { ok: true, address: url, device: name, size: { width, height } } as const;
    const chromium = await loadChromium();
    if (shot !== undefined && !chromium) {
      throw new Failure('no_playwright', 'a picture needs Playwright', 'Install it: npm ci');
    }
    if (chromium && (shot !== undefined || hasDisplay(environment))) {
      const look = { url, device, dark: dark ?? false, sandbox, headless: shot !== undefined };
      const profile = join(folder, 'profile');
      const window = await start(() => openWindow(chromium, profile, environment, look));
      if (shot !== undefined) {
        const file = resolve(shot);
        await takeShot(window, url, file);
        return shown({ ...report, shownIn: 'picture', file });
      }
      shown({ ...report, shownIn: 'window' });
      return Promise.race([window.page.waitForEvent('close', { timeout: 0 }), server.ended]);
    }
    shown({ ...report, shownIn: 'nothing' });
    return server.ended;
  };
  try {
    await Promise.race([show(), interrupted.promise]);
  } finally {
    isOver = true;
    interrupted.forget();
    for (const close of closing) await close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
