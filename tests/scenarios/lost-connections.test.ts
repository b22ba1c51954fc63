import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../server/stores/postgres/connection.ts';
import { migrate } from '../../server/stores/postgres/migrate.ts';
import { query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

/** A database behind a proxy that loses the nth message to it, and then closes the connection or falls silent. */
async function loseMessage(name: string, nth: number, then: 'close' | 'silence') {
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
      else if (then === 'close') close();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void proxy.close());
  await once(proxy, 'listening');
  const proxied = `${(proxy.address() as AddressInfo).port}`;
  return { direct, url: direct.replace(port, proxied), isLost: () => messages >= nth };
}

test('wherever in the migrations the connection is closed, only that attempt fails, and changes nothing', async () => {
  for (let nth = 1, isOver = false; !isOver; nth += 1) {
    const { direct, url, isLost } = await loseMessage(`closed_${nth}`, nth, 'close');
    const sql = await connect(url, { max: 1 });
    const failure = await migrate(sql).catch((error: NodeJS.ErrnoException) => error.code);
    await sql.end({ timeout: 0 });
    isOver = !isLost();
    // Before its first statement a connection that was closed is made once more.
    const [found] = await query(direct, `select to_regnamespace('deckwright')::text as schema`);
    expect([failure, found?.schema]).toEqual(
      failure ? ['CONNECTION_CLOSED', null] : [undefined, 'deckwright'],
    );
  }
});

test('wherever in the migrations the connection falls silent, it can be given up, and nothing else fails', async () => {
  for (let nth = 1, isOver = false; !isOver; nth += 1) {
    const { url, isLost } = await loseMessage(`silent_${nth}`, nth, 'silence');
    const sql = await connect(url, { max: 1 });
    const migrated = migrate(sql).then(
      () => {
        isOver = true;
      },
      (error: NodeJS.ErrnoException) => error.code,
    );
    await expect.poll(() => isLost() || isOver).toBe(true);
    await sql.end({ timeout: 0 });
    const lost = expect.stringMatching(/^CONNECTION_(CLOSED|DESTROYED)$/);
    expect(await migrated).toEqual(isOver ? undefined : lost);
  }
});
