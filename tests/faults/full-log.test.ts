import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { ready, serverEntry, startNode } from '../support/built-server.ts';
import { freePort } from '../support/free-port.ts';

// Only Linux has a device that is always full.
test.skipIf(!existsSync('/dev/full'))(
  'a server whose log cannot be written because the disk is full answers pages and shuts down with 0',
  async () => {
    const PORT = String(await freePort());
    const toFullDisk = ['bash', '-c', 'exec "$@" > /dev/full', 'bash'];
    const settings = { PORT, DATA_DIR: temporaryFolder() };
    const server = startNode([serverEntry], settings, toFullDisk);
    const url = `http://127.0.0.1:${PORT}`;
    await ready({ url });
    for (let times = 0; times < 3; times += 1) expect((await fetch(url)).status).toBe(200);
    expect((await server.stop()).code).toBe(0);
  },
);
