import { availableParallelism } from 'node:os';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import svgr from 'vite-plugin-svgr';
import { defineConfig } from 'vitest/config';
import { assetsPath, locations } from './shared/build-output.ts';

/** Sonner would write its styles into a `<style>`, which the policy forbids; our stylesheet imports them. */
const sonnerWithoutStyles: Plugin = {
  name: 'sonner-without-styles',
  transform(code, id) {
    if (!/[\\/]sonner[\\/]dist[\\/]index\.mjs/.test(id)) return;
    const without = code.replace(/^__insertCSS\(".*"\);$/m, '');
    if (without === code) this.error('sonner no longer inserts its styles where we looked for it');
    return without;
  },
};

/**
 * Vite’s own would also load styles and scripts ahead, of which there are none, and be the half of our first script.
 * What stays is how a script that is missing is told.
 */
const smallPreloadHelper: Plugin = {
  name: 'small-preload-helper',
  transform: {
    order: 'post',
    filter: { id: /vite\/preload-helper/ },
    handler: () => `export const __vitePreload = (load) => load().catch((payload) => {
      const event = new Event('vite:preloadError', { cancelable: true });
      dispatchEvent(Object.assign(event, { payload }));
      if (!event.defaultPrevented) throw payload;
    });`,
  },
};

/** The modules of the first script. Without this list a module that React needs too would become another file. */
const bootModules =
  /entry.boot|preload-helper|rolldown.runtime|early-access.(names|opening)|layout.menu-id|styles.breakpoints|signup.paths/;

export default defineConfig({
  plugins: [react(), svgr(), tailwindcss(), sonnerWithoutStyles, smallPreloadHelper],
  publicDir: 'client/public',
  // `.env` is the server’s alone: Vite would read NODE_ENV from it, and warn.
  envDir: false,
  build: {
    outDir: locations.client,
    emptyOutDir: true,
    assetsDir: assetsPath.replaceAll('/', ''),
    // The policy allows images and fonts from our own address only, not from `data:`.
    assetsInlineLimit: 0,
    // Nothing is worth preloading before the page is idle, and every browser we serve knows modules.
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'client/index.html',
      output: {
        // One small script before the page is idle, one for the page then, and one for each other page.
        codeSplitting: {
          groups: [
            { name: 'boot', test: bootModules },
            { name: 'site', test: /entry.client|pages.home/ },
          ],
        },
      },
    },
  },
  test: {
    // Many tests wait for a process or a time-out: two cores are busy only with more than two workers.
    maxWorkers: Math.max(3, availableParallelism()),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine is slow, not wrong.
    expect: { poll: { timeout: 15_000 } },
    setupFiles: './shared/testing/vitest-setup.ts',
    reporters: ['default', './tests/support/skipped-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          // Vitest begins with the first name: these wait for much, and short tests fill the cores meanwhile.
          name: 'built',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/{journeys,release}/**'],
          globalSetup: './tests/support/shared-cluster.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['{shared,server,client,cli,supabase}/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
