import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  addresseeOf,
  linksOf,
  type Mailbox,
  startMailbox,
} from '../../server/mail/testing/mailbox.ts';
import { sealLink } from '../../shared/entry/link.ts';
import { entryPath } from '../../shared/paths.ts';
import { startMailRun } from '../support/mail-run.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';
import { type Host, startOnPostgres, startOnSqlite, startOnSupabase } from './hosts.ts';

type Settings = Record<string, string>;

/** Starts a site on Supabase, and beside it the process that sends the mails. */
async function startOnSupabaseWithMails({ TURNSTILE_SITE_KEY, ...settings }: Settings) {
  const host = await startOnSupabase({ TURNSTILE_SITE_KEY: '', ...settings }, 'own_entry_hosted');
  startMailRun({ ...settings, DATABASE_URL: host.databaseUrl ?? '' });
  return host;
}

const hosts: [string, (settings: Settings) => Promise<Host>][] = [
  ['SQLite', startOnSqlite],
  ['PostgreSQL', (settings) => startOnPostgres(settings, 'own_entry_plain')],
  ['Supabase', startOnSupabaseWithMails],
];

// The tests run at once, because they wait for mails most of the time. Each has a domain of its own.
describe.concurrent.each(hosts)('on %s', (_name, start) => {
  let host: Host;
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await startMailbox();
    host = await start({
      MAIL_URL: mailbox.url,
      MAIL_FROM: 'launch@deckwright.example',
      ENTRY_LINK_SECRET: 'scenarios-link-secret',
      TURNSTILE_SITE_KEY: '',
    });
  });

  const rows = async (domain: string) => {
    const found = await host.query(
      `select email, confirmed_at from signups where email like '%@${domain}' order by email`,
    );
    return found.map((row) => `${row.email} ${row.confirmed_at ? 'confirmed' : 'unconfirmed'}`);
  };
  /** Waits for the newest mail to an address. Returns its links. */
  const readMail = async (email: string) => {
    const wait = { timeout: 30_000, interval: 20 };
    const mail = await vi.waitUntil(
      () => mailbox.mails.findLast((found) => addresseeOf(found) === email),
      wait,
    );
    return linksOf(mail);
  };
  const see = async (path: string, method = 'GET') => {
    const response = await fetch(new URL(path, host.url), { method });
    return { status: response.status, text: await response.text() };
  };
  /** Sends a form of the page behind a link, and follows the answer to the next page. */
  const send = async (path: string, fields: Record<string, string>) => {
    const token = new URL(path, host.url).searchParams.get('token') ?? '';
    const body = new URLSearchParams({ token, ...fields });
    const response = await fetch(`${host.url}${entryPath}`, { method: 'POST', body });
    return { status: response.status, text: await response.text() };
  };

  test('a prospect signs up, reads the mail, confirms, changes the address and removes the entry', async () => {
    const [email, newEmail] = ['ada@prospect.example', 'new@prospect.example'];
    expect(await signUp(host.url, goodSignup(email))).toBe(200);
    const { entry } = await readMail(email);
    for (const _ of [1, 2]) {
      const { status, text } = await see(entry);
      expect(status).toBe(200);
      expect(text).toContain(`shown: `);
      expect(text).toContain(email);
      expect(text).toContain('We did not record which words you read.');
    }
    expect(await rows('prospect.example')).toEqual([`${email} unconfirmed`]);

    expect((await send(entry, { action: 'confirm' })).text).toContain('confirmed: ');
    expect(await rows('prospect.example')).toEqual([`${email} confirmed`]);

    const changed = await send(entry, { action: 'change', email: newEmail });
    expect(changed.text).toContain('change_requested: ');
    expect(changed.text).toContain(newEmail);
    expect((await see(entry)).text).toContain(newEmail);
    const { entry: newEntry, removal } = await readMail(newEmail);
    expect(await rows('prospect.example')).toEqual([`${email} confirmed`]);
    expect((await send(newEntry, { action: 'confirm' })).text).toContain('confirmed: ');
    expect(await rows('prospect.example')).toEqual([`${newEmail} confirmed`]);
    expect((await see(entry)).status).toBe(410);

    expect((await send(removal, { action: 'remove' })).text).toContain('removed: ');
    expect(await rows('prospect.example')).toEqual([]);
    expect(
      await host.query(`select email from mails where email like '%@prospect.example'`),
    ).toEqual([]);
    expect(await host.query('select count(*) as count from erasures')).not.toEqual([{ count: 0 }]);
    expect((await see(newEntry)).status).toBe(410);
  });

  test('a script of the page sees the entry as JSON, confirms, changes the address and removes the entry', async () => {
    const [email, newEmail] = ['ada@script.example', 'new@script.example'];
    await signUp(host.url, goodSignup(email));
    const { entry } = await readMail(email);
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
    const load = async (path: string) => {
      const response = await fetch(new URL(path, host.url), { headers });
      return [response.status, await response.json()];
    };
    const act = async (path: string, fields: Record<string, string>) => {
      const token = new URL(path, host.url).searchParams.get('token');
      const body = JSON.stringify({ token, ...fields });
      const response = await fetch(`${host.url}${entryPath}`, { method: 'POST', headers, body });
      return [response.status, await response.json()];
    };
    const shown = { view: 'shown', facts: { email, confirmed: null, pendingEmail: null } };
    for (const _ of [1, 2]) expect(await load(entry)).toMatchObject([200, shown]);
    expect(await act(entry, { action: 'confirm' })).toEqual([200, { view: 'confirmed', email }]);
    const requested = { view: 'change_requested', email, newEmail };
    expect(await act(entry, { action: 'change', email: newEmail })).toEqual([200, requested]);
    const confirmed = { confirmed: expect.any(String), pendingEmail: newEmail };
    expect(await load(entry)).toMatchObject([200, { view: 'shown', facts: confirmed }]);
    const { entry: newEntry } = await readMail(newEmail);
    const moved = { view: 'confirmed', email: newEmail };
    expect(await act(newEntry, { action: 'confirm' })).toEqual([200, moved]);
    expect(await load(entry)).toEqual([410, { view: 'ended' }]);
    expect(await act(newEntry, { action: 'remove' })).toEqual([200, { view: 'removed' }]);
    expect(await rows('script.example')).toEqual([]);
  });

  test('a scanner that sends GET and HEAD to every link of a mail changes nothing, and a mail provider removes with one POST', async () => {
    const email = 'ada@scanned.example';
    await signUp(host.url, goodSignup(email));
    const { entry, removal } = await readMail(email);
    const before = await host.query(`select * from signups where email = '${email}'`);
    for (const path of [entry, removal]) {
      for (const method of ['GET', 'HEAD', 'GET', 'HEAD']) {
        expect((await see(path, method)).status).toBe(200);
      }
    }
    expect(await host.query(`select * from signups where email = '${email}'`)).toEqual(before);
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const removed = await fetch(new URL(removal, host.url), { method: 'POST', body });
    expect([removed.status, await rows('scanned.example')]).toEqual([200, []]);
  });

  test('a token of another secret is answered by a GET and by each POST as a link that has ended, and changes nothing', async () => {
    const email = 'ada@forged.example';
    await signUp(host.url, goodSignup(email));
    const hmac = (key: string, text: string) =>
      createHmac('sha256', key).update(text).digest('hex');
    const token = await sealLink({ purpose: 'entry', email }, 'a guess', hmac, new Date());
    const path = `${entryPath}?token=${token}`;
    const ended = await see(path);
    expect(ended.status).toBe(410);
    expect(ended.text).not.toContain(email);
    for (const action of ['confirm', 'change', 'remove']) {
      expect(await send(path, { action, email: 'eve@forged.example' })).toEqual(ended);
    }
    expect(await rows('forged.example')).toEqual([`${email} unconfirmed`]);
  });
});
