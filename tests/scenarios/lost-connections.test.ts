import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../server/stores/postgres/migrate.ts';
import { createPool } from '../../server/stores/postgres/pool.ts';
import { query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

/** Puts a database behind a proxy that loses the nth message to it, and then closes the connection or falls silent. */
async function loseMessage(name: string, nth: number, then: 'closes' | 'falls silent') {
  const direct = await newDatabase(name);
  const { port } = new URL(direct);
  let messages = 0;
  const proxy = createServer((client) => {
    const database = createConnection(Number(port), '127.0.0.1');
    const close = () => {
      client.end();
      database.destroy();
    };
    client.on('error', close).on('close', close);
    database.on('error', close).on('close', close).pipe(client);
    client.on('data', (message) => {
      messages += 1;
      if (messages !== nth) database.write(message);
      else if (then === 'closes') close();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void proxy.close());
  await once(proxy, 'listening');
  const proxied = `${(proxy.address() as AddressInfo).port}`;
  return { direct, url: direct.replace(port, proxied), isLost: () => messages >= nth };
}

/** Returns the tables and functions of the migrations that a database has. */
async function applied(url: string): Promise<string> {
  const [found] = await query(
    url,
    `select
      (select string_agg(tablename, ' ' order by tablename) from pg_tables where schemaname = 'deckwright') as tables,
      (select count(*)::int from pg_proc where pronamespace = to_regnamespace('deckwright')) as functions`,
  );
  return JSON.stringify(found);
}

/** Migrates a database over connections that stay. */
async function migrateDirectly(url: string): Promise<void> {
  const pool = createPool(url, { size: 1 });
  await migrate(pool);
  await pool.end();
}

test.each(['closes', 'falls silent'] as const)(
  'wherever in the migrations the connection %s, all of them are applied or none, and the next start applies all',
  async (then) => {
    const reference = await newDatabase(`whole_${then.replace(' ', '_')}`);
    const none = await applied(reference);
    await migrateDirectly(reference);
    const all = await applied(reference);
    for (let nth = 1, isOver = false; !isOver; nth += 1) {
      const { direct, url, isLost } = await loseMessage(
        `${then.replace(' ', '_')}_${nth}`,
        nth,
        then,
      );
      const pool = createPool(url, { size: 1, timeoutMs: then === 'closes' ? 5_000 : 500 });
      const failure = await migrate(pool).catch((error: Error) => error.message);
      await pool.end();
      isOver = !isLost();
      // A database that answers too late may have applied them.
      const outcome = { failure, applied: await applied(direct) };
      const lost = expect.stringMatching(
        /^(Connection terminated|the database did not answer within)/,
      );
      const outcomes = [
        { failure: undefined, applied: all },
        { failure: lost, applied: none },
        { failure: lost, applied: all },
      ];
      expect(outcomes).toContainEqual(outcome);
      await migrateDirectly(direct);
      expect(await applied(direct)).toEqual(all);
    }
  },
);
