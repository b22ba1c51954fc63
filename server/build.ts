import { build } from 'vite';
import { locations } from '../shared/locations.ts';
import { fromRoot } from './project/root.ts';

/** The server with its packages, so that an image needs none beside it. */
await build({
  configFile: false,
  root: fromRoot('.'),
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: 'server/index.ts',
    outDir: fromRoot(locations.server),
    emptyOutDir: true,
    target: 'node24',
    rolldownOptions: {
      output: { format: 'es', entryFileNames: 'index.js', chunkFileNames: '[name].js' },
    },
  },
});
