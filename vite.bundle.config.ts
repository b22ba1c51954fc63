import { defineConfig } from 'vite';
import { locations } from './shared/build-output.ts';

/** The server (`--mode server`) or the terminal (`--mode cli`), with its packages, so that an image needs none. */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  envDir: false,
  logLevel: 'warn',
  // playwright: of use only where the project is installed.
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
