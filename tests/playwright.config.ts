import '../shared/testing/require-node.ts';
import { defineConfig } from 'playwright/test';
import type { Options } from './journeys/fixtures.ts';
import { browserFlags, findBrowser } from './support/browser.ts';
import { findProgram } from './support/programs.ts';

const journeyFlags = [
  ...browserFlags,
  // Without V8’s optimising compilers the journeys take 5 s less, because each page is open for a few seconds only.
  '--js-flags=--no-opt --no-maglev',
  // Leaves Chromium no memory for the pixels of a page. Drawing takes a fifth of the browser’s processor time, and no
  // journey looks at pixels: layout, styles, events and the times of the frames stay as they are.
  '--force-gpu-mem-available-mb=1',
];

const chromium = {
  launchOptions: { ...(await findBrowser()), args: journeyFlags },
  // Motion takes a third of the time of a journey. Tests of motion turn it on.
  contextOptions: { reducedMotion: 'reduce' },
} as const;

/** An installed Firefox, driven by WebDriver BiDi. */
const firefox = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: { executablePath: findProgram('firefox', 'firefox-esr') ?? 'firefox' },
} as const;

/** Returns the project that runs the journeys of an own entry on a backend. `npm test` runs them on SQLite. */
const entriesOn = (backend: Options['backend']) => ({
  name: `entries-${backend}`,
  testDir: './journeys',
  testMatch: 'own-entry.test.ts',
  use: { ...chromium, backend },
});

export default defineConfig<object, Options>({
  outputDir: '../test-results',
  globalSetup: ['./support/run-guard.ts', './support/temporary-files.ts'],
  fullyParallel: true,
  // Many journeys wait for the page, so that three workers keep two cores busy.
  workers: 3,
  forbidOnly: true,
  reporter: [['list']],
  // A busy machine needs more time than the defaults.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: { viewport: { width: 1280, height: 800 }, actionTimeout: 60_000 },
  projects: [
    { name: 'journeys', testDir: './journeys', grepInvert: /@release/, use: chromium },
    // The journeys of `npm run test:release -- details`.
    { name: 'details', testDir: './journeys', grep: /@release/, use: chromium },
    // WebDriver BiDi cannot read the body of a request, print, go offline, turn JavaScript off or emulate reduced motion yet.
    { name: 'firefox', testDir: './journeys', grepInvert: /@chromium/, use: firefox },
    entriesOn('postgres'),
    entriesOn('supabase'),
  ],
});
