import { defineConfig } from 'playwright/test';
import { browserFlags, findBrowser } from './support/browser.ts';

export default defineConfig({
  testDir: './journeys',
  testMatch: '**/*.test.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A machine may stall for a moment; what passes only the second time is reported as flaky.
  retries: 1,
  reporter: [['list']],
  // A busy machine is slow, not wrong.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: await findBrowser(), args: browserFlags },
  },
});
