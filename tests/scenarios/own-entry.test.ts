import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  addresseeOf,
  linksOf,
  type Mailbox,
  startMailbox,
} from '../../server/deliveries/testing/mailbox.ts';
import { normaliseEmail } from '../../shared/address.ts';
import { makeToken } from '../../shared/entry/link.ts';
import { entryPath } from '../../shared/paths.ts';
import { startDeliverRun } from '../support/deliver-run.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';
import { type Host, startOnPostgres, startOnSqlite, startOnSupabase } from './hosts.ts';

type Settings = Record<string, string>;

/** Starts a site on Supabase, and beside it the process that sends the mails. */
async function startOnSupabaseWithMails({ TURNSTILE_SITE_KEY, ...settings }: Settings) {
  const host = await startOnSupabase({ TURNSTILE_SITE_KEY: '', ...settings }, 'own_entry_hosted');
  startDeliverRun({ ...settings, DATABASE_URL: host.databaseUrl ?? '' });
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
      TURNSTILE_SITE_KEY: '',
    });
  });

  const rows = async (domain: string) => {
    const found = await host.query(
      `select email, confirmed_at from signups where email like '%@${domain}' order by email`,
    );
    return found.map((row) => `${row.email} ${row.confirmed_at ? 'confirmed' : 'unconfirmed'}`);
  };
  /** Waits for the mail to an address, and returns its links. */
  const readMail = async (email: string) => {
    const isTheirs = (mail: (typeof mailbox.mails)[number]) =>
      normaliseEmail(addresseeOf(mail) ?? '') === email;
    const wait = { timeout: 60_000, interval: 20 };
    return linksOf(await vi.waitUntil(() => mailbox.mails.find(isTheirs), wait));
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

  test('a prospect signs up, reads the mail, confirms, and removes the entry', async () => {
    const email = 'ada@prospect.example';
    expect(await signUp(host.url, goodSignup(email))).toBe(200);
    const { entry, removal } = await readMail(email);
    for (const _ of [1, 2]) {
      const { status, text } = await see(entry);
      expect(status).toBe(200);
      expect(text).toContain(`shown: `);
      expect(text).toContain(email);
    }
    expect(await rows('prospect.example')).toEqual([`${email} unconfirmed`]);

    expect((await send(entry, { action: 'confirm' })).text).toContain('confirmed: ');
    expect(await rows('prospect.example')).toEqual([`${email} confirmed`]);

    expect((await send(removal, { action: 'remove' })).text).toContain('removed: ');
    expect(await rows('prospect.example')).toEqual([]);
    expect(
      await host.query(`select email from deliveries where email like '%@prospect.example'`),
    ).toEqual([]);
    expect(await host.query('select count(*) as count from erasures')).not.toEqual([{ count: 0 }]);
    expect((await see(entry)).status).toBe(410);
  });

  test('a prospect with an internationalised domain is stored, mailed and shown by one address', async () => {
    const typed = 'Ada@Müller.example';
    const stored = 'ada@xn--mller-kva.example';
    expect(await signUp(host.url, goodSignup(typed))).toBe(200);
    const { entry } = await readMail(stored);
    expect(await rows('xn--mller-kva.example')).toEqual([`${stored} unconfirmed`]);
    expect((await see(entry)).text).toContain('ada@müller.example');
  });

  test('a script of the page sees the entry as JSON, confirms and removes it', async () => {
    const email = 'ada@script.example';
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
    const fact = (name: string, value: unknown) => expect.objectContaining({ name, value });
    const shown = {
      view: 'shown',
      facts: expect.arrayContaining([fact('email', email), fact('confirmedAt', 'Not yet')]),
      allows: ['confirm', 'remove'],
    };
    for (const _ of [1, 2]) expect(await load(entry)).toEqual([200, shown]);
    expect(await act(entry, { action: 'confirm' })).toEqual([200, { view: 'confirmed', email }]);
    expect(await load(entry)).toMatchObject([200, { view: 'shown', allows: ['remove'] }]);
    expect(await act(entry, { action: 'remove' })).toEqual([200, { view: 'removed' }]);
    expect(await load(entry)).toEqual([410, { view: 'ended' }]);
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

  test('GET and each POST with a made-up token answer as for a link that has ended', async () => {
    const email = 'ada@forged.example';
    await signUp(host.url, goodSignup(email));
    const path = `${entryPath}?token=${makeToken()}`;
    const ended = await see(path);
    expect(ended.status).toBe(410);
    expect(ended.text).not.toContain(email);
    for (const action of ['confirm', 'remove']) expect(await send(path, { action })).toEqual(ended);
    expect(await rows('forged.example')).toEqual([`${email} unconfirmed`]);
  });
});
