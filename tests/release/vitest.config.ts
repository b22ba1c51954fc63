import '../../shared/testing/require-node.ts';
import { defineConfig } from 'vitest/config';

/** The configuration of `npm run test:release`, which runs one test file after the other. */
export default defineConfig({
  test: {
    include: ['{shared,server,client,cli,supabase,tests}/**/*.test.ts'],
    exclude: ['tests/journeys/**'],
    setupFiles: './shared/testing/vitest-setup.ts',
    globalSetup: ['./tests/support/run-guard.ts', './tests/support/shared-cluster.ts'],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ['verbose', './tests/support/skipped-reporter.ts'],
  },
});
