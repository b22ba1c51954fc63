import { EventEmitter } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { BrowserType } from 'playwright';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { run } from '../../run.ts';
import { createSession, runCommand, type Variables } from '../../testing/run-command.ts';
import { devices } from './devices.ts';
import { type Outside, previewCommand } from './index.ts';

const address = 'http://127.0.0.1:4000';
const chromium = { executablePath: () => '/chromium' } as BrowserType;

/** Runs `preview` with a server and a browser that only note what they are asked. */
function preview(line = '', environment: Variables = {}, changes: Partial<Outside> = {}) {
  const { session, written } = createSession(environment);
  const folder = temporaryFolder();
  const serverEnded = Promise.withResolvers<number>();
  const pageClosed = Promise.withResolvers<void>();
  const server = { address, ended: serverEnded.promise, close: vi.fn(async () => {}) };
  const waitForEvent = vi.fn((_event: string, _options: object) => pageClosed.promise);
  const window = { page: { waitForEvent }, close: vi.fn(async () => {}) };
  const host = new EventEmitter();
  const world = {
    startServer: vi.fn<Outside['startServer']>(async (_environment, data) => {
      writeFileSync(join(data, 'signups.db'), '');
      return server;
    }),
    loadChromium: vi.fn<Outside['loadChromium']>(async () => chromium),
    openWindow: vi.fn<Outside['openWindow']>(async () => window as never),
    takeShot: vi.fn<Outside['takeShot']>(async () => {}),
    host,
    ...changes,
  };
  const words = line.split(' ').filter(Boolean);
  const running = run(previewCommand(session, world).exitOverride(), words, session);
  return {
    ...{ session, folder, server, window, host, world, running, serverEnded, pageClosed },
    /** Returns what the command has written since the last call. */
    said: () => String(written.read() ?? ''),
    dataFolder: () => vi.mocked(world.startServer).mock.calls[0]?.[1] ?? '',
  };
}

/** The environment of a machine that can show a window. */
const display = { DISPLAY: ':0' };

test('preview serves from a new folder below that of temporary files, and removes it with everything in it', async () => {
  const { running, pageClosed, window, dataFolder, world, session } = preview('', display);
  await expect.poll(() => window.page.waitForEvent).toHaveBeenCalled();
  expect(world.startServer).toHaveBeenCalledExactlyOnceWith(session.environment, dataFolder());
  expect(dirname(dataFolder())).toBe(tmpdir());
  expect(basename(dataFolder())).toMatch(/^deckwright-preview-\w/);
  expect(existsSync(dataFolder())).toBe(true);
  // Without a limit: the window stays open as long as the person wants.
  expect(window.page.waitForEvent).toHaveBeenCalledExactlyOnceWith('close', { timeout: 0 });
  pageClosed.resolve();
  expect(await running).toBe(0);
  expect(existsSync(dataFolder())).toBe(false);
});

