import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { site } from '../../../shared/site.ts';
import { atEnd } from '../../../shared/testing/at-end.ts';
import { startDnsServer } from '../../testing/dns-server.ts';
import { runCommand, type Variables } from '../../testing/run-command.ts';
import type { CheckReport } from './report.ts';

const good = {
  'deckwright.test': ['google-site-verification=x', 'v=spf1 include:provider.test -all'],
  'k1._domainkey.deckwright.test': ['v=DKIM1; k=rsa; p=MIGfMA0'],
  '_dmarc.deckwright.test': ['v=DMARC1; p=quarantine'],
};
const records: Record<string, string[]> = { ...good };
const dns = await startDnsServer(records);
const received: string[] = [];
const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ password }, _session, callback) =>
    callback(password === 'right' ? null : new Error('wrong password'), { user: 'site' }),
  onRcptTo: ({ address }, _session, callback) =>
    callback(
      address.startsWith('gone')
        ? Object.assign(new Error('no such mailbox'), { responseCode: 550 })
        : null,
    ),
  onData(stream, _session, callback) {
    stream.on('data', (chunk) => received.push(String(chunk))).on('end', () => callback());
  },
});
smtp.on('error', () => {});
const listening = smtp.listen(0, '127.0.0.1');
await once(listening, 'listening');
atEnd(() => new Promise<void>((done) => smtp.close(done)));
const { port } = listening.address() as AddressInfo;
const mail = (password = 'right'): Variables => ({
  MAIL_URL: `smtp://site:${password}@127.0.0.1:${port}?tls=none`,
  MAIL_FROM: 'list@mail.deckwright.test',
  MAIL_DKIM_SELECTOR: 'k1',
});

afterEach(() => {
  for (const name of Object.keys(records)) delete records[name];
  Object.assign(records, good);
});

/** Runs `check --live`, and returns the findings on mail by name. */
async function checkMail(env: Variables) {
  const line = `check --live --json --dns-server ${dns}`;
  const { live = [] }: CheckReport = JSON.parse((await runCommand(line, env)).out);
  return Object.fromEntries(live.map(({ name, ...finding }) => [name, finding]));
}
const ofDomain = { MAIL_FROM: 'list@deckwright.test' };

test('check --live logs in at the SMTP server and finds SPF, DKIM and DMARC of the sender’s domain', async () => {
  expect(await checkMail({ ...mail(), ...ofDomain })).toMatchObject({
    SMTP: { value: `smtp://127.0.0.1:${port}` },
    SPF: { value: 'deckwright.test' },
    DKIM: { value: 'k1._domainkey.deckwright.test' },
    DMARC: { value: '_dmarc.deckwright.test' },
  });
  const { SMTP, SPF, DKIM, DMARC } = await checkMail({ ...mail(), ...ofDomain });
  for (const finding of [SMTP, SPF, DKIM, DMARC]) {
    expect(finding).not.toHaveProperty('problem');
    expect(finding).not.toHaveProperty('warning');
  }
});

test('check --live says what to write into the DNS where records are missing, and takes DMARC of the domain above', async () => {
  const { SPF, DKIM, DMARC } = await checkMail(mail());
  expect(SPF).toMatchObject({
    warning: expect.stringContaining('there is no SPF record'),
    remedy: expect.stringContaining('TXT record for mail.deckwright.test: "v=spf1 include:… -all"'),
  });
  expect(DKIM?.remedy).toContain('k1._domainkey.mail.deckwright.test');
  expect(DMARC).toEqual({ value: '_dmarc.mail.deckwright.test' });
});

test.each([
  ['SPF', 'deckwright.test', ['v=spf1 -all', 'v=spf1 ~all'], 'problem', 'there are 2 SPF records'],
  ['SPF', 'deckwright.test', ['v=spf1 +all'], 'warning', 'ends with +all'],
  ['DKIM', 'k1._domainkey.deckwright.test', ['v=DKIM1; p='], 'problem', 'it was revoked'],
  ['DMARC', '_dmarc.deckwright.test', ['v=DMARC1; rua=mailto:a@b.test'], 'problem', 'no policy'],
  ['DMARC', '_dmarc.deckwright.test', [], 'warning', 'there is no DMARC record'],
])('check --live judges %s at %s: %j', async (finding, name, texts, kind, says) => {
  records[name] = texts;
  const found = await checkMail({ ...mail(), ...ofDomain });
  expect(found[finding]).toMatchObject({
    [kind]: expect.stringContaining(says),
    remedy: expect.any(String),
  });
});

test('check --live names a wrong password, and warns while MAIL_DKIM_SELECTOR is unset', async () => {
  const { SMTP, DKIM } = await checkMail({
    ...mail('wrong'),
    MAIL_DKIM_SELECTOR: undefined as never,
  });
  expect(SMTP).toMatchObject({ problem: expect.stringContaining('mail login') });
  expect(JSON.stringify(SMTP)).not.toContain('site:wrong');
  expect(DKIM?.warning).toContain('MAIL_DKIM_SELECTOR is unset');
});

test('ping --mail sends one mail, and says why an SMTP server refuses one', async () => {
  const line = 'ping --count 1 --json --url http://127.0.0.1:9 --mail';
  const sent = JSON.parse((await runCommand(`${line} ada@example.com`, mail())).out);
  expect(sent.mail).toMatchObject({ ok: true, to: 'ada@example.com' });
  expect(received.join('')).toContain(`Subject: A trial mail from ${site.name}`);
  const { code, out } = await runCommand(`${line} gone@example.com`, mail());
  expect(code).toBe(1);
  expect(JSON.parse(out).mail).toMatchObject({
    ok: false,
    cause: 'mail',
    detail: expect.stringContaining('no such mailbox'),
  });
  const unset = await runCommand(`${line} ada@example.com`);
  expect(unset).toMatchObject({ code: 1, out: expect.stringContaining('MAIL_URL is unset') });
});
