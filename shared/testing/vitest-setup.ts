import { afterAll, vi } from 'vitest';
import { endAll } from './at-end.ts';

afterAll(() => {
  // The next file runs in the same process, and must find its own clock and functions.
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  return endAll();
});
