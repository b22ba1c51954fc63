import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { ready, serverEntry, startNode } from '../support/built-server.ts';
import { freePort } from '../support/free-port.ts';

const byDisk = 'exec "$@" > /dev/full';
// The shell fills the pipe, whose reading end stays open and unread.
const byPipe = 'mkfifo "$0" && exec 3<> "$0" && head -c 65536 /dev/zero >&3 && exec "$@" > "$0"';

// Only Linux has a device that is always full, and opens a pipe for reading and writing.
test.skipIf(!existsSync('/dev/full')).each([
  ['because the disk is full', byDisk],
  ['because nobody reads the pipe', byPipe],
])(
  'a server whose log cannot be written %s answers pages and shuts down with 0',
  async (_why, script) => {
    const PORT = String(await freePort());
    const shell = ['bash', '-c', script, join(temporaryFolder(), 'pipe')];
    const settings = { PORT, DATA_DIR: temporaryFolder() };
    const server = startNode([serverEntry], settings, shell);
    const url = `http://127.0.0.1:${PORT}`;
    await ready({ url });
    for (let times = 0; times < 3; times += 1) expect((await fetch(url)).status).toBe(200);
    expect((await server.stop()).code).toBe(0);
  },
);
