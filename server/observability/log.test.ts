import fs from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { pino } from 'pino';
import request from 'supertest';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { fakeBackend } from '../testing/fake-backend.ts';
import { startTestServer } from '../testing/test-server.ts';
import { createLog, endLog } from './log.ts';

test('an error is logged with its message, code and stack, and without the database row', async () => {
  const written: string[] = [];
  const log = await createLog('info', { write: (line) => void written.push(line) });
  const row = { detail: 'Failing row contains (ada@deckwright.example, hero).', where: 'ada@' };
  const err = Object.assign(new Error('violates check constraint'), { code: '23514', ...row });
  log.error({ err }, 'a sign-up could not be saved');
  log.error({ err: 'ada@' }, 'something else was thrown');
  expect(written.join()).not.toContain('ada@');
  const [first] = written.map((text) => JSON.parse(text));
  expect(first.err).toMatchObject({ message: 'violates check constraint', code: '23514' });
  expect(first.err.stack).toContain('log.test.ts');
});

test('a request is logged with id, method, path, status and time, and an unknown path and a query are not logged', async () => {
  const written: string[] = [];
  const logTo = { write: (line: string) => void written.push(line) };
  const environment = { LOG_LEVEL: 'info', TRUST_PROXY: '1' };
  const { server, close } = await startTestServer(environment, { backend: fakeBackend(), logTo });
  const entry = '/early-access/entry';
  const known = ['/', '/privacy', '/assets/app-abc123.js'];
  const unknown = ['%3F', '/', ';', '&', '%253F'].map((mark) => `${entry}${mark}token=of-ada`);
  const addresses = ['/ada@deckwright.example', '/ada%40deckwright.example/', '/assets/of-ada'];
  const asked = [...known.map((path) => `${path}?token=of-ada`), ...unknown, ...addresses];
  for (const path of asked) await request(server).get(path).set('X-Request-Id', 'known-id');
  await close();
  await expect.poll(() => written).toHaveLength(asked.length);
  const lines = written.map((line) => JSON.parse(line));
  const ms = expect.any(Number);
  expect(lines[0]).toMatchObject({ id: 'known-id', method: 'GET', path: '/', status: 200, ms });
  const others = [...unknown, ...addresses].map(() => '(other)');
  expect(lines.map(({ path }) => path)).toEqual([...known, ...others]);
  expect(written.join()).not.toMatch(/ada(@|%40)|of-ada/);
});

test('in a terminal a request is one line, and a message stands before its fields', async () => {
  const write = vi.spyOn(fs, 'writeSync').mockImplementation((_file, text) => text.length);
  onTestFinished(() => write.mockRestore());
  process.stdout.isTTY = true;
  const log = await createLog('info');
  process.stdout.isTTY = false;
  log.info({ id: 'known-id', method: 'GET', path: '/', status: 200, ms: 1.5 });
  log.warn({ address: 'here' }, 'a message');
  const shown = write.mock.calls.map(([, text]) => stripVTControlCharacters(String(text)));
  expect(shown).toEqual([
    expect.stringMatching(/^\[[\d:.]+\] INFO: 200 GET \/ 1\.5 ms\n$/),
    expect.stringMatching(/^\[[\d:.]+\] WARN: a message {"address":"here"}\n$/),
  ]);
});

test('the log has every line from before its end, and leaves out a later line without an error', async () => {
  const file = join(temporaryFolder(), 'log');
  const log = await createLog('info', pino.destination({ dest: file, sync: false }));
  log.info('before');
  await endLog(log);
  log.fatal('later');
  expect(fs.readFileSync(file, 'utf8')).toMatch(/^\{.*"before"\}\n$/);
});
