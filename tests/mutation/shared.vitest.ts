import { defineConfig } from 'vitest/config';

/** The tests that a mutant in shared/ may fail: those beside the code. */
export default defineConfig({ test: { include: ['shared/**/*.test.ts'], testTimeout: 20_000 } });
