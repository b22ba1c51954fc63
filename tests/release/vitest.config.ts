import { defineConfig } from 'vitest/config';

/** What `npm run test:release` tries beside `npm test`: one file after the other, with nothing else on the machine. */
export default defineConfig({
  test: {
    include: [
      'tests/{release,attacks,faults,fuzz}/**/*.test.ts',
      'tests/deploy/{rolling-restart,proxies,compose,postgres-role}.test.ts',
      'tests/scenarios/outbox.test.ts',
      'shared/settings/schema.test.ts',
      'supabase/functions/secure-signup/callers.test.ts',
    ],
    globalSetup: './tests/support/shared-cluster.ts',
    env: { RELEASE: '1' },
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: [
      'default',
      './tests/support/table-reporter.ts',
      './tests/support/skipped-reporter.ts',
    ],
  },
});
