import { utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openSignups } from '../../../server/stores/sqlite/open.ts';
import { site } from '../../../shared/site.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { runCommand } from '../../testing/run-command.ts';
import { expectFailure, run, runJson } from './testing/filled-folder.ts';

const dayMs = 24 * 60 * 60 * 1000;
const daysAgo = (days: number): string =>
  new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
const yesterday = daysAgo(1);

/** Fills a folder with events of today, of yesterday and of the day before. */
function folderOfDays(): string {
  const folder = temporaryFolder();
  const database = openSignups(folder, { create: true });
  const insert = database.prepare(
    `insert into signups (email, source, bot_check, created_at, last_seen_at, seen_on, confirmed_at, wave, invited_at)
     values (?, 'hero', 'passed', ?, ?, ?, ?, ?, ?)`,
  );
  const signUp = (email: string, day: string, confirmedAt: string | null, wave: string | null) => {
    const time = `${day}T12:00:00.000Z`;
    insert.run(email, time, time, day, confirmedAt, wave, wave && time);
  };
  signUp('today@digest.example', daysAgo(0), null, null);
  signUp('ann@digest.example', yesterday, `${yesterday}T13:00:00.000Z`, null);
  signUp('bob@digest.example', yesterday, null, null);
  signUp('old@digest.example', daysAgo(2), null, 'beta');
  const count = database.prepare(
    'insert into daily_counts (day, name, label, count) values (?, ?, ?, ?)',
  );
  count.run(daysAgo(0), 'page_read', '/', 1_000);
  count.run(yesterday, 'page_read', '/', 40);
  count.run(yesterday, 'page_read', '/privacy', 2);
  count.run(yesterday, 'dialog_opened', 'hero', 9);
  count.run(yesterday, 'form_sent', 'hero', 5);
  count.run(yesterday, 'signup_accepted', 'hero', 2);
  count.run(yesterday, 'campaign', 'news/launch', 2);
  count.run(daysAgo(2), 'form_sent', 'cta', 1);
  count.run(daysAgo(2), 'signup_accepted', 'cta', 1);
  database.close();
  return folder;
}

/** Starts a service that answers with these statuses in turn, the last one again and again. */
interface Received {
  path: string | undefined;
  type: string | undefined;
  body: string;
  authorization?: string;
}

