import { type ChildProcess, spawn } from 'node:child_process';
import { Builder, By, Capabilities, Key, type WebDriver } from 'selenium-webdriver';
import { findProgram } from '../support/programs.ts';
import { freePort } from '../support/running-server.ts';
import type { Engine, Reader } from './reader.ts';

/** WebKitGTK draws on a screen only: a virtual one, and no graphics card, which containers lack. */
async function startDriver(program: string, screen: string, port: number): Promise<ChildProcess> {
  const child = spawn(screen, ['-a', program, `--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
    stdio: 'ignore',
    detached: true,
  });
  const isUp = () => fetch(`http://127.0.0.1:${port}/status`).then(Boolean, () => false);
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`${screen} ${program} ended before it listened`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return child;
}

function readerOf(driver: WebDriver, engine: string, stop: () => void): Reader {
  const find = (selector: string) => driver.findElement(By.css(selector));
  const keys = { Enter: Key.ENTER, Escape: Key.ESCAPE, Tab: Key.TAB, ArrowRight: Key.ARROW_RIGHT };
  return {
    engine,
    open: (address) => driver.get(address),
    resize: async (width, height) => {
      await driver.manage().window().setRect({ width, height });
    },
    read: (expression) => driver.executeScript(`return ${expression}`),
    press: async (selector) => {
      // The driver scrolls, but does not wait for our smooth scrolling to end.
      const centre = `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`;
      await driver.executeScript(centre, find(selector));
      await find(selector).click();
    },
    type: (selector, text) => find(selector).sendKeys(text),
    key: (name) => driver.actions().sendKeys(keys[name]).perform(),
    close: async () => {
      await driver.quit().finally(stop);
    },
  };
}

async function launch(): Promise<Reader | undefined> {
  const program = findProgram('WebKitWebDriver');
  const screen = findProgram('xvfb-run');
  if (!program || !screen) return;
  const port = await freePort();
  const child = await startDriver(program, screen, port);
  // The screen and the driver are one group of processes, which ends as one.
  const stop = () => child.pid && process.kill(-child.pid);
  try {
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
      .build();
    const capabilities = await driver.getCapabilities();
    return readerOf(driver, `WebKitGTK ${capabilities.getBrowserVersion()}`, stop);
  } catch (error) {
    stop();
    throw error;
  }
}

export const webkitEngine: Engine = {
  name: 'WebKit',
  remedy: 'apt-get install webkit2gtk-driver xvfb',
  launch,
};
