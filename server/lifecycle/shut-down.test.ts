import { once } from 'node:events';
import { createServer, type RequestListener, type Server, request as send } from 'node:http';
import { expect, test, vi } from 'vitest';
import { atEnd } from '../../shared/testing/at-end.ts';
import { listen } from './listen.ts';
import { shutDown } from './shut-down.ts';
import { collectingLog } from './testing/collecting-log.ts';

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
  { delay = 0, close = async () => {}, writeLines = () => {} },
  waits = { drainMs: 50, closingMs: 50 },
) {
  const { lines, log } = collectingLog();
  const beginStop = vi.fn();
  const settings = { SHUTDOWN_DELAY_MS: delay };
  const context = { log, settings, requestLog: { writeLines }, beginStop, close };
  await shutDown(server, context, waits);
  expect(beginStop).toHaveBeenCalledOnce();
  return lines;
}

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
  const stopped = stop(server, {}, { drainMs: 60_000, closingMs: 50 });
  await closed;
  finish();
  expect(await (await slow).text()).toBe('whole');
  expect(await stopped).toEqual(['stopping', 'stopped']);
});

test('a server that stops cuts off a request that does not end in time, and then writes its line', async () => {
  const asked = Promise.withResolvers<void>();
  const closed = vi.fn();
  const { server, url } = await startServer((_request, response) => {
    response.on('close', closed);
    asked.resolve();
  });
  const hanging = expect(get(url)).rejects.toThrow('socket hang up');
  await asked.promise;
  const writeLines = vi.fn();
  expect(await stop(server, { writeLines })).toEqual(['stopping', 'stopped']);
  expect(closed).toHaveBeenCalledOnce();
  // The log of requests has the line once the response is closed.
  expect(closed).toHaveBeenCalledBefore(writeLines);
  await hanging;
});

test.concurrent.each(['request', 'checkContinue'])(
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
    // Long enough for a machine that pauses. Vitest has no clock for node:timers/promises.
    const stopped = stop(server, { delay: 3_000 });
    expect(await ask()).toBe('close');
    await stopped;
    await expect(ask()).rejects.toThrow('ECONNREFUSED');
  },
);

test('a server that does not listen yet stops at once', async () => {
  const close = vi.fn(async () => {});
  const waits = { drainMs: 60_000, closingMs: 60_000 };
  const stopped = stop(createServer(), { delay: 60_000, close }, waits);
  expect(await stopped).toEqual(['stopping', 'stopped']);
  expect(close).toHaveBeenCalledOnce();
});

test('a backend that does not close is given up, and the log says so', async () => {
  const close = () => new Promise<never>(() => {});
  const lines = await stop(createServer(), { close });
  expect(lines).toEqual(['stopping', 'the backend did not close', 'stopped']);
});
