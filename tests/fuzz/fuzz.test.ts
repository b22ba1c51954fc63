import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { isBuilt } from '../support/built-server.ts';
import { fuzz } from './run.ts';
import { healthProblems, startWatched } from './server-under-fuzz.ts';

/** A taste of it; `npm run test:fuzz` sends more, and looks at the memory too. */
const [requests, seed] = [1_500, 20_261_121];

test.skipIf(!isBuilt)(
  `${requests} requests that no browser sends: nothing breaks, and nothing is given away`,
  async () => {
    const folder = createTemporaryFolder();
    const server = await startWatched(folder.path);
    try {
      const { findings } = await fuzz(server, requests, seed);
      expect([...findings.values()]).toEqual([]);
      expect(await healthProblems(server)).toEqual([]);
    } finally {
      await server.stop();
      folder.remove();
    }
  },
  180_000,
);
