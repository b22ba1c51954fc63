import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { atEnd } from '../shared/testing/at-end.ts';
import { listen, openBackend, openOrTimeout, shutDown, stopOnSignals } from './lifecycle.ts';
import type { Logger } from './observability/log.ts';
import type { Metrics } from './observability/metrics.ts';
import { fakeBackend } from './testing/fake-backend.ts';
import { silentLog } from './testing/silent-log.ts';

/** Creates a log that collects its lines. */
function collectingLog() {
  const lines: string[] = [];
  const write = (...words: unknown[]) =>
    void lines.push(words.map((word) => Object(word).err?.message ?? word).join(': '));
  const log = { info: write, warn: write, error: write, fatal: write } as unknown as Logger;
  return { lines, log };
}

/** Starts a server that answers by `handle`. @returns the server and its address. */
async function startServer(handle: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000 }, handle);
  const url = await listen(server, 0, '127.0.0.1');
  atEnd(() => server.close());
  return { server, url };
}

/** Asks for a page on a new connection. Rejects when the connection ends without a response. */
async function get(url: string) {
  const [response] = await once(send(url, { agent: false }).end(), 'response');
  response.resume();
  return response;
}

/** Stops a server whose backend closes by `close`. @returns the lines of the log. */
async function stop(
  server: Server,
  { delay = 0, close = async () => {} },
  waits = { openingMs: 0, drainMs: 50, closingMs: 50 },
) {
  const { lines, log } = collectingLog();
  const beginStop = vi.fn();
  const settings = { SHUTDOWN_DELAY_MS: delay };
  await shutDown(server, { log, settings, beginStop, close }, waits);
  expect(beginStop).toHaveBeenCalledOnce();
  return lines;
}

test('the backend is opened again until it succeeds, and each new reason for a failure is logged once', async () => {
  vi.useFakeTimers();
  const { lines, log } = collectingLog();
  const reasons = ['no route', 'no route', 'no password', 'no route'];
  const open = vi.fn(async () => {
    const reason = reasons.shift();
    if (reason) throw new Error(reason);
  });
  const { signal: stopping } = new AbortController();
  const opening = openBackend({ backend: { ...fakeBackend(), open }, stopping, log });
  await vi.advanceTimersByTimeAsync(60_000);
  await opening;
  vi.useRealTimers();
  expect(open).toHaveBeenCalledTimes(5);
  const line = (reason: string) => `${reason}: the backend cannot be opened yet`;
  expect(lines).toEqual([line('no route'), line('no password'), line('no route')]);
});

test('a backend that cannot be opened is tried again after 0.5 to 1 s first, and never later than after 15 s', async () => {
  vi.useFakeTimers();
  const open = vi.fn().mockRejectedValue(new Error('no route'));
  const stop = new AbortController();
  openBackend({ backend: { ...fakeBackend(), open }, stopping: stop.signal, log: silentLog });
  await vi.advanceTimersByTimeAsync(499);
  expect(open).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(501);
  expect(open).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(600_000);
  open.mockClear();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(open).toHaveBeenCalled();
  stop.abort();
  vi.useRealTimers();
});

test('the backend is not opened again once the server stops', async () => {
  const stop = new AbortController();
  const open = vi.fn(async () => {
    stop.abort();
    throw new Error('no route');
  });
  await openBackend({ backend: { ...fakeBackend(), open }, stopping: stop.signal, log: silentLog });
  expect(open).toHaveBeenCalledTimes(1);
});

test.each<[string, Promise<void>, number, boolean]>([
  ['until the backend is open', Promise.resolve(), 60_000, false],
  ['no longer than its limit', new Promise(() => {}), 20, false],
  ['no longer than until it stops', new Promise(() => {}), 60_000, true],
])('the server waits %s before it listens', async (_how, opening, openingMs, isStopped) => {
  const stop = new AbortController();
  if (isStopped) setTimeout(20).then(() => stop.abort());
  const waits = { openingMs, drainMs: 0, closingMs: 0 };
  await openOrTimeout(opening, { stopping: stop.signal }, waits);
});

test('the server listens after a backend that opens within a moment', async () => {
  const opened = vi.fn();
  const opening = setTimeout(50).then(opened);
  await openOrTimeout(opening, { stopping: new AbortController().signal });
  expect(opened).toHaveBeenCalled();
});

test('the address of a server that listens on IPv6 has brackets', async () => {
  const server = createServer();
  atEnd(() => server.close());
  const address = await listen(server, 0, '::1');
  expect(address).toBe(`http://[::1]:${(server.address() as AddressInfo).port}`);
});

