import { defineConfig } from 'vitest/config';

/** The tests that a mutant may fail: those beside the code, without processes and databases of their own. */
export default defineConfig({
  test: {
    include: ['{shared,server}/**/*.test.ts'],
    exclude: [
      'server/index.test.ts',
      'server/backends/**',
      'server/records/**',
      'server/privacy.test.ts',
    ],
    testTimeout: 20_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
