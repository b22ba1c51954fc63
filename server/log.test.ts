import request from 'supertest';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { createFakeFunction } from './testing/fake-function.ts';
import { startTestServer } from './testing/test-server.ts';

test('lines from before the log is open are written once it is', async () => {
  const lines: string[] = [];
  const { log, open } = createLog('info', { write: (line) => void lines.push(line) });
  log.info({ early: true }, 'first');
  log.debug('not wanted');
  expect(lines).toEqual([]);
  await open();
  await open();
  log.warn('second');
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['first', 'second']);
});

test('a prepared line holds what all have in common and what is its own, before the log is open too', async () => {
  const written: string[] = [];
  const { lines, open } = createLog('info', { write: (line) => void written.push(line) });
  const line = lines({ path: '/' });
  line({ id: 'early' });
  await open();
  line({ id: 'late' });
  expect(written.map((text) => JSON.parse(text))).toEqual([
    { level: 30, time: expect.any(Number), path: '/', id: 'early' },
    { level: 30, time: expect.any(Number), path: '/', id: 'late' },
  ]);
});

test('an error is written with what names the fault, and without the row that it was about', async () => {
  const written: string[] = [];
  const { log, open } = createLog('info', { write: (line) => void written.push(line) });
  await open();
  const row = {
    detail: 'Failing row contains (ada@deckwright.example, hero).',
    where: 'COPY ada@',
  };
  const err = Object.assign(new Error('violates check constraint'), { code: '23514', ...row });
  log.error({ err }, 'a sign-up could not be saved');
  log.error({ err: 'ada@' }, 'something else was thrown');
  expect(written.join()).not.toContain('ada@');
  const [first] = written.map((text) => JSON.parse(text));
  expect(first.err).toMatchObject({ message: 'violates check constraint', code: '23514' });
  expect(first.err.stack).toContain('log.test.ts');
});

test('a request leaves its id, method, path, status and time, and nothing of the visitor', async () => {
  const lines: string[] = [];
  const { environment, close } = await createFakeFunction(
    (incoming) => void incoming.socket.destroy(),
  );
  const logTo = { write: (line: string) => void lines.push(line) };
  const running = await startTestServer(
    { ...environment, LOG_LEVEL: 'info', TRUST_PROXY: '1' },
    { logTo },
  );
  await running.context.openLog();
  const send = (path: string) =>
    request(running.server)
      .post(path)
      .set('X-Forwarded-For', '203.0.113.9')
      .set('X-Request-Id', 'known-id')
      .set('Authorization', 'Bearer hush')
      .set('User-Agent', 'Telltale')
      .send({ email: 'ada@deckwright.example', turnstileToken: 'hush' });
  await send('/api/signup?email=ada@deckwright.example');
  await request(running.server).get('/?email=ada@deckwright.example');
  await running.close();
  await close();
  const all = lines.join('');
  expect(all).not.toMatch(/ada@|203\.0\.113\.9|127\.0\.0\.1|hush|Telltale|email/);
  const events = lines.map((line) => JSON.parse(line));
  expect(events).toContainEqual(
    expect.objectContaining({ id: 'known-id', method: 'POST', path: '/api/signup', status: 502 }),
  );
  expect(events).toContainEqual(
    expect.objectContaining({ id: 'known-id', code: 'upstream_fetch' }),
  );
  expect(events).toContainEqual(expect.objectContaining({ method: 'GET', path: '/', status: 200 }));
});
