import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { addresseeOf, startMailbox } from '../../server/deliveries/testing/mailbox.ts';
import { hashToken } from '../../server/stores/hashes.ts';
import { openSignups } from '../../server/stores/sqlite/open.ts';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { makeToken } from '../../shared/entry/link.ts';
import { startProcess } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createPeople } from '../faults/numbered-people.ts';
import { ready, start } from '../support/built-server.ts';
import { query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

const people = 2_000;
/** Half of them are erased by the operator, and the others remove themselves. */
const erased = 50;

const addressOf = (number: number): string => `p${String(number).padStart(6, '0')}@kill.example`;

/** Gives each person a link, and a mail that is due. @returns the token of each person. */
function addLinksAndMails(folder: string): string[] {
  const tokens = Array.from({ length: people }, makeToken);
  const database = openSignups(folder, { create: false });
  const time = new Date().toISOString();
  const link = database.prepare(`insert into links values (?, ?, 'confirm', ?)`);
  const mail =
    database.prepare(`insert into deliveries (kind, email, address_hash, created_at, due_at)
    values ('confirm', ?, ?, ?, ?)`);
  database.exec('begin');
  for (const [index, token] of tokens.entries()) {
    const email = addressOf(index + 1);
    link.run(hashToken(token), email, time);
    mail.run(email, `hash of ${email}`, time, time);
  }
  database.exec('commit');
  database.close();
  return tokens;
}

test('2,000 people, 50 of them erased between backup and loss: a restore on an empty disk, a move and a move back leave the other 1,950, their links, and no second mail', async () => {
  const [DATA_DIR, BACKUP_DIR] = [join(temporaryFolder(), 'data'), temporaryFolder()];
  const mailbox = await startMailbox();
  const site = {
    BACKUP_DIR,
    MAIL_URL: mailbox.url,
    MAIL_FROM: 'hello@drill.example',
    MAIL_PER_MINUTE: '3000',
    NODE_ENV: 'test',
  };
  const signups = async (words: string, settings: Record<string, string> = { DATA_DIR }) => {
    const { code, out, err } = await startProcess(`dist/cli/index.js signups ${words} --json`, {
      ...site,
      ...settings,
    }).ended;
    expect([code, err], words).toEqual([0, '']);
    return JSON.parse(out);
  };
  const serve = async (settings: Record<string, string>) => {
    const server = await start({ ...site, ...settings });
    await ready(server);
    return server;
  };
  createPeople(DATA_DIR, people);
  const tokens = addLinksAndMails(DATA_DIR);
  /** Expects which links lead to an entry: of the first, of the erased, and of the last people. */
  const expectLinks = async (url: string) => {
    const statuses = await Promise.all(
      [1, erased, erased + 1, 777, people].map(async (number) => {
        const token = tokens[number - 1] ?? '';
        return (await fetch(`${url}/early-access/entry?token=${token}`)).status;
      }),
    );
    expect(statuses).toEqual([410, 410, 200, 200, 200]);
  };

  let server = await serve({ DATA_DIR });
  while (mailbox.mails.length < 100) await setTimeout(50);
  const backup = await signups(`backup --to ${BACKUP_DIR}`);
  expect(backup.signups).toBe(people);
  while (mailbox.mails.length < 300) await setTimeout(50);
  for (let number = 1; number <= erased; number += 1) {
    const url = `${server.url}/early-access/entry?token=${tokens[number - 1]}`;
    if (number > erased / 2) {
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
    } else {
      const { code } = await startProcess(
        `dist/cli/index.js signups erase ${addressOf(number)} --yes --json`,
        { ...site, DATA_DIR },
      ).ended;
      // The backup still holds the address.
      expect(code).toBe(1);
    }
  }
  await server.stop();
  rmSync(DATA_DIR, { recursive: true });

  const restored = await signups(`restore --latest ${BACKUP_DIR}`);
  expect(restored).toMatchObject({ signups: people - erased, erased, gap: null });
  server = await serve({ DATA_DIR });
  await expectLinks(server.url);
  await setTimeout(2_000);
  await server.stop();

  const DATABASE_URL = await newDatabase('drill');
  expect(await signups('move', { DATA_DIR, MOVE_TO: DATABASE_URL })).toMatchObject({
    copied: people - erased,
    total: people - erased,
  });
  const hosted = { DATABASE_URL, IP_HASH_SECRET: 'a-hash-secret-of-the-drill' };
  server = await serve(hosted);
  await expectLinks(server.url);
  await setTimeout(2_000);
  await server.stop();

  const back = join(temporaryFolder(), 'data');
  await signups(`move --to ${join(back, 'signups.db')}`, hosted);
  server = await serve({ DATA_DIR: back });
  await expectLinks(server.url);
  await setTimeout(2_000);
  await server.stop();

  const expected = Array.from({ length: people - erased }, (_row, index) =>
    addressOf(erased + 1 + index),
  );
  const here = readSqlite(back, 'select email from signups order by 1');
  expect(here.map(({ email }) => email)).toEqual(expected);
  const there = await query(DATABASE_URL, 'select email from deckwright.signups order by 1');
  expect(there.map(({ email }) => email)).toEqual(expected);
  const addressees = mailbox.mails.map(addresseeOf);
  expect(addressees.length).toBeGreaterThanOrEqual(300);
  expect(new Set(addressees).size, 'an address got two mails').toBe(addressees.length);
});