test.each([
  ['', { url: `${address}/`, device: devices.desktop, dark: false, sandbox: true }],
  [
    '--device phone --dark --path /upload --no-sandbox',
    { url: `${address}/upload`, device: devices.phone, dark: true, sandbox: false },
  ],
])('preview %s opens the window that its options describe', async (line, look) => {
  const { running, pageClosed, world, window, server, session, dataFolder, said } = preview(
    line,
    display,
  );
  await expect.poll(() => window.page.waitForEvent).toHaveBeenCalled();
  expect(world.openWindow).toHaveBeenCalledExactlyOnceWith(
    chromium,
    join(dataFolder(), 'profile'),
    session.environment,
    { ...look, headless: false },
  );
  expect(said()).toMatch(/^http:\S+ \(.+\)\nClose the window to end\.\n$/);
  expect([window.close, server.close].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  pageClosed.resolve();
  expect(await running).toBe(0);
  expect(window.close).toHaveBeenCalledBefore(server.close);
  expect(world.takeShot).not.toHaveBeenCalled();
});

test('preview closes the window when the server ends', async () => {
  const { running, serverEnded, window } = preview('', display);
  await expect.poll(() => window.page.waitForEvent).toHaveBeenCalled();
  serverEnded.resolve(1);
  expect(await running).toBe(0);
  expect(window.close).toHaveBeenCalledOnce();
});

test('preview --shot needs no display, writes the picture, names its file and ends', async () => {
  const file = join(temporaryFolder(), 'a.png');
  const { running, world, window, server, said } = preview(`--shot ${file} --device tablet`);
  expect(await running).toBe(0);
  const [, , , look] = vi.mocked(world.openWindow).mock.calls[0] ?? [];
  expect(look).toMatchObject({ headless: true, device: devices.tablet });
  expect(world.takeShot).toHaveBeenCalledExactlyOnceWith(window, `${address}/`, file);
  expect(said()).toBe(`${file} (tablet, 820 × 1180)\n`);
  expect(window.page.waitForEvent).not.toHaveBeenCalled();
  expect([window.close, server.close].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('preview --shot without Playwright fails, names the remedy, and ends its server', async () => {
  const { session, running, server, said, dataFolder } = preview('--shot a.png', display, {
    loadChromium: async () => null,
  });
  session.json = true;
  expect(await running).toBe(1);
  expect(JSON.parse(said()).error).toEqual({
    code: 'no_playwright',
    message: 'a picture needs Playwright',
    remedy: 'Install it: npm ci',
  });
  expect(server.close).toHaveBeenCalledOnce();
  expect(existsSync(dataFolder())).toBe(false);
});

test('preview without Playwright shows the address until the server ends', async () => {
  const { running, said, serverEnded, world } = preview('', display, {
    loadChromium: async () => null,
  });
  await expect.poll(said).toContain('there is no Playwright here');
  expect(world.openWindow).not.toHaveBeenCalled();
  serverEnded.resolve(0);
  expect(await running).toBe(0);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  '%s ends a preview, its window, its server and its folder',
  async (signal) => {
    const { running, host, window, server, dataFolder } = preview('', display);
    await expect.poll(() => window.page.waitForEvent).toHaveBeenCalled();
    host.emit(signal);
    expect(await running).toBe(0);
    expect([window.close, server.close].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    expect(existsSync(dataFolder())).toBe(false);
  },
);

test('a signal during the start of the server ends the server as soon as it has started, and opens no window', async () => {
  const started = Promise.withResolvers<void>();
  const close = vi.fn(async () => {});
  const startServer = vi.fn<Outside['startServer']>(async () => {
    await started.promise;
    return { address, ended: Promise.withResolvers<number>().promise, close };
  });
  const { running, host, world, dataFolder } = preview('', display, { startServer });
  await expect.poll(() => startServer).toHaveBeenCalled();
  host.emit('SIGINT');
  await setImmediate();
  expect(existsSync(dataFolder())).toBe(true);
  started.resolve();
  expect(await running).toBe(0);
  await setImmediate();
  expect(close).toHaveBeenCalledOnce();
  expect(world.openWindow).not.toHaveBeenCalled();
  expect(existsSync(dataFolder())).toBe(false);
});

test('a preview whose window does not open fails with the error of the browser, also when its server cannot be closed', async () => {
  const { session, running, server, said, dataFolder } = preview('', display, {
    openWindow: async () => {
      throw new Error('no usable sandbox');
    },
  });
  session.json = true;
  server.close.mockRejectedValue(new Error('no such process'));
  expect(await running).toBe(1);
  expect(JSON.parse(said()).error.message).toBe('no usable sandbox');
  expect(existsSync(dataFolder())).toBe(false);
});

test('preview refuses a device that it does not know, and names the devices that it knows', async () => {
  const { code, err } = await runCommand('preview --device watch');
  expect([code, err]).toEqual([2, expect.stringContaining('desktop, tablet, phone')]);
});
