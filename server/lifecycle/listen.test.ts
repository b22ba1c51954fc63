import { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { atEnd } from '../../shared/testing/at-end.ts';
import { listen } from './listen.ts';

test('the address of a server that listens on IPv6 has brackets', async () => {
  const server = createServer();
  atEnd(() => server.close());
  const address = await listen(server, 0, '::1');
  expect(address).toBe(`http://[::1]:${(server.address() as AddressInfo).port}`);
});

test.each([
  ['a port in use', '127.0.0.1', 'EADDRINUSE', /\. Another process has this port: .*PORT.*\.$/],
  ['an address of another machine', '192.0.2.1', 'EADDRNOTAVAIL', /\. This machine has no .*\.$/],
  [
    'an address that is none',
    'no-such-host.invalid',
    '(ENOTFOUND|EAI_AGAIN)',
    /\. The name does not resolve: .*\.$/,
  ],
])('a server does not listen on %s, and says how to mend it', async (_what, host, code, remedy) => {
  const first = createServer();
  atEnd(() => first.close());
  await listen(first, 0, '127.0.0.1');
  const { port } = first.address() as AddressInfo;
  const listening = listen(createServer(), port, host);
  await expect(listening).rejects.toThrow(new RegExp(code));
  await expect(listening).rejects.toThrow(remedy);
});

test.each([
  [
    'only root may use',
    'EACCES',
    'denied. Only root may listen on a port below 1024: set PORT to a higher one.',
  ],
  ['fails for an unknown reason', undefined, 'denied. '],
])(
  'a server that listens on a port that %s says what is known of the reason',
  async (_what, code, says) => {
    const server = new EventEmitter();
    const emitError = () => server.emit('error', Object.assign(new Error('denied'), { code }));
    const failing = Object.assign(server, { listen: () => setImmediate(emitError) });
    const listening = listen(failing as unknown as Server, 80, '127.0.0.1');
    await expect(listening).rejects.toThrow(new Error(says));
  },
);
