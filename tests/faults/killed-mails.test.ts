import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { smtpError, startMailbox } from '../../server/mail/testing/mailbox.ts';
import { openSignups } from '../../server/stores/sqlite/open.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { serverEntry, startNode } from '../support/built-server.ts';
import { isRelease } from '../support/release.ts';

const [total, kills] = isRelease ? [2_000, 50] : [40, 3];

/** Creates a data folder in which a mail to each of `total` addresses is due. */
function folderWithMails(): string {
  const folder = temporaryFolder();
  const database = openSignups(folder, { create: true });
  database.exec(`
    with recursive numbers (number) as (
      select 1 union all select number + 1 from numbers where number < ${total}
    )
    insert into mails (kind, email, requested_at, due_at)
    select 'confirm', 'prospect-' || number || '@kill.example', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
      strftime('%Y-%m-%dT%H:%M:%fZ', 'now') from numbers`);
  database.close();
  return folder;
}

/** Runs one statement on the file while a server may run. */
function run(folder: string, statement: string) {
  const database = openSignups(folder, { create: false });
  const rows = database.prepare(statement).all();
  database.close();
  return rows;
}

test(`A server that is killed ${kills} times while ${total} mails are due, and an SMTP server fails at random, sends every mail, and at most ${kills} mails twice`, async () => {
  const folder = folderWithMails();
  const deliveries = new Map<string, number>();
  let isFailing = true;
  let failures = 0;
  /** Mails that the SMTP server takes before it kills the server; null: it does not. */
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
  const startServer = () => {
    // What was postponed, and what a killed server had taken, is due again at once: the test does not wait for hours.
    run(folder, `update mails set due_at = requested_at where sent_at is null returning id`);
    return startNode([serverEntry], {
      NODE_ENV: 'test',
      DATA_DIR: folder,
      MAIL_URL: mailbox.url,
      MAIL_FROM: 'list@deckwright.example',
      MAIL_PER_MINUTE: '10000',
    });
  };
  for (let round = 0; round < kills; round += 1) {
    killAfter = randomInt(1, Math.ceil(total / kills));
    const server = startServer();
    kill = () => server.child.kill('SIGKILL');
    expect(await server.ended).toMatchObject({ code: null });
  }
  killAfter = null;
  isFailing = false;
  const server = startServer();
  const waiting = () => run(folder, 'select id from mails where sent_at is null').length;
  await expect.poll(waiting, { timeout: 300_000, interval: 100 }).toBe(0);
  expect((await server.stop()).code).toBe(0);
  const counts = [...deliveries.values()];
  const twice = counts.reduce((sum, count) => sum + count - 1, 0);
  if (isRelease)
    console.table([{ mails: total, kills, failures, delivered: counts.length, twice }]);
  expect(deliveries.size).toBe(total);
  expect(twice).toBeLessThanOrEqual(kills);
});
