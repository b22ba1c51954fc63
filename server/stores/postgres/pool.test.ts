import type { Socket } from 'node:net';
import type { Sql } from 'postgres';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPool } from './pool.ts';

const url = 'postgres://site@db.example/site';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A stand-in for a connection, with its number. */
type Connection = Sql & { number: number };

/** Creates a pool whose connections are stand-ins, and records them. */
function startPool(size: number, patienceMs?: number) {
  const connections: Connection[] = [];
  const sockets: { destroy: () => void }[] = [];
  const connectTo = vi.fn(
    async (_url: string, _options: object, onSocket?: (_: Socket) => void) => {
      const socket = { destroy: vi.fn() };
      sockets.push(socket);
      onSocket?.(socket as object as Socket);
      const connection = { number: connections.length + 1, end: vi.fn(async () => {}) };
      connections.push(connection as object as Connection);
      return connection as object as Connection;
    },
  );
  const pool = createPool(url, size, patienceMs, connectTo);
  /** Runs a statement that ends when the test says so. `on` is the number of its connection, once it runs. */
  const ask = () => {
    const statement: {
      on?: number;
      answer: (value: unknown) => void;
      fail: (error: object) => void;
      asked: Promise<unknown>;
    } = { answer: () => {}, fail: () => {}, asked: Promise.resolve() };
    statement.asked = pool.ask((sql) => {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      Object.assign(statement, { on: (sql as Connection).number, answer: resolve, fail: reject });
      return promise;
    });
    // The test reads a failure later.
    statement.asked.catch(() => {});
    return statement;
  };
  /** Lets everything run that waits for no timer. */
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { pool, ask, settle, connections, sockets, connectTo };
}

test('the pool connects with a limit of 4 s for a statement, and of 3 s for the connection', async () => {
  const { ask, settle, connectTo } = startPool(1);
  ask();
  await settle();
  const connection = { statement_timeout: 4_000 };
  const options = expect.objectContaining({ max: 1, connect_timeout: 3, connection });
  expect(connectTo).toHaveBeenCalledExactlyOnceWith(url, options, expect.any(Function));
});

test('a pool has ten connections unless a caller says otherwise', async () => {
  const connectTo = vi.fn(async () => ({ end: async () => {} }) as object as Sql);
  const pool = createPool(url, undefined, undefined, connectTo);
  for (let statements = 0; statements < 12; statements += 1) {
    pool.ask(() => new Promise(() => {})).catch(() => {});
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(connectTo).toHaveBeenCalledTimes(10);
});

test('a statement uses an open connection before it opens another one', async () => {
  const { ask, settle, connections } = startPool(3);
  const first = ask();
  await settle();
  first.answer('one');
  expect(await first.asked).toBe('one');
  const second = ask();
  await settle();
  expect([second.on, connections.length]).toEqual([1, 1]);
});

test('statements beyond the size of the pool wait for a connection, and go in the order in which they came', async () => {
  const { ask, settle, connections } = startPool(1);
  const [first, second, third] = [ask(), ask(), ask()];
  await settle();
  expect([first.on, second.on, third.on]).toEqual([1, undefined, undefined]);
  first.answer('one');
  await settle();
  expect([second.on, third.on]).toEqual([1, undefined]);
  second.answer('two');
  await settle();
  expect([third.on, connections.length]).toEqual([1, 1]);
});

test('a statement that never got a connection says so, and a later one gets the connection', async () => {
  const { ask, settle } = startPool(1, 400);
  const first = ask();
  await settle();
  const [late, next] = [ask(), ask()];
  await vi.advanceTimersByTimeAsync(399);
  first.answer('in time');
  await settle();
  expect([late.on, next.on]).toEqual([1, undefined]);
  await vi.advanceTimersByTimeAsync(1);
  const why = 'no connection to the database became free within 400 ms';
  await expect(next.asked).rejects.toThrow(why);
  const last = ask();
  await settle();
  expect(last.on).toBe(2);
});

test('a statement that is not answered in time fails, and the next one has a new connection', async () => {
  const { ask, settle, connections, sockets } = startPool(1, 400);
  const silent = ask();
  await vi.advanceTimersByTimeAsync(400);
  await expect(silent.asked).rejects.toThrow('the database did not answer within 400 ms');
  expect(connections[0]?.end).toHaveBeenCalledExactlyOnceWith({ timeout: 0 });
  expect(sockets[0]?.destroy).toHaveBeenCalledOnce();
  const next = ask();
  await settle();
  expect(next.on).toBe(2);
});

test.each([
  ['a statement that PostgreSQL refuses keeps', { severity: 'ERROR' }, 1],
  ['an error that ends the session replaces', { severity: 'FATAL' }, 2],
  ['a lost connection replaces', { code: 'CONNECTION_CLOSED' }, 2],
])('%s the connection, and the caller gets the error', async (_what, error, number) => {
  const { ask, settle } = startPool(1);
  const failing = ask();
  await settle();
  failing.fail(error);
  await expect(failing.asked).rejects.toBe(error);
  const next = ask();
  await settle();
  expect(next.on).toBe(number);
});

test('a statement takes an open connection and not the place of one that was lost', async () => {
  const { ask, settle } = startPool(2);
  const [kept, lost] = [ask(), ask()];
  await settle();
  kept.answer('one');
  await settle();
  lost.fail({ code: 'CONNECTION_CLOSED' });
  await settle();
  const next = ask();
  await settle();
  expect(next.on).toBe(kept.on);
});

test('a connection that cannot be prepared fails its statement by its reason, and the next one tries again', async () => {
  const { ask, settle, connectTo, connections } = startPool(1);
  connectTo.mockRejectedValueOnce(new Error('no certificate'));
  const failing = ask();
  await expect(failing.asked).rejects.toThrow('no certificate');
  // A connection that is lost before its socket is open.
  connectTo.mockImplementationOnce(async () => {
    const connection = { number: 7, end: async () => {} } as object as Connection;
    connections.push(connection);
    return connection;
  });
  const early = ask();
  await settle();
  early.fail({ code: 'CONNECTION_CLOSED' });
  await expect(early.asked).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  const next = ask();
  await settle();
  expect(next.on).toBe(2);
});

test.each(['53300', 'CONNECT_TIMEOUT'])(
  'a statement that the database had no room for (%s) is sent again over the next connection that becomes free, before later statements',
  async (code) => {
    const { ask, settle, connections } = startPool(2);
    const open = ask();
    await settle();
    const crowded = ask();
    await settle();
    const later = ask();
    crowded.fail({ code });
    await settle();
    open.answer('one');
    await settle();
    expect([crowded.on, later.on]).toEqual([1, undefined]);
    // The place of the refused connection is free again after a moment.
    await vi.advanceTimersByTimeAsync(249);
    expect(later.on).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect([later.on, connections.length]).toEqual([3, 3]);
  },
);

test('a statement that finds no room for as long as it may wait fails', async () => {
  const { ask, connections } = startPool(1, 1_000);
  const crowded = ask();
  for (let waited = 0; waited < 1_000; waited += 50) {
    await vi.advanceTimersByTimeAsync(50);
    crowded.fail({ code: '53300' });
  }
  await expect(crowded.asked).rejects.toThrow(/within 1000 ms/);
  expect(connections.length).toBeGreaterThan(2);
});

test('a pool that ends gives the statements in flight 5 s, and opens no connection for that', async () => {
  const { pool, ask, settle, connections } = startPool(2);
  ask();
  await settle();
  await pool.end();
  expect(connections.map(({ end }) => vi.mocked(end).mock.calls)).toEqual([[[{ timeout: 5 }]]]);
});
