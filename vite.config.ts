import './shared/testing/require-node.ts';
import { availableParallelism } from 'node:os';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import browserslist from 'browserslist';
import type { Plugin } from 'vite';
import svgr from 'vite-plugin-svgr';
import { defineConfig } from 'vitest/config';
import { documentTemplate, stylesheet } from './client/build/document-template.ts';
import { sampleDeckFiles } from './client/build/sample-deck/index.ts';
import { assetsPath, locations } from './shared/build-output.ts';

/** The modules of the first script. Without this list a module that React needs too would become another file. */
const bootModules =
  /start.(boot|menu|reveal|is-current)|preload-helper|rolldown.runtime|early-access.(names|opening)|layout.menu-id|styles.breakpoints|signup.paths/;

/** Leaves out the namespace of a drawing, because HTML needs none: 0.1 kB of the first load. */
const inlineDrawings: Parameters<typeof svgr>[0] = {
  svgrOptions: { svgProps: { xmlns: '{undefined}' } },
};

/** The floor (`browserslist` in package.json) as versions for the build: the oldest of each browser that Vite knows. */
const floor = ['chrome', 'edge', 'firefox', 'safari', 'ios_saf'].map((browser) => {
  const versions = browserslist()
    .filter((name) => name.startsWith(`${browser} `))
    .map((name) => Number.parseFloat(name.split(' ')[1] ?? ''));
  return `${browser.replace('ios_saf', 'ios')}${Math.min(...versions)}`;
});

/** Builds for visitors in every shell. Vite keeps the NODE_ENV of the shell, and would take React’s development build. */
const forVisitors: Plugin = {
  name: 'for-visitors',
  apply: 'build',
  config() {
    process.env.NODE_ENV = 'production';
  },
};

/**
 * Builds with the production build of React Router. Its package offers the development build alone, which carries warnings
 * for developers.
 */
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^react-router(\/dom)?$/ },
    async handler(source, importer) {
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && { ...found, id: found.id.replace('/development/', '/production/') };
    },
  },
};

/** The tests of client code that works on a document of jsdom. */
const withDocument = 'client/**/*.dom.test.ts';

/** The files whose tests wait for processes and timeouts. */
const waiting = [
  'tests/**/*.test.{ts,tsx}',
  'server/{index,privacy}.test.ts',
  'server/http/listener.test.ts',
  'server/deliveries/worker.test.ts',
  'server/signup/edge-function.test.ts',
  'cli/{bin,smoke}.test.ts',
];

export default defineConfig({
  plugins: [
    forVisitors,
    productionRouter,
    react(),
    svgr(inlineDrawings),
    tailwindcss(),
    documentTemplate(),
    sampleDeckFiles(),
  ],
  publicDir: 'client/public',
  // Only the server reads `.env`. Vite would read NODE_ENV from it and warn.
  envDir: false,
  build: {
    target: floor,
    outDir: locations.client,
    emptyOutDir: true,
    assetsDir: assetsPath.replaceAll('/', ''),
    // The content security policy allows images and fonts from our own origin, not from `data:`.
    assetsInlineLimit: 0,
    // No script is worth a preload before the page is idle, and every browser that we support knows modules.
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['client/index.html', stylesheet],
      // Sonner calls this function to write its styles into a `<style>`, which the content security policy forbids. The
      // call is left out; early-access/toasts.css imports Sonner's stylesheet instead.
      treeshake: { manualPureFunctions: ['__insertCSS'] },
      output: {
        // A small first script, a script for the page once the browser is idle, and a script for each other page.
        codeSplitting: {
          groups: [
            { name: 'boot', test: bootModules },
            { name: 'site', test: /start.client|pages.home/ },
          ],
        },
      },
    },
  },
  test: {
    // Many tests wait for a process or a timeout, so that five workers keep two cores busy.
    maxWorkers: Math.max(5, availableParallelism()),
    // The files of one worker share its modules: loading them anew for each file takes a quarter of the time.
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A busy machine needs more time than the default.
    expect: { poll: { timeout: 60_000 } },
    setupFiles: './shared/testing/vitest-setup.ts',
    globalSetup: ['./tests/support/run-guard.ts', './tests/support/temporary-files.ts'],
    reporters: ['default', './tests/support/skipped-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          // Vitest starts the projects in the order of their names. The waiting tests start first, because a core is idle
          // while the last of them wait.
          name: 'built',
          include: waiting,
          exclude: ['tests/{attacks,faults,fuzz,journeys,release}/**'],
          globalSetup: ['./tests/support/temporary-files.ts', './tests/support/shared-cluster.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['{shared,server,client,cli,supabase}/**/*.test.{ts,tsx}'],
          exclude: [withDocument, ...waiting],
        },
      },
      {
        extends: true,
        test: {
          // A worker ends when its next file has another environment, so that these files are a project of their own.
          name: 'documents',
          include: [withDocument],
        },
      },
    ],
  },
});
