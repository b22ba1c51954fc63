import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { smtpError, startMailbox } from '../../server/deliveries/testing/mailbox.ts';
import { migrateDatabase } from '../../server/stores/postgres/migrate.ts';
import { openSignups } from '../../server/stores/sqlite/open.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { serverEntry, startNode } from '../support/built-server.ts';
import { query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

const [total, kills] = [2_000, 50];

/** A database in which a mail to each of `total` addresses is due, and the settings of a server on this database. */
interface World {
  environment: Record<string, string>;
  /** Runs one statement while a server may run. */
  run(statement: string): Promise<object[]>;
}

async function openSqlite(): Promise<World> {
  const folder = temporaryFolder();
  const database = openSignups(folder, { create: true });
  database.exec(`
    create temp table people as
      with recursive numbers (number) as (
        select 1 union all select number + 1 from numbers where number < ${total}
      )
      select 'prospect-' || number || '@kill.example' as email,
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now') as at from numbers;
    insert into signups (email, source, bot_check, created_at, last_seen_at, seen_on)
      select email, 'hero', 'passed', at, at, substr(at, 1, 10) from people;
    insert into deliveries (kind, email, address_hash, created_at, due_at)
      select 'confirm', email, email, at, at from people`);
  database.close();
  return {
    environment: { DATA_DIR: folder },
    async run(statement) {
      const opened = openSignups(folder, { create: false });
      const rows = opened.prepare(statement).all();
      opened.close();
      return rows;
    },
  };
}

async function openPostgres(): Promise<World> {
  const url = await newDatabase('killed_mails');
  await migrateDatabase(url);
  const run = (statement: string) => query(`${url}?options=-csearch_path%3Ddeckwright`, statement);
  await run(`insert into signups (email, source, bot_check)
    select 'prospect-' || number || '@kill.example', 'hero', 'passed'
    from generate_series(1, ${total}) as number`);
  await run(`insert into deliveries (kind, email, address_hash)
    select 'confirm', email, email from signups`);
  return {
    environment: {
      DATABASE_URL: url,
      IP_HASH_SECRET: 'a-hash-secret-of-the-test',
    },
    run,
  };
}

test.each([
  ['SQLite', openSqlite],
  ['PostgreSQL', openPostgres],
] as const)(
  `on %s, a server that is killed ${kills} times while ${total} mails are due, and an SMTP server fails at random, sends every mail, and at most ${kills} mails twice`,
  async (name, openWorld) => {
    const { environment, run } = await openWorld();
    const deliveries = new Map<string, number>();
    let isFailing = true;
    let failures = 0;
    /** Mails that the SMTP server takes before the test kills the server; null: the test does not kill. */
    let killAfter: number | null = null;
    let kill = () => {};
    const fails = (): boolean => isFailing && randomInt(10) === 0;
    const failure = (): Error => {
      failures += 1;
      return smtpError(451, '4.3.0 try later');
    };
    const mailbox = await startMailbox({
      onRcptTo: (_address, _session, callback) => callback(fails() ? failure() : null),
      onData(stream, { envelope }, callback) {
        const isFailed = fails();
        stream.resume().on('end', () => {
          if (isFailed) return callback(failure());
          const [{ address = '' } = {}] = envelope.rcptTo;
          deliveries.set(address, (deliveries.get(address) ?? 0) + 1);
          if (killAfter !== null) killAfter -= 1;
          // Killed before the answer, the server cannot know that the mail was taken.
          const isBefore = randomInt(2) === 0;
          if (killAfter === 0 && isBefore) kill();
          callback();
          if (killAfter === 0 && !isBefore) setTimeout(kill, randomInt(5));
        });
      },
    });
    const startServer = async () => {
      // Makes every mail due that was postponed or that a killed server had taken: the test does not wait for hours.
      await run(`update deliveries set due_at = created_at where sent_at is null returning id`);
      return startNode([serverEntry], {
        NODE_ENV: 'test',
        ...environment,
        MAIL_URL: mailbox.url,
        MAIL_FROM: 'list@deckwright.example',
        MAIL_PER_MINUTE: '10000',
      });
    };
    for (let round = 0; round < kills; round += 1) {
      killAfter = randomInt(1, Math.ceil(total / kills));
      const server = await startServer();
      kill = () => server.child.kill('SIGKILL');
      expect(await server.ended).toMatchObject({ code: null });
    }
    killAfter = null;
    isFailing = false;
    const server = await startServer();
    const waiting = async () =>
      (await run('select id from deliveries where sent_at is null')).length;
    await expect.poll(waiting, { timeout: 300_000, interval: 100 }).toBe(0);
    expect((await server.stop()).code).toBe(0);
    const counts = [...deliveries.values()];
    const twice = counts.reduce((sum, count) => sum + count - 1, 0);
    console.table([
      { database: name, mails: total, kills, failures, delivered: counts.length, twice },
    ]);
    expect(deliveries.size).toBe(total);
    expect(twice).toBeLessThanOrEqual(kills);
  },
);
