import request from 'supertest';
import { expect, test, vi } from 'vitest';
import { entryPath } from '../../shared/paths.ts';
import { fakeBackend } from '../testing/fake-backend.ts';
import { connectRaw } from '../testing/raw-connection.ts';
import { startTestServer } from '../testing/test-server.ts';
import { mostRequestsUnderWay } from './visitor-requests.ts';

const signupHead = (visitor: string, ...more: string[]) =>
  [
    'POST /api/signup HTTP/1.1',
    'Host: a',
    'Content-Type: application/json',
    'Content-Length: 2',
    `X-Forwarded-For: ${visitor}`,
    ...more,
    '',
    '',
  ].join('\r\n');

test('past 200 unfinished requests behind a proxy a visitor gets 429 for a sign-up and for an entry, others are served, and closed ones do not count', async () => {
  const submit = vi.fn(async () => ({ ok: true }) as const);
  const { server, port } = await startTestServer(
    { TRUST_PROXY: '1' },
    { backend: fakeBackend(submit) },
  );
  const post = (visitor: string) =>
    request(server).post('/api/signup').set('X-Forwarded-For', visitor).send({});
  const held = await Promise.all(
    Array.from({ length: mostRequestsUnderWay }, () => connectRaw(port)),
  );
  for (const { send } of held) send(signupHead('192.0.2.1', 'Expect: 100-continue'));
  for (const { heard } of held) await expect.poll(heard).toContain('100 Continue');
  const refused = await connectRaw(port);
  // The proxy can use the connection for the next request.
  for (const times of [1, 2]) {
    refused.send(`${signupHead('192.0.2.1')}{}`);
    await expect.poll(() => refused.heard().match(/HTTP\/1\.1 429/g)).toHaveLength(times);
  }
  expect(refused.heard()).toMatch(/Retry-After: 1\r\n.*"rate_limited"/s);
  expect((await post('192.0.2.2')).status).toBe(200);
  const page = await request(server).get('/').set('X-Forwarded-For', '192.0.2.1');
  expect(page.status).toBe(200);
  const entry = await request(server).get(entryPath).set('X-Forwarded-For', '192.0.2.1');
  expect(entry.status).toBe(429);
  for (const { socket } of held) socket.destroy();
  await expect.poll(async () => (await post('192.0.2.1')).status).toBe(200);
});
