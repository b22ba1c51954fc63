import { defineConfig } from 'playwright/test';
import { browserFlags, findBrowser } from './support/browser.ts';
import { findProgram } from './support/programs.ts';

/** `ENGINE=firefox` runs the journeys in an installed Firefox, driven by WebDriver BiDi. */
const isFirefox = process.env.ENGINE === 'firefox';
const firefox = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: { executablePath: findProgram('firefox', 'firefox-esr') ?? 'firefox' },
} as const;

const chromium = {
  launchOptions: { ...(await findBrowser()), args: browserFlags },
  // Movement takes a third of the time that a journey does: what is about it asks for it.
  contextOptions: { reducedMotion: 'reduce' },
} as const;

export default defineConfig({
  testDir: './journeys',
  testMatch: '**/*.test.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // WebDriver BiDi cannot do everything yet: read what a request sends, print, go offline, emulate reduced motion.
  ...(isFirefox ? { grepInvert: /@chromium/ } : {}),
  reporter: [['list']],
  // A busy machine is slow, not wrong.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    ...(isFirefox ? firefox : chromium),
  },
});
