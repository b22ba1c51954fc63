import { defineConfig } from 'vite';
import { locations } from './shared/build-output.ts';

/** Builds the server (`--mode server`) or the terminal (`--mode cli`) with its packages, so that the image needs no packages. */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  envDir: false,
  logLevel: 'warn',
  // Playwright is used only if the project is installed.
  ssr: { noExternal: true, external: ['playwright'] },
  build: {
    ssr: `${mode}/index.ts`,
    outDir: locations[mode as 'server' | 'cli'],
    target: 'node24',
    rolldownOptions: {
      output: {
        format: 'es',
        entryFileNames: 'index.js',
        chunkFileNames: '[name].js',
        banner: mode === 'cli' ? '#!/usr/bin/env -S node --' : '',
      },
    },
  },
}));