async function startService(...statuses: number[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { url: path, headers } = request;
    const { 'content-type': type, authorization } = headers;
    received.push({
      path,
      type,
      body: await text(request),
      ...(authorization && { authorization }),
    });
    response.writeHead(statuses[Math.min(received.length, statuses.length) - 1] ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}/secret-topic`, server };
}

test('a digest counts what happened yesterday, and the whole list as it is now', async () => {
  const digest = await runJson('digest', folderOfDays());
  expect(digest).toEqual({
    since: yesterday,
    before: daysAgo(0),
    pagesRead: 42,
    dialogsOpened: 9,
    formsSent: 5,
    accepted: 2,
    notAccepted: 3,
    campaigns: [{ campaign: 'news/launch', accepted: 2 }],
    joined: 2,
    total: 4,
    confirmed: 1,
    invited: 1,
    mails: { waiting: 0, sent: 0, refused: 0 },
    posted: false,
  });
});

test('with --since a digest counts every day from then to yesterday', async () => {
  const digest = await runJson(`digest --since ${daysAgo(2)}`, folderOfDays());
  expect(digest).toMatchObject({ formsSent: 6, accepted: 3, joined: 3 });
});

test('the lines of a digest name its days, and count one thing in the singular', async () => {
  const folder = folderOfDays();
  const { out } = await run('digest', folder);
  expect(out).toBe(`${site.name}, ${yesterday} (UTC)
42 pages read, 9 dialogs opened
5 forms sent: 2 accepted, 3 refused or failed
2 new on the list
On the list: 4, of whom 1 confirmed and 1 were invited
Campaigns: news/launch 2
`);
  const database = openSignups(folder, { create: false });
  database.exec(`delete from daily_counts where name in ('page_read', 'campaign') and label <> '/';
    update daily_counts set count = 1`);
  database.close();
  const since = daysAgo(2);
  expect(
    (await run(`digest --since ${since}`, folder)).out,
  ).toBe(`${site.name}, ${since} to ${yesterday} (UTC)
1 page read, 1 dialog opened
2 forms sent: 2 accepted, 0 refused or failed
3 new on the list
On the list: 4, of whom 1 confirmed and 1 were invited
`);
});

test('a digest that would begin today is wrong usage', async () => {
  expect(await run(`digest --since ${daysAgo(0)}`, folderOfDays())).toMatchObject({ code: 2 });
});

test('a digest has at most ten lines, no address, and the age of the newest backup or dump', async () => {
  const [folder, backups] = [folderOfDays(), temporaryFolder()];
  expect((await run(`digest --backups ${backups}`, folder)).out).toContain('There is no backup');
  const dump = join(backups, 'deckwright.dump');
  writeFileSync(dump, '');
  utimesSync(dump, new Date(), new Date(Date.now() - 30.5 * 60 * 60 * 1000));
  const { out } = await run(`digest --backups ${backups}`, folder);
  expect(out).toContain('The newest backup is 30 hours old');
  await run(`backup --to ${backups}`, folder);
  const { out: text } = await run(`digest --backups ${temporaryFolder()} ${backups}`, folder);
  expect(text).toContain('The newest backup is 0 hours old');
  expect(text).toContain('5 forms sent: 2 accepted, 3 refused or failed');
  expect(text).not.toContain('@');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(10);
});

test('a digest names the campaigns with most sign-ups and how many are left out, and the mails', async () => {
  const folder = folderOfDays();
  const without = (await run('digest', folder)).out;
  expect(without).toContain('\nCampaigns: news/launch 2\n');
  expect(without).not.toContain('Mails:');
  const database = openSignups(folder, { create: false });
  const insert = database.prepare(
    "insert into daily_counts (day, name, label, count) values (?, 'campaign', ?, ?)",
  );
  for (let number = 1; number <= 9; number += 1) insert.run(yesterday, `c${number}`, 10 + number);
  const time = '2026-02-03T00:00:00.000Z';
  database.exec(`insert into deliveries (kind, email, address_hash, created_at, due_at, sent_at) values
    ('confirm', 'ann@digest.example', 'a', '${time}', '${time}', '${time}'),
    ('confirm', 'bob@digest.example', 'b', '${time}', '${time}', null)`);
  database.close();
  const { out } = await run('digest', folder);
  expect(out).toContain('Mails: 1 sent, 1 waiting, 0 refused\n');
  const [, shown = '', left] = /Campaigns: (.*), and (\d+) more/.exec(out) ?? [];
  expect(shown).toMatch(/^c9 19, c8 18/);
  expect(shown.split(', ').length + Number(left)).toBe(10);
});

test('--post sends the lines as text, and tries again while the service fails', async () => {
  const { received, url, server } = await startService(503, 200);
  const folder = folderOfDays();
  const { code, out } = await run(`digest --post ${url}`, folder);
  expect(code).toBe(0);
  expect(received).toHaveLength(2);
  const [, last] = received;
  expect(last).toEqual({
    path: '/secret-topic',
    type: 'text/plain; charset=utf-8',
    body: out.trimEnd(),
  });
  server.close();
});

test('--post without an address uses DIGEST_URL, and asks for it when it is unset', async () => {
  const { received, url, server } = await startService(200);
  const DATA_DIR = folderOfDays();
  const settings = { DATA_DIR, DIGEST_URL: url };
  expect(await runCommand('signups digest --post --json', settings)).toMatchObject({ code: 0 });
  expect(received).toHaveLength(1);
  await expectFailure('digest --post', 'set DIGEST_URL', DATA_DIR);
  server.close();
});

test('a user and a password in DIGEST_URL are sent as a header, and no output shows them', async () => {
  const { received, url, server } = await startService(200, 404);
  const DIGEST_URL = url.replace('//', '//ada:se%40same@');
  const settings = { DATA_DIR: folderOfDays(), DIGEST_URL };
  const sent = await runCommand('signups digest --post', settings);
  expect([sent.code, received[0]?.authorization]).toEqual([0, `Basic ${btoa('ada:se@same')}`]);
  const refused = await runCommand('signups digest --post', settings);
  expect(refused.code).toBe(1);
  expect(sent.out + sent.err + refused.out + refused.err).not.toMatch(/same|ada:/);
  server.close();
});

test('a service that refuses a digest is asked once, and no error shows the path of its address', async () => {
  const { received, url, server } = await startService(404);
  const { code, out, err } = await run(`digest --post ${url}`, folderOfDays());
  expect([code, out, received.length]).toEqual([1, '', 1]);
  expect(err).toContain('answered 404');
  expect(err).not.toContain('secret-topic');
  server.close();
});

test.each(['ftp://a.example', 'a.example/topic'])('--post %s is wrong usage', async (url) => {
  expect(await run(`digest --post ${url}`)).toMatchObject({ code: 2 });
});
