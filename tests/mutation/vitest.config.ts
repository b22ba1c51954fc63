import { statSync } from 'node:fs';
import svgr from 'vite-plugin-svgr';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The smallest files first: they are the quickest, and the first test that fails ends the run of a mutant. */
class SmallestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return files.toSorted((a, b) => size(a) - size(b));
  }
}

/**
 * The tests that a mutant may fail: those beside the code, of the whole app, of what its pages’ heads say, and of the
 * stores on a real PostgreSQL. Left out are tests that start the code as a process, because a mutant is active only in the
 * process of the test.
 */
export default defineConfig({
  plugins: [svgr()],
  test: {
    include: [
      '{shared,client/early-access,cli,supabase}/**/*.test.{ts,tsx}',
      'client/start/boot.dom.test.ts',
      'server/{app,privacy,readiness,start}.test.ts',
      'server/{deliveries,http,lifecycle,observability,outbox,routes,signup,static,stores}/**/*.test.ts',
      'tests/scenarios/{check-database,entries,erasure,forget,migrations,move,pool,postgres-store}.test.ts',
    ],
    exclude: ['cli/{bin,smoke}.test.ts'],
    globalSetup: './tests/support/shared-cluster.ts',
    sequence: { sequencer: SmallestFirst },
    setupFiles: './shared/testing/vitest-setup.ts',
    testTimeout: 20_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
