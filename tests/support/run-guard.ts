import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { fromRoot } from '../../server/stores/installed-files.ts';

/** Every process that a test run starts inherits this variable with the id of the run. */
export const runMark = 'DECKWRIGHT_TEST_RUN';

/**
 * Marks this test run, and starts the process that ends what the run leaves behind. That process notices the end of
 * this one by the end of a pipe, so it also works after SIGKILL. Called before all tests, by Vitest and Playwright.
 */
export default function guardRun(): void {
  // Processes of the tests start in a third of the time, because Node stores compiled modules there.
  process.env.NODE_COMPILE_CACHE ??= fromRoot('node_modules/.cache/compiled');
  if (process.platform !== 'linux' || process.env[runMark]) return;
  const id = randomUUID();
  const script = fileURLToPath(new URL('end-run.ts', import.meta.url));
  const guard = spawn(process.execPath, [script, id], {
    // The guard has a session of its own, so that Ctrl-C ends the run and not the guard.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  process.env[runMark] = id;
}
