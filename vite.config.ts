import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { assetsPath, locations } from './shared/locations.ts';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  publicDir: 'client/public',
  build: {
    outDir: locations.client,
    emptyOutDir: true,
    assetsDir: assetsPath.replaceAll('/', ''),
    // The policy allows images and fonts from our own address only, not from `data:`.
    assetsInlineLimit: 0,
    // Nothing is worth preloading before the page is idle, and every browser we serve knows modules.
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: { input: 'client/index.html' },
  },
  test: {
    include: ['{shared,server,client,cli,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/journeys/**', 'node_modules/**', 'dist/**'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
