import { build } from 'vite';
import { fromRoot } from '../server/config.ts';
import { locations } from '../shared/locations.ts';

/** One file without packages beside it, so that an image needs none for the terminal. */
await build({
  configFile: false,
  root: fromRoot('.'),
  publicDir: false,
  logLevel: 'warn',
  // Of use only where the project is installed.
  ssr: { noExternal: true, external: ['playwright'] },
  build: {
    ssr: 'cli/index.ts',
    outDir: fromRoot(locations.cli),
    emptyOutDir: true,
    target: 'node24',
    rolldownOptions: {
      output: {
        format: 'es',
        entryFileNames: 'index.js',
        chunkFileNames: '[name].js',
        banner: '#!/usr/bin/env node',
      },
    },
  },
});
