import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { signupsPath } from '../../server/stores/sqlite/open.ts';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { startOn, startReady } from '../support/built-server.ts';
import { signUp } from '../support/sign-up.ts';

test.each<[what: string, damage: (path: string) => void]>([
  ['overwritten', (path) => writeFileSync(path, readFileSync(path).fill(0x5a, 0, 4096))],
  [
    'overwritten behind its head',
    (path) => writeFileSync(path, readFileSync(path).fill(0x5a, 4096)),
  ],
  ['cut', (path) => truncateSync(path, 8192)],
])(
  'a server on a file that was %s says so, serves pages, and changes nothing in it',
  async (_what, damage) => {
    const folder = createTemporaryFolder();
    const path = signupsPath(folder.path);
    const first = await startReady(folder.path);
    for (let times = 0; times < 30; times += 1) await signUp(first.url);
    await first.stop();
    damage(path);
    const before = readFileSync(path);
    const server = await startOn(folder.path);
    onTestFinished(async () => {
      await server.stop();
      folder.remove();
    });
    expect(await signUp(server.url)).toBe(503);
    expect((await fetch(server.url)).status).toBe(200);
    const reason = async () => (await fetch(`${server.url}/readyz`)).text();
    await expect.poll(reason).toContain('is damaged');
    expect(readFileSync(path).equals(before)).toBe(true);
  },
);
