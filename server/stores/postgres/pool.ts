import type { Socket } from 'node:net';
import pTimeout from 'p-timeout';
import type { Sql } from 'postgres';
import { patience } from '../patience.ts';
import { connect, type Options } from './connection.ts';

/** Times in seconds, but for `statement_timeout`, which is in milliseconds. */
const connectionOptions: Options = {
  max: 1,
  connect_timeout: 3,
  idle_timeout: 60,
  connection: { statement_timeout: patience.statementMs },
};

/** Milliseconds before a connection that the database had no room for is tried again. */
const restMs = 250;

/** One place of the pool. It has no `sql` before its first statement and after a failure. */
interface Slot {
  sql?: Sql;
  socket?: Socket;
}

/** Drops a connection at once, with the statement that waits on it. */
function disconnect(slot: Slot): void {
  const { sql, socket } = slot;
  delete slot.sql;
  delete slot.socket;
  // `end` comes first: it tells the driver not to connect again when the socket closes.
  void sql?.end({ timeout: 0 }).finally(() => socket?.destroy());
}

/** Returns whether only the statement failed, and the connection is still good. */
const isStatementError = (error: unknown): boolean => Object(error).severity === 'ERROR';

/** Returns whether the database had no room for one more connection, or took too long over it. Nothing was sent then. */
const isCrowded = (error: unknown): boolean =>
  ['53300', 'CONNECT_TIMEOUT'].includes(Object(error).code);

export type Pool = ReturnType<typeof createPool>;

/**
 * Connections to PostgreSQL with one statement at a time on each. A statement waits for a free connection. A
 * connection that does not answer is closed and replaced, and no other connection is touched: after a failover, or
 * behind a firewall that forgot the connection, TCP alone would wait for a quarter of an hour.
 * @param size the most connections; the database or the role may allow fewer.
 * @param patienceMs for one call of `ask`, the wait for a connection included.
 * @param connectTo prepares a connection.
 */
export function createPool(
  url: string,
  size = 10,
  patienceMs: number = patience.storeMs,
  connectTo = connect,
) {
  const slots: Slot[] = Array.from({ length: size }, () => ({}));
  const free = [...slots];
  const waiting: ((slot: Slot) => void)[] = [];
  const late = (what: string) => new Error(`${what} within ${patienceMs} ms`);
  const noConnection = 'no connection to the database became free';

  const release = (slot: Slot): void => {
    const next = waiting.shift();
    if (next) next(slot);
    // `acquire` takes from the end, so that it prefers a connection that is open.
    else if (slot.sql) free.push(slot);
    else free.unshift(slot);
  };

  /** Resolves with a slot. @param isFirst puts the caller at the head of the queue, where it has waited before. */
  const acquire = async (milliseconds: number, isFirst: boolean): Promise<Slot> => {
    const slot = free.pop();
    if (slot) return slot;
    const { promise, resolve } = Promise.withResolvers<Slot>();
    if (isFirst) waiting.unshift(resolve);
    else waiting.push(resolve);
    return pTimeout(promise, {
      milliseconds,
      fallback() {
        waiting.splice(waiting.indexOf(resolve), 1);
        throw late(noConnection);
      },
    });
  };

  const run = async <Answer>(slot: Slot, work: (sql: Sql) => PromiseLike<Answer>) => {
    slot.sql ??= await connectTo(url, connectionOptions, (socket) => {
      slot.socket = socket;
    });
    return work(slot.sql);
  };

  return {
    /** Resolves with the answer. Rejects where the work rejects, or after `patienceMs`. */
    async ask<Answer>(work: (sql: Sql) => PromiseLike<Answer>): Promise<Answer> {
      const deadline = performance.now() + patienceMs;
      const left = () => Math.max(1, deadline - performance.now());
      for (let tries = 0; ; tries += 1) {
        const slot = await acquire(left(), tries > 0);
        try {
          const answer = await pTimeout(run(slot, work), {
            milliseconds: left(),
            // After a try that got no connection, the time most likely ends while the next try waits for one.
            message: late(tries > 0 ? noConnection : 'the database did not answer'),
          });
          release(slot);
          return answer;
        } catch (error) {
          if (!isStatementError(error)) disconnect(slot);
          // Meanwhile the call takes a connection that another call gives back.
          if (isCrowded(error)) setTimeout(release, restMs, slot);
          else {
            release(slot);
            throw error;
          }
        }
      }
    },
    /** Lets statements in flight end, then closes every connection. */
    end: async (): Promise<void> => {
      await Promise.all(slots.map(({ sql }) => sql?.end({ timeout: 5 })));
    },
  };
}
