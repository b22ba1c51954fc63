import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filledFolder } from './commands/signups/testing/filled-folder.ts';
import { type Ended, temporaryFolder } from './testing/run-command.ts';
import { end, freePort, isBuilt, startCommand, untilSaid } from './testing/start-command.ts';

const colourStart = String.fromCharCode(27);

test('a pipe gets colour only where it is forced', async () => {
  const check = (env: Record<string, string>) => end(startCommand('check', env));
  expect((await check({ FORCE_COLOR: '1' })).out).toContain(colourStart);
  expect((await check({})).out).not.toContain(colourStart);
});

test('an export into a pipe that is closed ends well', async () => {
  const child = startCommand('signups export', { DATA_DIR: filledFolder() });
  child.stdout?.destroy();
  expect(await end(child)).toMatchObject({ code: 0, err: '' });
});

test('serve in a broken environment has the server’s own exit code', async () => {
  const { code, err } = await end(startCommand('serve', { PORT: 'http' }));
  expect(code).toBe(1);
  expect(err).toContain('PORT');
});

describe.runIf(isBuilt)('beside a running server', () => {
  const env: Record<string, string> = {
    DATA_DIR: join(temporaryFolder(), 'data'),
    // Nobody answers there: on its default port another program may.
    SITE_ORIGIN: 'http://127.0.0.1:9',
    SIGNUP_PROXY_SECRET: 'known-to-the-operator',
  };
  let stop: () => Promise<Ended>;

  beforeAll(async () => {
    env.PORT = String(await freePort());
    const server = startCommand('serve --json', env);
    const ended = end(server);
    stop = () => {
      server.kill('SIGTERM');
      return ended;
    };
    await untilSaid(server, /"address"/);
  });
  afterAll(() => stop());

  test('a trial passes and is not counted, and the manifest is what it serves', async () => {
    const { code, out } = await end(startCommand('ping --canary --json --count 1', env));
    expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, canary: { ok: true } });
    const counted = await end(startCommand('signups count --json', env));
    expect(JSON.parse(counted.out).total).toBe(0);
    expect(await end(startCommand('check --live --json', env))).toMatchObject({ code: 1 });
    expect(await end(startCommand('manifest --check --live', env))).toMatchObject({ code: 0 });
    expect(await stop()).toMatchObject({ code: 0 });
  });
});

test.runIf(isBuilt)(
  'preview without a display prints the address, and Ctrl-C ends it all',
  async () => {
    const child = startCommand('preview --device phone');
    const ended = end(child);
    const [, address = ''] = await untilSaid(child, /(http:\S+) \(phone, 390 × 844\)/);
    expect((await fetch(address)).status).toBe(200);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({
      code: 0,
      out: expect.stringContaining('there is no display here'),
    });
    await expect(fetch(address)).rejects.toThrow();
  },
);

test.runIf(isBuilt)(
  'a preview that is told to end while it starts leaves nothing behind',
  async () => {
    const TMPDIR = temporaryFolder();
    const child = startCommand('preview', { TMPDIR });
    // Its folder is the first thing that it makes.
    while (readdirSync(TMPDIR).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(readdirSync(TMPDIR)).toEqual([]);
  },
);
