import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { awayFromTheHour } from '../../shared/testing/hour.ts';
import { openDatabase } from '../backends/embedded/database.ts';
import { createEmbeddedBackend } from '../backends/embedded/index.ts';
import type { Backend } from '../backends/index.ts';
import { askRecords } from '../testing/ask-records.ts';
import { testSettings } from '../testing/settings.ts';
import { silentLog } from '../testing/silent-log.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { exportAll } from './read.ts';

const folder = createTemporaryFolder();
let backend: Backend;

const ask = (request: unknown) => askRecords(folder.path, request);

async function signUp(email: string, source = 'hero'): Promise<void> {
  const response = await backend.function.fetch?.(`${backend.function.url}/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, source, turnstileToken: null, formFillTime: 3000 }),
  });
  expect(response?.status).toBe(200);
}

beforeAll(async () => {
  writeFileSync(join(folder.path, 'records.sock'), 'what a killed server left');
  const settings = testSettings({
    DATA_DIR: folder.path,
    SIGNUP_LIMIT_PER_VISITOR_HOUR: '100',
  });
  backend = createEmbeddedBackend(settings, silentLog);
  await backend.open();
  await awayFromTheHour();
  for (const name of ['ada', 'bea', 'cleo']) await signUp(`${name}@example.com`);
  await signUp('ADA@example.com', 'nav');
});

afterAll(async () => {
  await backend.close();
  folder.remove();
});

test('only this user can reach the socket', () => {
  expect(statSync(join(folder.path, 'records.sock')).mode & 0o777).toBe(0o600);
});

test('counts by source, by day and by verdict', async () => {
  const today = new Date().toISOString().slice(0, 10);
  expect(await ask({ method: 'count' })).toEqual([
    {
      done: {
        total: 3,
        bySource: { hero: 3 },
        byDay: { [today]: 3 },
        byBotCheck: { skipped: 3 },
      },
    },
  ]);
});

test('lists the newest first, as many as asked for', async () => {
  const answers = await ask({ method: 'list', limit: 2 });
  expect(answers).toMatchObject([
    { row: { email: 'cleo@example.com', source: 'hero', botCheck: 'skipped', times: 1 } },
    { row: { email: 'bea@example.com' } },
    { done: { rows: 2 } },
  ]);
});

test('exports the oldest first, with how often each came', async () => {
  const answers = await ask({ method: 'export' });
  expect(answers).toMatchObject([
    {
      row: {
        email: 'ada@example.com',
        times: 2,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    },
    { row: { email: 'bea@example.com' } },
    { row: { email: 'cleo@example.com' } },
    { done: { rows: 3 } },
  ]);
});

describe('a request that cannot be answered', () => {
  test.each([
    ['not JSON', '{', 'bad_request'],
    ['an unknown method', { method: 'drop' }, 'bad_request'],
    ['no address', { method: 'erase', email: 'ada' }, 'invalid_email'],
    ['no database to move to', { method: 'move', to: 'mysql://a' }, 'bad_request'],
    [
      'nobody at that database',
      { method: 'move', to: 'postgres://127.0.0.1:9/x' },
      'target_unreachable',
    ],
  ])('%s is told with a code', async (_what, request, code) => {
    expect(await ask(request)).toMatchObject([{ error: { code } }]);
  });
});

test('a backup is whole while the data is in use, and never overwrites a file', async () => {
  const file = join(folder.path, 'backup.tar.gz');
  expect(await ask({ method: 'backup', file })).toMatchObject([{ done: { file, atLeast: 3 } }]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await ask({ method: 'backup', file })).toMatchObject([{ error: { code: 'file_exists' } }]);
  const nowhere = join(folder.path, 'no-such-folder', 'backup.tar.gz');
  expect(await ask({ method: 'backup', file: nowhere })).toMatchObject([
    { error: { code: 'cannot_write', message: expect.stringContaining('ENOENT') } },
  ]);
  const restored = createTemporaryFolder();
  execFileSync('tar', ['-xzf', file, '-C', restored.path]);
  const database = await openDatabase(restored.path, () => {});
  const rows = await database.query('select email from deckwright.signups order by 1');
  expect(rows.map(({ email }) => email)).toEqual([
    'ada@example.com',
    'bea@example.com',
    'cleo@example.com',
  ]);
  await database.close();
  restored.remove();
});

test('erasing leaves a salted hash and a date, and nothing of the address', async () => {
  expect(await ask({ method: 'erase', email: ' Bea@Example.com ' })).toEqual([
    { done: { erased: 1 } },
  ]);
  expect(await ask({ method: 'erase', email: 'bea@example.com' })).toEqual([
    { done: { erased: 0 } },
  ]);
  const answers = await ask({ method: 'export' });
  expect(JSON.stringify(answers)).not.toContain('bea@');
  expect(answers).toHaveLength(3);
});

test('an export goes on past a page, and leaves nobody out', async () => {
  const rows = Array.from({ length: 501 }, (_, at) => ({ email: `${at}@many.example` }));
  const pages = [rows.slice(0, 500), rows.slice(500)];
  const asked: unknown[] = [];
  const query = async (_statement: string, [, after]: readonly unknown[] = []) => {
    asked.push(after);
    return pages[asked.length - 1] ?? [];
  };
  const answers = [];
  for await (const answer of exportAll({ backend: 'embedded', query, dump: null })) {
    answers.push(answer);
  }
  expect(asked).toEqual(['', '499@many.example']);
  expect(answers).toHaveLength(502);
  expect(answers.at(-1)).toEqual({ done: { rows: 501 } });
});

test('the socket goes with the server', async () => {
  expect(readdirSync(folder.path)).toContain('records.sock');
  await backend.close();
  expect(readdirSync(folder.path)).not.toContain('records.sock');
});

test('of who was erased the tables’ files hold nothing, and the evidence fits', async () => {
  const tables = join(folder.path, 'pglite', 'base');
  const files = readdirSync(tables, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  expect(files.filter((text) => text.includes('cleo@example.com'))).not.toEqual([]);
  expect(files.filter((text) => text.includes('bea@example.com'))).toEqual([]);
  const database = await openDatabase(join(folder.path, 'pglite'), () => {});
  const [evidence, ...more] = await database.query(
    'select salt, address_hash from deckwright.erasures',
  );
  await database.close();
  expect(more).toEqual([]);
  const hash = createHash('sha256').update(`${evidence?.salt}bea@example.com`).digest('hex');
  expect(evidence?.address_hash).toBe(hash);
});
