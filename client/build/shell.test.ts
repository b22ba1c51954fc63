import { fileURLToPath } from 'node:url';
import { resolveConfig } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

afterEach(() => vi.unstubAllEnvs());

test('a build takes the production build of React, whatever NODE_ENV the shell has', async () => {
  vi.stubEnv('NODE_ENV', 'development');
  const { isProduction } = await resolveConfig({ root, logLevel: 'silent' }, 'build');
  expect(isProduction).toBe(true);
});
