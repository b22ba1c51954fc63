import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  begin,
  drive,
  end,
  freePort,
  isBuilt,
  temporaryFolder,
  untilSaid,
} from './testing/drive.ts';

test.runIf(isBuilt)(
  'a command that comes while the server still opens its data waits for it',
  async () => {
    const env = { DATA_DIR: join(temporaryFolder(), 'data'), PORT: String(await freePort()) };
    const server = begin(['serve', '--json'], env);
    const ended = end(server);
    await untilSaid(server, /"address"/);
    const counts = await Promise.all([1, 2].map(() => drive(['signups', 'count', '--json'], env)));
    expect(counts.map(({ code, err }) => ({ code, err }))).toEqual([
      { code: 0, err: '' },
      { code: 0, err: '' },
    ]);
    server.kill('SIGTERM');
    await ended;
  },
  120_000,
);
