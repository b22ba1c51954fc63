import { defineConfig } from 'vitest/config';

/** The tests that a mutant in the server's routes may fail: those beside the code. */
export default defineConfig({
  test: {
    include: ['server/{http,routes}/*.test.ts'],
    testTimeout: 20_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
