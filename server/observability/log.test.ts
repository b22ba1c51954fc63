import request from 'supertest';
import { expect, test } from 'vitest';
import { fakeBackend } from '../testing/fake-backend.ts';
import { startTestServer } from '../testing/test-server.ts';
import { createLog } from './log.ts';

test('an error is written with what names the fault, and without the row that it was about', async () => {
  const written: string[] = [];
  const log = await createLog('info', { write: (line) => void written.push(line) });
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

/** The lines of a server at work, but for the first. */
async function linesOf(send: (server: Parameters<typeof request>[0]) => Promise<unknown>) {
  const lines: string[] = [];
  const environment = { LOG_LEVEL: 'info', TRUST_PROXY: '1' };
  const logTo = { write: (line: string) => void lines.push(line) };
  const running = await startTestServer(environment, { backend: fakeBackend(), logTo });
  await send(running.server);
  await running.close();
  return lines;
}

test('a request leaves its id, method, path, status and time, and nothing of the visitor', async () => {
  const lines = await linesOf(async (server) => {
    await request(server)
      .post('/api/signup?email=ada@deckwright.example')
      .set('X-Forwarded-For', '203.0.113.9')
      .set('X-Request-Id', 'known-id')
      .set('Authorization', 'Bearer hush')
      .set('User-Agent', 'Telltale')
      .send({ email: 'ada@deckwright.example', turnstileToken: 'hush' });
    await request(server).get('/?email=ada@deckwright.example');
  });
  expect(lines.join()).not.toMatch(/ada@|203\.0\.113\.9|127\.0\.0\.1|hush|Telltale|email/);
  const [post, page] = lines.map((line) => JSON.parse(line));
  const ms = expect.any(Number);
  expect(post).toMatchObject({
    id: 'known-id',
    method: 'POST',
    path: '/api/signup',
    status: 200,
    ms,
  });
  expect(page).toMatchObject({ method: 'GET', path: '/', status: 200, ms });
});

test('a path is logged without what may be an address, and cut', async () => {
  const lines = await linesOf(async (server) => {
    await request(server).get('/ada@deckwright.example/more');
    await request(server).get('/to/ada%40deckwright.example');
    await request(server).get(`/${'a'.repeat(5000)}`);
  });
  const paths = lines.map((line) => JSON.parse(line).path);
  expect(paths).toEqual(['/[address]/more', '/to/[address]', `/${'a'.repeat(199)}…`]);
});
