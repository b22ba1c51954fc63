import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { Failure } from '../failure.ts';
import { whenEnded } from '../server-process.ts';
import type { Device } from './devices.ts';
import { type DevTools, devTools } from './devtools.ts';

export interface BrowserPage {
  send(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>;
  tools: DevTools;
  /** Resolves when the page’s window was closed, or the browser ended. */
  closed: Promise<void>;
  /** Ends the browser, and waits for that. */
  close(): Promise<void>;
}

export interface Launch {
  browser: string;
  /** Private, and empty: no history, no extensions, no logins. */
  profile: string;
  url: string;
  device: Device;
  headless: boolean;
}

const quiet = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-features=Translate,MediaRouter',
  '--password-store=basic',
  '--use-mock-keychain',
];

/** How long a browser may take to end when asked, in milliseconds. */
const farewellMs = 3000;

const isRoot = (): boolean => process.getuid?.() === 0;

const browserArguments = (
  { profile, url, device, headless }: Launch,
  sandboxed: boolean,
): string[] => [
  ...quiet,
  // `--test-type` leaves out the banner about the missing sandbox.
  ...(sandboxed ? [] : ['--no-sandbox', '--test-type']),
  ...(headless ? ['--headless=new', '--disable-gpu', '--hide-scrollbars'] : []),
  `--user-data-dir=${profile}`,
  `--window-size=${device.width},${device.height}`,
  '--remote-debugging-pipe',
  ...(headless ? ['about:blank'] : [`--app=${url}`]),
];

async function firstPage(tools: DevTools): Promise<{ targetId: string; sessionId: string }> {
  const found = Promise.withResolvers<string>();
  tools.on('Target.targetCreated', ({ targetInfo }) => {
    const { type, targetId } = targetInfo as { type: string; targetId: string };
    if (type === 'page') found.resolve(targetId);
  });
  await tools.send('Target.setDiscoverTargets', { discover: true });
  const targetId = await found.promise;
  const { sessionId } = await tools.send('Target.attachToTarget', { targetId, flatten: true });
  return { targetId, sessionId: String(sessionId) };
}

async function endBrowser(child: ChildProcess, tools: DevTools, ended: Promise<unknown>) {
  await tools.send('Browser.close').catch(() => {});
  const late = setTimeout(() => child.kill('SIGKILL'), farewellMs);
  await ended.finally(() => clearTimeout(late));
}

/**
 * Starts a browser and attaches to its one page. Root, and many a container, cannot have Chromium’s
 * sandbox; there it does without, for the page is our own.
 * Throws a Failure when it does not start.
 */
export async function launch(options: Launch): Promise<BrowserPage> {
  if (isRoot()) return start(options, false);
  return start(options, true).catch(() => start(options, false));
}

async function start(options: Launch, sandboxed: boolean): Promise<BrowserPage> {
  const child = spawn(options.browser, browserArguments(options, sandboxed), {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = whenEnded(child).catch(() => -1);
  const tools = devTools(child.stdio[4] as Readable, child.stdio[3] as Writable);
  const failed = ended.then((code) => {
    throw new Failure('browser_start', `${options.browser} ended with ${code} before it opened`);
  });
  const { targetId, sessionId } = await Promise.race([firstPage(tools), failed]);
  failed.catch(() => {});
  const windowClosed = new Promise<void>((resolve) => {
    tools.on('Target.targetDestroyed', (params) => {
      if (params.targetId === targetId) resolve();
    });
  });
  return {
    send: (method, params) => tools.send(method, params, sessionId),
    tools,
    closed: Promise.race([windowClosed, ended.then(() => {})]),
    close: () => endBrowser(child, tools, ended),
  };
}
