import './support/require-node.ts';
import { defineConfig } from 'playwright/test';
import { browserFlags, findBrowser } from './support/browser.ts';
import { findProgram } from './support/programs.ts';

const chromium = {
  launchOptions: { ...(await findBrowser()), args: browserFlags },
  // Movement takes a third of the time that a journey does: what is about it asks for it.
  contextOptions: { reducedMotion: 'reduce' },
} as const;

/** An installed one, driven by WebDriver BiDi. */
const firefox = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: { executablePath: findProgram('firefox', 'firefox-esr') ?? 'firefox' },
} as const;

export default defineConfig({
  outputDir: '../test-results',
  globalSetup: './support/run-guard.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: [['list']],
  // A busy machine is slow, not wrong.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: { viewport: { width: 1280, height: 800 } },
  projects: [
    { name: 'journeys', testDir: './journeys', use: chromium },
    // WebDriver BiDi cannot do everything yet: read what a request sends, print, go offline, emulate reduced motion.
    { name: 'firefox', testDir: './journeys', grepInvert: /@chromium/, use: firefox },
  ],
});
