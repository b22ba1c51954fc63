import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type EntryLink, sealLink } from '../../shared/entry/link.ts';
import { entryPath } from '../../shared/paths.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';
import { type Host, startOnPostgres, startOnSqlite, startOnSupabase } from './hosts.ts';

const secret = 'scenarios-link-secret';
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');
const tokenOf = (link: EntryLink) => sealLink(link, secret, hmac, new Date());

const settings = {
  // No mail is sent here: nothing listens on this port.
  MAIL_URL: 'smtp://127.0.0.1:9?tls=none',
  MAIL_FROM: 'launch@deckwright.example',
  ENTRY_LINK_SECRET: secret,
  TURNSTILE_SITE_KEY: '',
};

describe.each([
  ['SQLite', () => startOnSqlite(settings)],
  ['PostgreSQL', () => startOnPostgres(settings, 'own_entry_plain')],
  ['Supabase', () => startOnSupabase(settings, 'own_entry_hosted')],
] as const)('on %s', (_name, start) => {
  let host: Host;
  beforeAll(async () => {
    host = await start();
  });

  const rows = async () => {
    const found = await host.query('select email, confirmed_at from signups order by email');
    return found.map((row) => `${row.email} ${row.confirmed_at ? 'confirmed' : 'unconfirmed'}`);
  };
  const mailed = async () => {
    const found = await host.query('select kind, email from mails order by kind, email');
    return found.map((row) => `${row.kind} ${row.email}`);
  };
  const see = async (token: string, method = 'GET') => {
    const headers = { Accept: 'application/json' };
    const response = await fetch(`${host.url}${entryPath}?token=${token}`, { method, headers });
    return { status: response.status, body: method === 'HEAD' ? null : await response.json() };
  };
  const send = async (fields: Record<string, string>) => {
    const response = await fetch(`${host.url}${entryPath}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    return [response.status, new URL(response.headers.get('location') ?? '', host.url)] as const;
  };

  test('a link shows the entry, confirms it, changes its address and removes it, and then ends', async () => {
    const [email, newEmail] = ['ada@scenario.example', 'ada@new.example'];
    expect(await signUp(host.url, goodSignup(email))).toBe(200);
    expect(await mailed()).toEqual([`confirm ${email}`]);
    const token = await tokenOf({ purpose: 'entry', email });
    for (const method of ['GET', 'HEAD', 'GET']) {
      const { status, body } = await see(token, method);
      expect(status).toBe(200);
      if (body) expect(body).toMatchObject({ view: 'shown', facts: { email, confirmed: null } });
    }
    expect(await rows()).toEqual([`${email} unconfirmed`]);

    const [status, page] = await send({ token, action: 'confirm' });
    expect([status, page.searchParams.get('result')]).toEqual([303, 'confirmed']);
    expect(await rows()).toEqual([`${email} confirmed`]);

    const changed = await send({ token, action: 'change', email: newEmail });
    expect(changed[1].searchParams.get('result')).toBe('changed');
    expect(await mailed()).toContain(`change ${newEmail}`);
    expect((await see(token)).body).toMatchObject({ facts: { email, pendingEmail: newEmail } });
    const link = await tokenOf({ purpose: 'change', email: newEmail, from: email });
    await send({ token: link, action: 'confirm' });
    expect(await rows()).toEqual([`${newEmail} confirmed`]);
    expect(await see(token)).toEqual({ status: 410, body: { view: 'ended' } });

    const removal = await tokenOf({ purpose: 'remove', email: newEmail });
    const oneClick = await fetch(`${host.url}${entryPath}?token=${removal}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(oneClick.status).toBe(200);
    expect([await rows(), await mailed()]).toEqual([[], []]);
    expect(await host.query('select count(*) as count from erasures')).not.toEqual([{ count: 0 }]);
    expect((await see(link)).status).toBe(410);
  });

  test('a token of another secret shows and changes nothing', async () => {
    const email = 'bob@scenario.example';
    await signUp(host.url, goodSignup(email));
    const token = await sealLink({ purpose: 'remove', email }, 'a guess', hmac, new Date());
    expect((await see(token)).status).toBe(410);
    await send({ token, action: 'remove' });
    expect(await rows()).toEqual([`${email} unconfirmed`]);
  });
});
