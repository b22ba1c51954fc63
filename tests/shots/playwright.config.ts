import { defineConfig } from 'playwright/test';
import journeys from '../playwright.config.ts';

export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: 'shots.ts',
  outputDir: '../../test-results',
  reporter: 'line',
});
