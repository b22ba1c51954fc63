import { defineConfig } from 'vite';
import { locations } from './shared/build-output.ts';

/** The programs of each bundle, by the names of their files. */
const programs = {
  server: { index: 'server/index.ts', deliver: 'server/deliver-run.ts' },
  cli: { index: 'cli/index.ts' },
};

/** Builds the server (`--mode server`) or the terminal (`--mode cli`) with its packages, so that the image needs no packages. */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  envDir: false,
  logLevel: 'warn',
  // Playwright is used only if the project is installed.
  ssr: { noExternal: true, external: ['playwright'] },
  build: {
    ssr: true,
    outDir: locations[mode as 'server' | 'cli'],
    target: 'node24',
    rolldownOptions: {
      input: programs[mode as 'server' | 'cli'],
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        banner: mode === 'cli' ? '#!/usr/bin/env -S node --' : '',
      },
    },
  },
}));
