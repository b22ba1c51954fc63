import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import type { Settings } from '../../../../shared/settings/schema.ts';
import { site } from '../../../../shared/site.ts';
import { atEnd } from '../../../../shared/testing/at-end.ts';
import { startDnsServer } from '../../../testing/dns-server.ts';
import { runCommand, type Variables } from '../../../testing/run-command.ts';
import type { CheckReport } from '../report.ts';
import { mailRecords } from './mail-records.ts';

const good = {
  'deckwright.test': ['google-site-verification=x', 'v=spf1 include:provider.test -all'],
  'k1._domainkey.deckwright.test': ['v=DKIM1; k=rsa; p=MIGfMA0'],
  '_dmarc.deckwright.test': ['v=DMARC1; p=quarantine'],
};
const records: Record<string, (string | string[])[]> = { ...good };
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

/** Returns what `check --live` finds in one kind of record. */
async function findingOn(kind: string) {
  const found = await mailRecords({ ...ofDomain, MAIL_DKIM_SELECTOR: 'k1' } as Settings, dns);
  return found.find(({ name }) => name === kind);
}

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
    remedy:
      'Write a TXT record for mail.deckwright.test: "v=spf1 include:… -all", with the part that your SMTP provider names.',
  });
  expect(DKIM?.remedy).toContain('k1._domainkey.mail.deckwright.test');
  expect(DMARC).toEqual({ value: '_dmarc.mail.deckwright.test' });
});

test.each([
  ['SPF', 'deckwright.test', ['v=spf1 -all', 'v=spf1 ~all'], 'problem', 'there are 2 SPF records'],
  ['SPF', 'deckwright.test', ['v=spf1 +all'], 'warning', 'ends with +all'],
  ['SPF', 'deckwright.test', ['v=spf1 all'], 'warning', 'ends with +all'],
  ['SPF', 'deckwright.test', ['v=spf10 -all'], 'warning', 'there is no SPF record'],
  ['SPF', 'deckwright.test', [], 'warning', 'there is no SPF record'],
  ['DKIM', 'k1._domainkey.deckwright.test', ['v=DKIM1; p='], 'problem', 'it was revoked'],
  ['DKIM', 'k1._domainkey.deckwright.test', ['p= ; k=rsa'], 'problem', 'it was revoked'],
  ['DKIM', 'k1._domainkey.deckwright.test', ['k=rsa; sp=x'], 'warning', 'there is no DKIM key'],
  ['DMARC', '_dmarc.deckwright.test', ['v=DMARC1; sp=none'], 'problem', 'no policy'],
  ['DMARC', '_dmarc.deckwright.test', ['v=DMARC1; p=nonesense'], 'problem', 'no policy'],
  ['DMARC', '_dmarc.deckwright.test', ['v=DMARC10; p=none'], 'warning', 'there is no DMARC'],
  ['DMARC', '_dmarc.deckwright.test', ['x v=DMARC1; p=none'], 'warning', 'there is no DMARC'],
  ['DMARC', '_dmarc.deckwright.test', ['v=DMARC1; rua=mailto:a@b.test'], 'problem', 'no policy'],
  ['DMARC', '_dmarc.deckwright.test', [], 'warning', 'there is no DMARC record'],
])('check --live judges %s at %s: %j', async (finding, name, texts, kind, says) => {
  records[name] = texts;
  expect(await findingOn(finding)).toMatchObject({
    [kind]: expect.stringContaining(says),
    remedy: expect.stringMatching(/^[A-Z].+\.$/),
  });
});

test.each([
  ['SPF', 'deckwright.test', ['V=SPF1 mx ~all']],
  ['SPF', 'deckwright.test', ['v=spf1']],
  ['SPF', 'deckwright.test', ['v=spf1 redirect=install.test', 'x v=spf1 +all']],
  ['DKIM', 'k1._domainkey.deckwright.test', ['P=MIGfMA0']],
  ['DKIM', 'k1._domainkey.deckwright.test', ['k=rsa;p= MIGfMA0;t=s']],
  ['DKIM', 'k1._domainkey.deckwright.test', [['v=DKIM1; k=rsa; ', 'p', '=', 'MIGfMA0']]],
  ['DMARC', '_dmarc.deckwright.test', ['V=DMARC1;P=None']],
  ['DMARC', '_dmarc.deckwright.test', ['x', 'v=DMARC1; rua=mailto:a@b.test;  p=reject; sp=none']],
])('check --live finds nothing wrong with %s at %s: %j', async (finding, name, texts) => {
  records[name] = texts;
  expect(await findingOn(finding)).toEqual({ name: finding, value: name });
});

test('check --live warns of each record that the DNS server does not tell, and names the remedy', async () => {
  const line = 'check --live --json --dns-server 127.0.0.1:9';
  const { live = [] }: CheckReport = JSON.parse((await runCommand(line, mail())).out);
  for (const name of ['SPF', 'DKIM', 'DMARC']) {
    expect(live.find((finding) => finding.name === name)).toMatchObject({
      warning: expect.stringMatching(/^cannot be looked up \(.*ECONNREFUSED/),
      remedy: 'Check this machine’s DNS.',
    });
  }
});

test('check --live does not take DMARC of a top-level domain', async () => {
  delete records['_dmarc.deckwright.test'];
  records['_dmarc.test'] = ['v=DMARC1; p=none'];
  expect((await findingOn('DMARC'))?.warning).toContain('there is no DMARC record');
});

test('check --live asks the DNS servers of this machine when no other is named', async () => {
  // Node refuses a label of more than 63 characters and asks no server.
  const domain = `${'x'.repeat(64)}.test`;
  const found = await mailRecords({ MAIL_FROM: `list@${domain}` } as Settings);
  expect(found.map(({ name, warning }) => [name, warning])).toEqual([
    ['SPF', expect.stringMatching(/^cannot be looked up \(.*EBADNAME/)],
    ['DKIM', expect.stringContaining('MAIL_DKIM_SELECTOR is unset')],
    ['DMARC', expect.stringMatching(/^cannot be looked up \(.*EBADNAME/)],
  ]);
});

test('check --dns-server refuses a name, and shows what an address looks like', async () => {
  const { code, err } = await runCommand('check --live --dns-server dns.example');
  expect([code, err]).toEqual([2, expect.stringContaining('Use an IP address, e.g. 9.9.9.9')]);
});

test('check --live names a wrong password, and warns while MAIL_DKIM_SELECTOR is unset', async () => {
  const { SMTP, DKIM } = await checkMail({
    ...mail('wrong'),
    MAIL_DKIM_SELECTOR: undefined as never,
  });
  expect(SMTP).toMatchObject({ problem: expect.stringContaining('mail login') });
  expect(JSON.stringify(SMTP)).not.toContain('site:wrong');
  expect(DKIM).toEqual({
    value: 'mail.deckwright.test',
    warning: 'is not looked up, because MAIL_DKIM_SELECTOR is unset',
    remedy: 'Set MAIL_DKIM_SELECTOR to the selector of your SMTP provider.',
  });
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
