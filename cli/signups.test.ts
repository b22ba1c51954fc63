import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { awayFromTheHour } from '../shared/testing/hour.ts';
import {
  begin,
  colourStart,
  drive,
  type Ended,
  end,
  freePort,
  isBuilt,
  temporaryFolder,
  untilSaid,
} from './testing/drive.ts';

// Each command is a process, and without a server each opens the data anew.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const signups = (words: string, env: Record<string, string>): Promise<Ended> =>
  drive(['signups', ...words.split(' ')], env);

describe('with no server running and no data yet', () => {
  const env = { DATA_DIR: join(temporaryFolder(), 'data') };

  test('there are none, in every shape', async () => {
    expect(await signups('count', env)).toMatchObject({ code: 0, out: '0 sign-ups\n' });
    expect(await signups('list', env)).toMatchObject({ code: 0, out: 'No sign-ups yet.\n' });
    const csv = 'email,source,botCheck,createdAt,lastSeenAt,times\r\n';
    expect(await signups('export', env)).toMatchObject({ code: 0, out: csv });
    expect(JSON.parse((await signups('export --json', env)).out)).toEqual([]);
    expect((await signups('export --lines', env)).out).toBe('');
  });

  test('an export into a pipe that is closed ends well', async () => {
    const child = begin(['signups', 'export'], env);
    child.stdout?.destroy();
    expect(await end(child)).toMatchObject({ code: 0, err: '' });
  });

  test('an address is erased only when that is really meant', async () => {
    const { code, out, err } = await signups('erase ann@example.com', env);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('--yes');
  });

  test('what is no address is wrong usage', async () => {
    expect((await signups('erase ann --yes', env)).code).toBe(2);
  });

  test('erasing who is not there is a problem', async () => {
    const { code, out } = await signups('erase ann@example.com --yes --json', env);
    expect({ code, ...JSON.parse(out) }).toEqual({ code: 1, erased: 0 });
  });
});

test('on Supabase they need the project’s database', async () => {
  const env = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'k' };
  const { code, err } = await signups('count', env);
  expect(code).toBe(1);
  expect(err).toContain('Set DATABASE_URL');
});

describe.runIf(isBuilt)('while the server runs it is asked', () => {
  const folder = temporaryFolder();
  const env: Record<string, string> = { DATA_DIR: join(folder, 'data'), TRUST_PROXY: '1' };
  let stop: () => Promise<Ended>;

  const signUp = async (email: string, source: string, visitor: string) => {
    const response = await fetch(`http://127.0.0.1:${env.PORT}/api/signup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': visitor },
      body: JSON.stringify({
        email,
        source,
        turnstileToken: null,
        formFillTime: 3000,
        userAgent: 'test',
      }),
    });
    expect(response.status).toBe(200);
  };

  beforeAll(async () => {
    env.PORT = String(await freePort());
    const server = begin(['serve', '--json'], env);
    const ended = end(server);
    stop = () => {
      server.kill('SIGTERM');
      return ended;
    };
    await untilSaid(server, /"address"/);
    await signups('count', env);
    await awayFromTheHour();
    await signUp('Ann@Example.com', 'hero', '192.0.2.1');
    await signUp('=cmd@example.com', 'cta', '192.0.2.2');
    await signUp('ann@example.com', 'nav', '192.0.2.3');
  });
  afterAll(() => stop());

  test('count draws a bar for each part, without colour in a pipe', async () => {
    const { code, out } = await signups('count', env);
    expect(code).toBe(0);
    expect(out).toMatch(/^2 sign-ups\n/);
    expect(out).toMatch(/By source\n {2}\w+ +\d+ +█/);
    expect(out).not.toContain(colourStart);
  });

  test('count --json has total, source, day and verdict', async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect(JSON.parse((await signups('count --json', env)).out)).toEqual({
      total: 2,
      bySource: { cta: 1, hero: 1 },
      byDay: { [today]: 2 },
      byBotCheck: { skipped: 2 },
    });
  });

  test('list shows the newest first, and no more than asked for', async () => {
    const rows = JSON.parse((await signups('list --json', env)).out);
    expect(rows.map((row: { email: string }) => row.email)).toEqual([
      '=cmd@example.com',
      'ann@example.com',
    ]);
    expect(rows[1]).toEqual({
      email: 'ann@example.com',
      source: 'hero',
      botCheck: 'skipped',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      lastSeenAt: expect.stringMatching(/Z$/),
      times: 2,
    });
    expect(JSON.parse((await signups('list --json --limit 1', env)).out)).toHaveLength(1);
    expect((await signups('list', env)).out).toMatch(/^EMAIL +SOURCE.*\n=cmd@example\.com +cta /);
  });

  test('export is CSV in which no address is a formula', async () => {
    const { out } = await signups('export', env);
    expect(out.split('\r\n')).toEqual([
      'email,source,botCheck,createdAt,lastSeenAt,times',
      expect.stringMatching(/^ann@example\.com,hero,skipped,/),
      expect.stringMatching(/^'=cmd@example\.com,cta,skipped,/),
      '',
    ]);
  });

  test('export --json is an array, --lines an object a line', async () => {
    const rows = JSON.parse((await signups('export --json', env)).out);
    expect(rows).toHaveLength(2);
    const lines = (await signups('export --lines', env)).out.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
  });

  test('a backup is written where we are, not where the server is', async () => {
    const { code, out } = await drive(['signups', 'backup', 'all.tar.gz', '--json'], env, folder);
    expect(code).toBe(0);
    expect(JSON.parse(out).atLeast).toBe(2);
    expect(existsSync(join(folder, 'all.tar.gz'))).toBe(true);
  });

  test('erase removes the row', async () => {
    const { code, out } = await signups('erase =cmd@example.com --yes --json', env);
    expect({ code, ...JSON.parse(out) }).toEqual({ code: 0, erased: 1 });
    expect(JSON.parse((await signups('count --json', env)).out).total).toBe(1);
  });

  test('check blames a bad setting alone, not the server that holds the data', async () => {
    const { code, out } = await drive(['check'], { ...env, LOG_LEVEL: 'loud' });
    expect({ code, wrong: out.match(/^XX +\w+/gm) }).toEqual({ code: 1, wrong: ['XX  LOG_LEVEL'] });
  });

  test('check and ping know the server, and a canary goes through it', async () => {
    expect((await drive(['check'], env)).code).toBe(0);
    const { code, out } = await drive(['ping', '--json', '--canary'], env);
    expect({ code, ...JSON.parse(out) }).toMatchObject({
      code: 0,
      target: `http://127.0.0.1:${env.PORT}`,
      canary: { ok: true, through: 'running server' },
    });
  });

  test('the manifest is what it serves', async () => {
    expect(await drive(['manifest', '--check', '--live'], env)).toMatchObject({ code: 0 });
  });

  test('serve ends with the server: in order, with exit 0', async () => {
    expect(await stop()).toMatchObject({ code: 0 });
    expect(JSON.parse((await signups('count --json', env)).out).total).toBe(1);
  });
});

test('serve in a broken environment has the server’s own exit code', async () => {
  const { code, err } = await drive(['serve'], { PORT: 'http' });
  expect(code).toBe(1);
  expect(err).toContain('PORT');
});
