import { expect, test } from 'vitest';
import { answerJson, createStandIn } from '../../shared/testing/stand-in.ts';
import { isServerAt, localAddress, requireReady } from './local-server.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://[::1]:3000'],
  ['fd00::7', 'http://[fd00::7]:3000'],
  ['localhost', 'http://localhost:3000'],
])('a server with HOST=%s is reached at %s', (HOST, address) => {
  expect(localAddress({ HOST, PORT: 3000 })).toBe(address);
});

test.each<[string, object | null, boolean, object]>([
  ['ready', { ready: true, backend: 'postgres' }, true, { backend: 'postgres' }],
  [
    'not ready',
    { ready: false, notReady: 'no disk' },
    true,
    { code: 'not_ready', message: 'no disk' },
  ],
  ['not ready to a stranger', { ready: false }, true, { code: 'not_ready', message: 'not ready' }],
  ['another program', { hello: 'world' }, false, { code: 'http' }],
  ['a program that answers null', null, false, { code: 'http' }],
])('a server that is %s is told apart', async (_what, body, isOurs, expected) => {
  const { url } = await createStandIn(answerJson(200, body));
  expect(await requireReady(url).catch((error) => error)).toMatchObject(expected);
  expect(await isServerAt(url)).toBe(isOurs);
});

test('where nothing listens there is no server', async () => {
  const address = 'http://127.0.0.1:2';
  await expect(requireReady(address)).rejects.toMatchObject({ code: 'no_server' });
  expect(await isServerAt(address)).toBe(false);
});
