import svgr from 'vite-plugin-svgr';
import { defineConfig } from 'vitest/config';

/** The tests that a mutant may fail: those beside the code, of the whole app, and of what its pages’ heads say. */
export default defineConfig({
  plugins: [svgr()],
  test: {
    include: [
      '{shared,client/early-access,cli/commands/{manifest,signups},supabase}/**/*.test.{ts,tsx}',
      'server/{app,privacy,readiness}.test.ts',
      'server/{http,observability,outbox,retry,routes,signup,static,stores}/**/*.test.ts',
    ],
    setupFiles: './shared/testing/vitest-setup.ts',
    testTimeout: 20_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
