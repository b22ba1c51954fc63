import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { isBuilt, serverEntry } from '../support/built-server.ts';

/** Run first: from then on this Node says that it is an older one. */
const pretend = `data:text/javascript,for (const [name, value] of [
  ['version', 'v20.1.0'], ['versions', { ...process.versions, node: '20.1.0' }],
]) Object.defineProperty(process, name, { value });`;

test.skipIf(!isBuilt)('an older Node is told which one is needed, and where it is', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', pretend, serverEntry],
    { encoding: 'utf8', env: { PATH: process.env.PATH, PORT: '0' }, timeout: 20_000 },
  );
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(
    /^The server needs Node 24 or newer, this is v20\.1\.0\. .*\.bin\/node\.\n$/,
  );
});
