import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { path } from '../../arguments.ts';
import { Failure } from '../../failure.ts';
import { present } from '../../output/present.ts';
import { examples } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { type DeviceName, deviceNames, devices } from './devices.ts';
import { hasDisplay } from './find-browser.ts';
import { startPreviewServer } from './preview-server.ts';
import { type PreviewReport, renderPreview } from './render.ts';
import { loadChromium, openWindow, takeShot } from './window.ts';

interface Options {
  device: DeviceName;
  dark?: boolean;
  shot?: string;
  path: string;
  sandbox: boolean;
}

const sitePath = (text: string): string => {
  if (!text.startsWith('/')) throw new InvalidArgumentError('Use a path, e.g. /upload.');
  return text;
};

/** The functions by which a preview starts a server and a browser, and the process whose signals end it. */
const outside = {
  startServer: startPreviewServer,
  loadChromium,
  openWindow,
  takeShot,
  host: process as Pick<NodeJS.EventEmitter, 'on'>,
};
export type Outside = typeof outside;

export const previewCommand = (session: Session, world = outside): Command =>
  new Command('preview')
    .description('Show the built site in a window of its own; closing it ends everything')
    .addOption(
      new Option('--device <name>', 'size of the window').choices(deviceNames).default('desktop'),
    )
    .option('--dark', 'show the dark colours')
    .option('--path <path>', 'open this page', sitePath, '/')
    .option('--shot <file>', 'write a picture (PNG) instead of opening a window', path)
    .option('--no-sandbox', 'start Chromium without its sandbox, which root cannot have')
    .addHelpText('after', examples('preview --device phone', 'preview --path /upload --dark'))
    .action((options: Options) => preview(session, options, world));

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Catches the signals that end a process, for the rest of this process. A second signal during the clean-up does nothing:
 * by default Node would end the process and leave the folder.
 * @returns a promise of the first signal.
 */
function catchSignals(host: Outside['host']): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of signals) host.on(signal, () => resolve());
  return promise;
}

/** Serves and shows the site, then removes everything that it made. A signal ends it at any moment. */
async function preview(
  session: Session,
  { device: name, dark = false, shot, path: page, sandbox }: Options,
  { startServer, loadChromium, openWindow, takeShot, host }: Outside,
): Promise<void> {
  const { environment } = session;
  const shown = (data: PreviewReport) =>
    present(session, { data, ok: true, render: renderPreview });
  const caught = catchSignals(host);
  const folder = await mkdtemp(join(tmpdir(), 'deckwright-preview-'));
  const closing = new AsyncDisposableStack();
  closing.defer(() => rm(folder, { recursive: true, maxRetries: 10, retryDelay: 100 }));
  // When a signal comes during a start, the clean-up waits for the start and then closes what it started.
  const start = <T extends { close(): Promise<unknown> }>(begin: () => Promise<T>): Promise<T> => {
    if (closing.disposed) throw new Error('the preview has ended');
    const starting = begin();
    closing.defer(async () => void (await starting.then((it) => it.close()).catch(() => {})));
    return starting;
  };
  const show = async (): Promise<unknown> => {
    const server = await start(() => startServer(environment, folder));
    const url = `${server.address}${page}`;
    const device = devices[name];
    const { width, height } = device;
    const report = { ok: true, address: url, device: name, size: { width, height } } as const;
    const headless = shot !== undefined;
    const chromium = await loadChromium();
    if (!chromium && headless) {
      throw new Failure('no_playwright', 'a picture needs Playwright', 'Install it: npm ci');
    }
    if (!chromium || !(headless || hasDisplay(environment))) {
      shown({ ...report, shownIn: 'nothing', missing: chromium ? 'display' : 'Playwright' });
      return server.ended;
    }
    const look = { url, device, dark, sandbox, headless };
    const profile = join(folder, 'profile');
    const window = await start(() => openWindow(chromium, profile, environment, look));
    if (headless) {
      await takeShot(window, url, shot);
      return shown({ ...report, shownIn: 'picture', file: shot });
    }
    shown({ ...report, shownIn: 'window' });
    return Promise.race([window.page.waitForEvent('close', { timeout: 0 }), server.ended]);
  };
  await Promise.race([show(), caught]).finally(() => closing.disposeAsync());
}