test.each([
  ['a port in use', '127.0.0.1', 'EADDRINUSE', /\. Another process has this port: .*PORT.*\.$/],
  ['an address of another machine', '192.0.2.1', 'EADDRNOTAVAIL', /\. This machine has no .*\.$/],
  ['an address that is none', 'no-such-host.invalid', '(ENOTFOUND|EAI_AGAIN)', /invalid\. $/],
])('a server does not listen on %s, and says how to mend it', async (_what, host, code, remedy) => {
  const { server: first } = await startServer(() => {});
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

test('a server that stops finishes the request in flight, and closes idle connections', async () => {
  const asked = Promise.withResolvers<() => void>();
  const { server, url } = await startServer((request, response) => {
    if (request.url === '/slow') asked.resolve(() => response.end('whole'));
    else response.end();
  });
  const idle = send(url, { headers: { Connection: 'keep-alive' } }).end();
  const [socket] = await once(idle, 'socket');
  const closed = once(socket, 'close');
  const slow = fetch(`${url}/slow`);
  const finish = await asked.promise;
  const stopped = stop(server, {}, { openingMs: 0, drainMs: 60_000, closingMs: 50 });
  await closed;
  finish();
  expect(await (await slow).text()).toBe('whole');
  expect(await stopped).toEqual(['stopping', 'stopped']);
});

test('a server that stops cuts off a request that does not end in time', async () => {
  const asked = Promise.withResolvers<void>();
  const closed = vi.fn();
  const { server, url } = await startServer((_request, response) => {
    response.on('close', closed);
    asked.resolve();
  });
  const hanging = expect(get(url)).rejects.toThrow('socket hang up');
  await asked.promise;
  expect(await stop(server, {})).toEqual(['stopping', 'stopped']);
  // The log of requests writes its line when a response closes.
  expect(closed).toHaveBeenCalledOnce();
  await hanging;
});

test.each(['request', 'checkContinue'])(
  'during SHUTDOWN_DELAY_MS a server still answers a %s, and each response closes its connection',
  async (event) => {
    const { server, url } = await startServer((_request, response) => response.end());
    server.on('checkContinue', (_request, response) => {
      response.writeContinue();
      response.end();
    });
    const headers = event === 'request' ? {} : { Expect: '100-continue' };
    const ask = async () => {
      const asked = send(url, { agent: false, headers: { ...headers, Connection: 'keep-alive' } });
      const [response] = await once(asked.end(), 'response');
      return response.headers.connection;
    };
    expect(await ask()).toBe('keep-alive');
    const stopped = stop(server, { delay: 300 });
    expect(await ask()).toBe('close');
    await stopped;
    await expect(ask()).rejects.toThrow('ECONNREFUSED');
  },
);

test('a server that does not listen yet stops at once', async () => {
  const close = vi.fn(async () => {});
  const waits = { openingMs: 0, drainMs: 60_000, closingMs: 60_000 };
  const stopped = stop(createServer(), { delay: 60_000, close }, waits);
  expect(await stopped).toEqual(['stopping', 'stopped']);
  expect(close).toHaveBeenCalledOnce();
});

test('a backend that does not close is given up, and the log says so', async () => {
  const close = () => new Promise<never>(() => {});
  const lines = await stop(createServer(), { close });
  expect(lines).toEqual(['stopping', 'the backend did not close', 'stopped']);
});

/** Registers the signals of a stand-in for the process. `finish` ends the stop that a signal has begun. */
function startHost({ hasMetrics = true, connected = true } = {}) {
  const { lines, log } = collectingLog();
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  const shutDownAll = vi.fn(() => promise);
  const error = vi.fn();
  const exit = vi.fn();
  const host = Object.assign(new EventEmitter(), { exit, connected });
  const metrics = hasMetrics ? ({ error } as object as Metrics) : null;
  stopOnSignals({ log, metrics }, shutDownAll, host);
  return { host, exit, error, shutDownAll, finish, lines };
}

test.each([
  ['SIGTERM', 0],
  ['SIGINT', 0],
  ['disconnect', 0],
  ['uncaughtException', 1],
])('%s stops everything, and then ends the process with %i', async (event, code) => {
  const { host, exit, shutDownAll, finish } = startHost();
  host.emit(event, new Error('broken'));
  expect(shutDownAll).toHaveBeenCalledOnce();
  expect(exit).not.toHaveBeenCalled();
  finish();
  await expect.poll(() => exit.mock.calls).toEqual([[code]]);
});

test('a second signal ends the process at once with 1', () => {
  const { host, exit, shutDownAll } = startHost();
  host.emit('SIGTERM');
  host.emit('SIGINT');
  expect(exit.mock.calls).toEqual([[1]]);
  expect(shutDownAll).toHaveBeenCalledOnce();
});

test('a signal and the closed channel of the terminal count once', () => {
  const { host, exit, shutDownAll } = startHost();
  host.emit('disconnect');
  host.emit('SIGINT');
  host.emit('disconnect');
  expect(exit).not.toHaveBeenCalled();
  expect(shutDownAll).toHaveBeenCalledOnce();
});

test('a process stops at once when the terminal closed its channel while the process started', () => {
  const { shutDownAll } = startHost({ connected: false });
  expect(shutDownAll).toHaveBeenCalledOnce();
});

test('an uncaught error is logged and counted', () => {
  const { host, error, lines } = startHost();
  host.emit('uncaughtException', new Error('broken'));
  expect(lines).toEqual(['broken: uncaught']);
  expect(error).toHaveBeenCalledExactlyOnceWith('uncaught');
});

test('without metrics an uncaught error stops everything too', () => {
  const { host, shutDownAll } = startHost({ hasMetrics: false });
  host.emit('uncaughtException', new Error('broken'));
  expect(shutDownAll).toHaveBeenCalledOnce();
});
