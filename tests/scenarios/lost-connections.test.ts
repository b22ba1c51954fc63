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

test.each(['closes', 'falls silent'] as const)(
  'wherever in the migrations the connection %s, migrate succeeds, or fails and changes nothing',
  async (then) => {
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
      const lost = expect.stringMatching(
        /^(Connection terminated|the database did not answer within)/,
      );
      const expected = failure ? [lost, null] : [undefined, 'deckwright'];
      const [found] = await query(direct, `select to_regnamespace('deckwright')::text as schema`);
      expect([failure, found?.schema]).toEqual(expected);
    }
  },
);
