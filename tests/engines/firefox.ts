import { firefox } from 'playwright';
import { findProgram } from '../support/programs.ts';
import type { Engine, Reader } from './reader.ts';

/** An installed Firefox, driven by WebDriver BiDi; Playwright’s own build is not needed. */
async function launch(): Promise<Reader | undefined> {
  const executablePath = findProgram('firefox', 'firefox-esr');
  if (!executablePath) return;
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath });
  const page = await browser.newPage();
  return {
    engine: `Firefox ${browser.version()}`,
    open: async (address) => {
      await page.goto(address);
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    read: (expression) => page.evaluate(expression),
    press: (selector) => page.locator(selector).click(),
    type: (selector, text) => page.locator(selector).pressSequentially(text),
    key: (name) => page.keyboard.press(name),
    close: () => browser.close(),
  };
}

export const firefoxEngine: Engine = {
  name: 'Firefox',
  remedy: 'apt-get install firefox-esr',
  launch,
};
